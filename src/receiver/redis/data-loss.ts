import type { RedisClient } from './client';

/** Redis has lost confirmed writes: it is not persistent, or was flushed or replaced. */
export class RedisDataLostError extends Error {
  readonly code = 'REDIS_DATA_LOST';
  constructor() {
    super('Redis has come back without what it had stored');
  }
}

/** Redis is not persistent (`appendonly no`). */
export class RedisNotPersistentError extends Error {
  readonly code = 'REDIS_NOT_PERSISTENT';
  constructor() {
    super('Redis keeps what it holds in memory only (appendonly no)');
  }
}

/**
 * Lua that counts the writes of all instances in one key, together with a random name: `count(key, newName)` returns name
 * and number, or `- 0` if the key cannot be written. A changed name, or a number that does not grow, means that Redis has
 * lost all writes or the last ones; a marker without a number would not detect the latter.
 */
export const countWrites = `
local function count(key, newName)
  local held, name, number = redis.pcall('GET', key), newName, 0
  if type(held) == 'table' then return '- 0' end
  if held then name, number = string.match(held, '^(%S+) (%d+)$') end
  local text = (name or '-') .. ' ' .. string.format('%.0f', tonumber(number or 0) + 1)
  local saved = redis.pcall('SET', key, text)
  if type(saved) == 'table' and saved.err then return '- 0' end
  return text
end
`;

/** The key of the write count, without the common prefix. */
export const writeCountKey = 'writes';

/** Called with the counts of one connection in the order of its commands. Calls `onLost` once per loss. */
export function createLossDetector(
  onLost: (error: RedisDataLostError) => void,
): (name: string, number: number) => void {
  let lastName: string | undefined;
  let lastNumber = 0;
  return (name, number) => {
    if (name === '-') return;
    const isLost = lastName !== undefined && (name !== lastName || number <= lastNumber);
    lastName = name;
    lastNumber = number;
    if (isLost) onLost(new RedisDataLostError());
  };
}

/** Reports a Redis without persistence. If the user may not run INFO, nothing is reported. */
export async function checkPersistence(
  client: RedisClient,
  onError: (error: RedisNotPersistentError) => void,
): Promise<void> {
  const info = await client.sendCommand(['INFO', 'persistence']).catch(() => undefined);
  if (/^aof_enabled:0\r?$/m.test(String(info))) onError(new RedisNotPersistentError());
}
