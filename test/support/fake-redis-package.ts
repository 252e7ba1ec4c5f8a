import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RedisClient } from '../../src/receiver';
import type { Registration } from './node-red-test-helper';

const maker = Symbol.for('breakerflow test redis');

/** Installs a package `redis` in the user directory, all of whose clients are this one, connected a round later. */
export function fakeRedisPackage({ sendCommand }: RedisClient): Registration {
  return (RED) => {
    Object.assign(globalThis, {
      [maker]() {
        const ready: (() => void)[] = [];
        let isReady = false;
        return {
          async sendCommand(command: string[]) {
            if (!isReady) throw new Error('The client is offline');
            return sendCommand(command);
          },
          isReady: true,
          on: (event: string, listener: () => void) => event === 'ready' && ready.push(listener),
          async connect() {
            await new Promise((resolve) => setImmediate(resolve));
            isReady = true;
            for (const each of ready) each();
          },
          async close() {},
          destroy() {},
        };
      },
    });
    const directory = join(String(RED.settings.userDir), 'node_modules/redis');
    mkdirSync(directory, { recursive: true });
    writeFileSync(
      join(directory, 'index.js'),
      "exports.createClient = () => globalThis[Symbol.for('breakerflow test redis')]();\n",
    );
  };
}
