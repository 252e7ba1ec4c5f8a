import { createHash } from 'node:crypto';
import type { RedisClient } from './client';

/** A Lua script and the SHA-1 under which Redis caches it. */
export interface RedisScript {
  readonly text: string;
  readonly digest: string;
}

export function redisScript(text: string): RedisScript {
  return { text, digest: createHash('sha1').update(text).digest('hex') };
}

/** Runs a script by its digest, or by its text if Redis has not cached it. */
export async function runScript(
  client: RedisClient,
  { text, digest }: RedisScript,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  const rest = [`${keys.length}`, ...keys, ...args];
  try {
    return await client.sendCommand(['EVALSHA', digest, ...rest]);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return client.sendCommand(['EVAL', text, ...rest]);
  }
}
