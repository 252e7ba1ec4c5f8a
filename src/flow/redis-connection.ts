import type { RedisClient } from '../inbound';

/** The part of the npm package `redis` that is used; it is optional and loaded only where Redis was chosen. */
interface RedisPackage {
  createClient(options: { readonly url: string; readonly disableOfflineQueue: true }): RedisClient & {
    on(event: 'error', listener: (error: Error) => void): unknown;
    connect(): Promise<unknown>;
    close(): Promise<unknown> | undefined;
  };
}

/** Connects and goes on reconnecting; Error where the package is not installed. */
export async function connectRedis(
  url: string,
  onError: (error: Error) => void,
): Promise<{ readonly client: RedisClient; close(): Promise<void> }> {
  const { createClient } = loadPackage();
  const client = createClient({ url, disableOfflineQueue: true });
  client.on('error', onError);
  await client.connect();
  return {
    client,
    async close() {
      await client.close();
    },
  };
}

function loadPackage(): RedisPackage {
  try {
    return require('redis') as RedisPackage;
  } catch {
    throw new Error('duplicates in Redis need the package redis: npm install redis in the user directory');
  }
}
