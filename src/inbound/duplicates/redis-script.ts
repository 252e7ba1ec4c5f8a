import { createHash } from 'node:crypto';
import type { Known } from './store';

/** What can be wanted of a key: `release` gives a claim of the same owner back. */
export type Wish = 'claim' | 'record' | 'release';

/** What became of a claim; `claimed` is a key that was claimed before with the same body and not recorded yet. */
export type Fate = Known | 'claimed';

/** A wish for one key; `text` is the half of the body's hash that is kept, or nothing where a claim is given back. */
export interface Entry {
  readonly wish: Wish;
  readonly name: string;
  readonly text: string;
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
local owner, leaseMs, windowMs = ARGV[1], ARGV[2], ARGV[3]
local fates, failure = {}, ''
for index, key in ipairs(KEYS) do
  local wish, text = string.sub(ARGV[index + 3], 1, 1), string.sub(ARGV[index + 3], 2)
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
  const command = isKnown ? ['EVALSHA', digest] : ['EVAL', script];
  command.push(String(entries.length));
  for (const { name } of entries) command.push(name);
  command.push(terms.owner, String(terms.leaseMs), String(terms.windowMs));
  for (const { wish, text } of entries) command.push(letters[wish] + text);
  return command;
}

/** What became of `count` wishes, in their order; for one other than a claim a fate says only that it was done. */
export function fatesOf(reply: unknown, count: number): (Fate | Error)[] {
  if (typeof reply !== 'string' || reply.length < count) throw new Error(`Redis has answered ${JSON.stringify(reply)}`);
  const failure = new Error(reply.slice(count));
  return Array.from({ length: count }, (_, index) => fates[reply.charAt(index)] ?? failure);
}
