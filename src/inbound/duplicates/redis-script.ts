import { createHash } from 'node:crypto';
import type { Known } from './store';

/** What can be wanted of a key: `release` gives a claim of the same owner back. */
export type Wish = 'claim' | 'record' | 'release';

/** What became of a claim; `claimed` is a key that was claimed before with the same body and not recorded yet. */
export type Fate = Known | 'claimed';

/** A wish for one key; `hash` is of the same length for all. */
export interface Entry {
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
 * alone. Redis answers a letter for each wish, and behind them what it failed with.
 */
export const script = `
local owner, leaseMs, windowMs, wishes = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local width = #wishes / #KEYS
local fates, failure = {}, ''
for index, key in ipairs(KEYS) do
  local start = (index - 1) * width + 1
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
return table.concat(fates) .. failure
`;

/** The name by which Redis knows the script. */
const digest = createHash('sha1').update(script).digest('hex');

const letters = { claim: 'c', record: 'r', release: 'g' } as const;
const fates: Readonly<Record<string, Fate>> = { n: 'new', c: 'claimed', d: 'duplicate', r: 'reused' };

/** The command that asks for all of them, or the one for a Redis that does not know the script yet. */
export function commandOf(entries: readonly Entry[], terms: Terms, isKnown: boolean): string[] {
  const command = isKnown ? ['EVALSHA', digest, `${entries.length}`] : ['EVAL', script, `${entries.length}`];
  let wishes = '';
  for (const { wish, name, hash } of entries) {
    command.push(name);
    wishes += letters[wish] + hash;
  }
  command.push(terms.owner, `${terms.leaseMs}`, `${terms.windowMs}`, wishes);
  return command;
}

/** What became of `count` wishes, in their order; for one other than a claim a fate says only that it was done. */
export function fatesOf(reply: unknown, count: number): (Fate | Error)[] {
  if (typeof reply !== 'string' || reply.length < count) throw new Error(`Redis has answered ${JSON.stringify(reply)}`);
  return Array.from({ length: count }, (_, index) => fates[reply.charAt(index)] ?? new Error(reply.slice(count)));
}
