import { randomUUID } from 'node:crypto';
import { countWrites } from '../redis/data-loss';
import { redisScript } from '../redis/script';
import type { Known } from './store';

/** What can be wanted of a key: `release` gives a claim of the same owner back. */
export type Wish = 'claim' | 'record' | 'release';

/** What became of a claim; `claimed` is a key that was claimed before with the same body and not recorded yet. */
export type ClaimResult = Known | 'claimed';

/** A wish for one key; `hash` is of the same length for all. */
export interface ClaimRequest {
  readonly wish: Wish;
  readonly name: string;
  readonly hash: string;
}

/** What is the same for all that one instance asks. */
export interface Terms {
  readonly owner: string;
  readonly leaseMs: number;
  readonly windowMs: number;
}

/**
 * Any number of wishes in one command, each done or failed by itself. A claim is the hash and its owner, a record the hash
 * alone. The last key counts writes. Redis answers a letter for each wish, the count, and what it failed with.
 */
export const claimScript = redisScript(`${countWrites}
local owner, leaseMs, windowMs, wishes = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local width = #wishes / (#KEYS - 1)
local fates, failure = {}, ''
for index = 1, #KEYS - 1 do
  local key, start = KEYS[index], (index - 1) * width + 1
  local wish, text = string.sub(wishes, start, start), string.sub(wishes, start + 1, start + width - 1)
  local reply, fate
  if wish == 'c' then
    reply, fate = redis.pcall('SET', key, text .. ' ' .. owner, 'NX', 'PX', leaseMs), 'n'
    if not reply then
      reply = redis.pcall('GET', key)
      if reply == text then fate = 'd'
      elseif type(reply) == 'string' and string.sub(reply, 1, #text) ~= text then fate = 'r'
      else fate = 'c' end
    end
  elseif wish == 'r' then
    reply, fate = redis.pcall('SET', key, text, 'PX', windowMs), 'd'
  else
    reply, fate = redis.pcall('GET', key), 'n'
    if type(reply) == 'string' and string.sub(reply, -#owner) == owner then reply = redis.pcall('DEL', key) end
  end
  if type(reply) == 'table' and reply.err then fate, failure = 'e', reply.err end
  fates[index] = fate
end
return table.concat(fates) .. count(KEYS[#KEYS], ARGV[5]) .. ' ' .. failure
`);

const letters = { claim: 'c', record: 'r', release: 'g' } as const;
const results: Readonly<Record<string, ClaimResult>> = { n: 'new', c: 'claimed', d: 'duplicate', r: 'reused' };

/** The keys and arguments of the script for these wishes. */
export function claimInput(requests: readonly ClaimRequest[], countKey: string, { owner, leaseMs, windowMs }: Terms) {
  const wishes = requests.map(({ wish, hash }) => letters[wish] + hash).join('');
  return {
    keys: [...requests.map(({ name }) => name), countKey],
    args: [owner, `${leaseMs}`, `${windowMs}`, wishes, randomUUID()],
  };
}

export interface ScriptReply {
  readonly results: (ClaimResult | Error)[];
  /** The name and the number of the count of writes. */
  readonly count: readonly [name: string, number: number];
}

const reply = /^(\S+) (\d+) (.*)$/s;

/** What became of `count` wishes, in their order; for one other than a claim a result says only that it was done. */
export function readReply(answer: unknown, count: number): ScriptReply {
  const rest = typeof answer === 'string' ? reply.exec(answer.slice(count)) : null;
  if (typeof answer !== 'string' || rest === null) throw new Error(`Redis has answered ${JSON.stringify(answer)}`);
  const [, name = '', number = '', failure = ''] = rest;
  return {
    results: Array.from({ length: count }, (_, index) => results[answer.charAt(index)] ?? new Error(failure)),
    count: [name, Number(number)],
  };
}
