import { randomUUID } from 'node:crypto';
import { countWrites } from '../redis/data-loss';
import { redisScript } from '../redis/script';
import type { KeyState } from './store';

/** `release` ends a claim of the same owner. */
export type ClaimAction = 'claim' | 'record' | 'release';

/** `claimed`: another owner has a claim with the same body, and has not recorded it yet. */
export type ClaimResult = KeyState | 'claimed';

/** An action on one key. All hashes have the same length. */
export interface ClaimRequest {
  readonly action: ClaimAction;
  readonly name: string;
  readonly hash: string;
}

/** The same for all requests of an instance. */
export interface ClaimOptions {
  readonly owner: string;
  readonly leaseMs: number;
  readonly windowMs: number;
}

/**
 * Runs any number of actions in one command; each succeeds or fails independently. A claim is stored as the hash and its
 * owner, a record as the hash alone. The last key counts writes. Returns one letter per action, the write count, and the
 * text of the last error.
 */
export const claimScript = redisScript(`${countWrites}
local owner, leaseMs, windowMs, actions = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local width = #actions / (#KEYS - 1)
local results, failure = {}, ''
for index = 1, #KEYS - 1 do
  local key, start = KEYS[index], (index - 1) * width + 1
  local action, text = string.sub(actions, start, start), string.sub(actions, start + 1, start + width - 1)
  local reply, result
  if action == 'c' then
    reply, result = redis.pcall('SET', key, text .. ' ' .. owner, 'NX', 'PX', leaseMs), 'n'
    if not reply then
      reply = redis.pcall('GET', key)
      if reply == text then result = 'd'
      elseif type(reply) == 'string' and string.sub(reply, 1, #text) ~= text then result = 'r'
      else result = 'c' end
    end
  elseif action == 'r' then
    reply, result = redis.pcall('SET', key, text, 'PX', windowMs), 'd'
  else
    reply, result = redis.pcall('GET', key), 'n'
    if type(reply) == 'string' and string.sub(reply, -#owner) == owner then reply = redis.pcall('DEL', key) end
  end
  if type(reply) == 'table' and reply.err then result, failure = 'e', reply.err end
  results[index] = result
end
return table.concat(results) .. count(KEYS[#KEYS], ARGV[5]) .. ' ' .. failure
`);

const actionLetters = { claim: 'c', record: 'r', release: 'g' } as const;
const resultsByLetter: Readonly<Record<string, ClaimResult>> = { n: 'new', c: 'claimed', d: 'duplicate', r: 'reused' };

/** Keys and arguments of the script. */
export function claimInput(requests: readonly ClaimRequest[], countKey: string, options: ClaimOptions) {
  const { owner, leaseMs, windowMs } = options;
  const actions = requests.map(({ action, hash }) => actionLetters[action] + hash).join('');
  return {
    keys: [...requests.map(({ name }) => name), countKey],
    args: [owner, `${leaseMs}`, `${windowMs}`, actions, randomUUID()],
  };
}

export interface ScriptReply {
  readonly results: (ClaimResult | Error)[];
  /** The write count and its random name. */
  readonly count: readonly [name: string, number: number];
}

const replyPattern = /^(\S+) (\d+) (.*)$/s;

/** The results of `count` actions, in order. Only those of claims have a meaning; others are an Error or not. */
export function readReply(reply: unknown, count: number): ScriptReply {
  const rest = typeof reply === 'string' ? replyPattern.exec(reply.slice(count)) : null;
  if (typeof reply !== 'string' || rest === null) throw new Error(`Redis has answered ${JSON.stringify(reply)}`);
  const [, name = '', number = '', failure = ''] = rest;
  return {
    results: Array.from({ length: count }, (_, index) => resultsByLetter[reply.charAt(index)] ?? new Error(failure)),
    count: [name, Number(number)],
  };
}
