import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RedisClient } from '../../src/receiver';
import { openRedis } from '../../src/runtime/receiver/redis-connection';
import { freePort } from '../support/free-port';
import { startRedis } from './engines';

/** A Redis of its own, and a client as the nodes open it. */
export interface ConnectedRedis {
  readonly client: RedisClient;
  /** Kills Redis, starts it again where it lay, and waits for the client. */
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
}

export async function connectToRedis(
  onError: (error: unknown) => void,
  ...settings: readonly string[]
): Promise<ConnectedRedis> {
  const userDir = mkdtempSync(join(tmpdir(), 'breakerflow-redis-client-'));
  mkdirSync(join(userDir, 'node_modules'));
  symlinkSync(process.env.SCALE_REDIS_CLIENT ?? '', join(userDir, 'node_modules/redis'));
  const port = await freePort();
  const engine = await startRedis(port, ...settings);
  const { client, close } = openRedis(`redis://127.0.0.1:${port}`, userDir, onError);
  const connected = async () => {
    for (let tries = 0; tries < 200; tries++) {
      if (await client.sendCommand(['PING']).catch(() => undefined)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('Redis does not answer');
  };
  await connected();
  return {
    client,
    async killAndStart() {
      await engine.kill();
      await engine.start();
      await connected();
    },
    async stop() {
      await close();
      await engine.stop();
      rmSync(userDir, { recursive: true });
    },
  };
}
