import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkPersistence, type RedisClient } from '../../receiver';

/** The part of the npm package `redis`, version 5 or newer, that is used. */
interface RedisPackage {
  createClient(options: {
    readonly url: string;
    readonly disableOfflineQueue: true;
    readonly commandOptions: { readonly timeout: 0 };
  }): RedisClient & {
    on(event: 'error', listener: (error: Error) => void): unknown;
    on(event: 'ready', listener: () => void): unknown;
    connect(): Promise<unknown>;
    destroy(): void;
    close(): Promise<unknown>;
    readonly isReady: boolean;
  };
}

export interface RedisConnection {
  readonly client: RedisClient;
  /** Resolves when the first try to connect has ended: before that a failing command says nothing of Redis. */
  readonly tried: Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects, and goes on trying; until then each command fails at once, so that the service pushes again. A Redis that keeps
 * nothing on disk is told to `onError` as often as it is connected to. Throws where the package is not installed: it is
 * optional, and loaded only where Redis was chosen.
 */
export function openRedis(url: string, userDir: string, onError: (error: unknown) => void): RedisConnection {
  // The store has a limit of its own, which also holds for what was sent already.
  const commandOptions = { timeout: 0 } as const;
  const client = loadPackage(userDir).createClient({ url, disableOfflineQueue: true, commandOptions });
  const tried = new Promise<void>((resolve) => {
    client.on('ready', resolve);
    client.on('error', () => resolve());
  });
  client.on('error', onError);
  client.on('ready', () => void checkPersistence(client, onError));
  client.connect().catch(onError);
  return {
    client,
    tried,
    async close() {
      if (client.isReady) await client.close();
      else client.destroy();
    },
  };
}

// Users install it beside this package, which may be a link to somewhere else.
function loadPackage(userDir: string): RedisPackage {
  for (const load of [createRequire(join(userDir, 'package.json')), require])
    try {
      return load('redis') as RedisPackage;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  throw new Error('Redis needs the package redis: npm install redis in the user directory');
}
