import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock';
import type { Delivery } from '../duplicates/deliver-once';
import { storedHash, storedKey } from '../duplicates/redis';
import { type ClaimResult, readReply } from '../duplicates/redis-claims';
import { checkedWindowMs } from '../duplicates/store';
import { messageId } from '../message-id';
import { createBatcher, endedSoon } from '../redis/batcher';
import type { RedisClient } from '../redis/client';
import { countWrites, createLossDetector, writeCountKey } from '../redis/data-loss';
import { redisScript, runScript } from '../redis/script';
import { defaultPrefix, streamKey } from './stream-key';

/** An authentic publish that goes into a queue. */
export interface QueuedPublish {
  /** As of the duplicates; lower-case hex SHA-256, as the hash of the body. */
  readonly key: string;
  readonly bodyHash: string;
  /** The JSON as it came, in UTF-8. */
  readonly body: Buffer;
  /** Epoch ms. */
  readonly receivedAtMs: number;
}

export interface QueueWriterOptions {
  readonly client: RedisClient;
  /** Put before each key; `breakers:`. */
  readonly prefix?: string;
  /** The queue's name. */
  readonly queue: string;
  /** How long a publish is remembered, at least 31 minutes; 24 hours. */
  readonly windowMs?: number;
  /** How long an answer of Redis is waited for; 5 s. */
  readonly waitMs?: number;
  /** A {@link RedisDataLostError}. */
  readonly onError: (error: Error) => void;
}

/** The receivers' end of a queue. */
export interface QueueWriter {
  /**
   * Claims and appends in one step of Redis: what resolves to `delivered` is in the queue once, whoever else tries. Rejects
   * where Redis cannot be asked or is full; the publish may then be in the queue, and is a duplicate when it comes again.
   */
  append(publish: QueuedPublish): Promise<Delivery>;
  /** Resolves when nothing is under way, after a second at the latest. */
  close(): Promise<void>;
}

/**
 * Each publish is remembered by its body's hash, as a delivered one is. What is appended first is taken back where the other
 * fails: a queue without its record would take the publish twice, a record without its entry would lose it.
 */
export const appendScript = redisScript(`${countWrites}
local stream, windowMs = KEYS[#KEYS - 1], ARGV[1]
local fates, failure = {}, ''
for index = 1, #KEYS - 2 do
  local key, at = KEYS[index], 3 + (index - 1) * 4
  local hash, id, receivedAt, body = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  local reply, fate = redis.pcall('GET', key), 'd'
  if reply == false then
    reply, fate = redis.pcall('XADD', stream, '*', 'id', id, 'at', receivedAt, 'body', body), 'n'
    if type(reply) == 'string' then
      local added = reply
      reply = redis.pcall('SET', key, hash, 'PX', windowMs)
      if reply.err then redis.call('XDEL', stream, added) end
    end
  elseif type(reply) == 'string' and reply ~= hash then
    if string.sub(reply, 1, #hash) == hash then fate = 'c' else fate = 'r' end
  end
  if type(reply) == 'table' and reply.err then fate, failure = 'e', reply.err end
  fates[index] = fate
end
return table.concat(fates) .. count(KEYS[#KEYS], ARGV[2]) .. ' ' .. failure
`);

/** A batch holds at most so many bytes, or one publish. */
const maxBatchBytes = 4 * 1024 * 1024;

const deliveries: Readonly<Record<Exclude<ClaimResult, 'claimed'>, Delivery>> = {
  new: 'delivered',
  duplicate: 'duplicate',
  reused: 'reused',
};

export function createQueueWriter(clock: Clock, options: QueueWriterOptions): QueueWriter {
  const { client, prefix = defaultPrefix, queue, waitMs = 5000, onError } = options;
  const windowMs = checkedWindowMs(options.windowMs);
  const detectLoss = createLossDetector(onError);
  const appends = createBatcher<QueuedPublish, ClaimResult>(clock, {
    waitMs,
    sizeOf: ({ body }) => body.length,
    maxSize: maxBatchBytes,
    async send(publishes) {
      const keys = publishes.map(({ key }) => storedKey(prefix, key));
      const args = publishes.flatMap(({ key, bodyHash, body, receivedAtMs }) => [
        storedHash(bodyHash),
        messageId(key),
        `${receivedAtMs}`,
        body.toString('utf8'),
      ]);
      const answer = await runScript(
        client,
        appendScript,
        [...keys, streamKey(prefix, queue), prefix + writeCountKey],
        [`${windowMs}`, randomUUID(), ...args],
      );
      const { results, count } = readReply(answer, publishes.length);
      detectLoss(...count);
      return results;
    },
  });

  return {
    async append(publish) {
      const result = await appends.run(publish);
      // A receiver that delivers to its own flow has not finished with it: the service asks again.
      if (result === 'claimed') throw new Error('another instance has not finished with this publish');
      return deliveries[result];
    },
    close: () => endedSoon(clock, appends.idle()),
  };
}
