import type { RedisClient } from './client';

/** Redis has come back without what it had confirmed: it keeps nothing on disk, was flushed, or is another one. */
export class RedisDataLostError extends Error {
  readonly code = 'REDIS_DATA_LOST';
  constructor() {
    super('Redis has come back without what it had stored');
  }
}

/** Redis does not write down what it holds (`appendonly no`). */
export class RedisNotPersistentError extends Error {
  readonly code = 'REDIS_NOT_PERSISTENT';
  constructor() {
    super('Redis keeps what it holds in memory only (appendonly no)');
  }
}

/**
 * Lua that counts the writes of all instances in one key, made with a random name: `count(key, newName)` returns the name and
 * the number, or `- 0` where that cannot be written down. A name that has changed, or a number that does not grow, tells that
 * Redis has lost writes, whether all of them or the last second; a marker alone would not show the latter.
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

/** The key in which writes are counted, below the prefix of all keys. */
export const writeCountKey = 'writes';

/** Takes the counts of one connection in the order of its commands; calls `onLost` once a loss. */
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

/** Says where Redis keeps nothing over a restart; a user with few rights may not ask, and is told nothing. */
export async function checkPersistence(
  client: RedisClient,
  onError: (error: RedisNotPersistentError) => void,
): Promise<void> {
  const info = await client.sendCommand(['INFO', 'persistence']).catch(() => undefined);
  if (/^aof_enabled:0\r?$/m.test(String(info))) onError(new RedisNotPersistentError());
}
