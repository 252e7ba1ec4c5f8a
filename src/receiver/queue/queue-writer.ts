import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock';
import type { DeliveryResult } from '../duplicates/deliver-once';
import { storedHash, storedKey } from '../duplicates/redis';
import { type ClaimResult, readReply } from '../duplicates/redis-claims';
import { checkedWindowMs } from '../duplicates/store';
import { messageId } from '../message-id';
import { createBatcher, settledSoon } from '../redis/batcher';
import type { RedisClient } from '../redis/client';
import { countWrites, createLossDetector, writeCountKey } from '../redis/data-loss';
import { redisScript, runScript } from '../redis/script';
import { defaultPrefix, streamKey } from './stream-key';

/** An authenticated publish for a queue. */
export interface QueuedPublish {
  /** As in the duplicate store. Both are lower-case hex SHA-256. */
  readonly key: string;
  readonly bodyHash: string;
  /** The JSON as received, in UTF-8. */
  readonly body: Buffer;
  /** Epoch ms. */
  readonly receivedAtMs: number;
}

export interface QueueWriterOptions {
  readonly client: RedisClient;
  /** Prefix of all keys; `breakers:`. */
  readonly prefix?: string;
  /** Name of the queue. */
  readonly queue: string;
  /** How long duplicates are detected, at least 31 minutes; 24 hours. */
  readonly windowMs?: number;
  /** Timeout of a response of Redis; 5 s. */
  readonly waitMs?: number;
  /** Called with a {@link RedisDataLostError}. */
  readonly onError: (error: Error) => void;
}

/** Writes to a queue, for receivers. */
export interface QueueWriter {
  /**
   * Claims and appends atomically: a publish that resolves to `delivered` is in the queue exactly once. Rejects if Redis is
   * not reachable or full. The publish may then be in the queue; if so, its retry is a duplicate.
   */
  append(publish: QueuedPublish): Promise<DeliveryResult>;
  /** Resolves when no request is running, after a second at the latest. */
  close(): Promise<void>;
}

/**
 * Records each publish by the hash of its body, as the duplicate store does, and appends it. If the record fails, the entry
 * is deleted again: an entry without a record would be appended twice, a record without an entry would lose the publish.
 */
export const appendScript = redisScript(`${countWrites}
local stream, windowMs = KEYS[#KEYS - 1], ARGV[1]
local results, failure = {}, ''
for index = 1, #KEYS - 2 do
  local key, at = KEYS[index], 3 + (index - 1) * 4
  local hash, id, receivedAt, body = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  local reply, result = redis.pcall('GET', key), 'd'
  if reply == false then
    reply, result = redis.pcall('XADD', stream, '*', 'id', id, 'at', receivedAt, 'body', body), 'n'
    if type(reply) == 'string' then
      local added = reply
      reply = redis.pcall('SET', key, hash, 'PX', windowMs)
      if reply.err then redis.call('XDEL', stream, added) end
    end
  elseif type(reply) == 'string' and reply ~= hash then
    if string.sub(reply, 1, #hash) == hash then result = 'c' else result = 'r' end
  end
  if type(reply) == 'table' and reply.err then result, failure = 'e', reply.err end
  results[index] = result
end
return table.concat(results) .. count(KEYS[#KEYS], ARGV[2]) .. ' ' .. failure
`);

/** Size limit of a batch; a single publish may be larger. */
const maxBatchBytes = 4 * 1024 * 1024;

const deliveryResults: Readonly<Record<Exclude<ClaimResult, 'claimed'>, DeliveryResult>> = {
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
      const reply = await runScript(
        client,
        appendScript,
        [...keys, streamKey(prefix, queue), prefix + writeCountKey],
        [`${windowMs}`, randomUUID(), ...args],
      );
      const { results, count } = readReply(reply, publishes.length);
      detectLoss(...count);
      return results;
    },
  });

  return {
    async append(publish) {
      const result = await appends.run(publish);
      // Another receiver is delivering it to its own flow; the service retries.
      if (result === 'claimed') throw new Error('another instance has not finished with this publish');
      return deliveryResults[result];
    },
    close: () => settledSoon(clock, appends.idle()),
  };
}
