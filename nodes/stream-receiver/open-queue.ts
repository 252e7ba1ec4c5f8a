import {
  createQueueWriter,
  type Delivery,
  type QueuedPublish,
  type QueueWriter,
  RedisDataLostError,
  RedisNotPersistentError,
  type Waiter,
} from '../../src/receiver';
import { type NodeContext, onceAMinute } from '../../src/runtime';
import { openRedis, type ReceiverStatus, redisOf, storeWarning } from '../../src/runtime/receiver';
import type { StreamReceiverConfig } from './stream-config';

type Context = Omit<NodeContext<Record<never, never>>, 'config'> & { readonly config: StreamReceiverConfig };

/** A receiver's way into a queue, on a connection of its own; nothing where it delivers to its flow. */
export interface OpenQueue {
  /** The options of those that take publishes in. */
  readonly taking: { readonly enqueue?: (publish: QueuedPublish, waiter: Waiter<Delivery>) => void };
  close(): Promise<void>;
}

/** Throws where the endpoint has no Redis or its package is missing; a Redis that is down only delays. */
export function openQueue({ RED, node, config, clock, texts }: Context, status: ReceiverStatus): OpenQueue {
  if (config.format !== 'webhook' || config.deliverTo !== 'queue') return { taking: {}, close: async () => {} };
  const redis = redisOf(RED, config.endpoint, 'endpoint', texts);
  const warn = onceAMinute(clock, (text) => node.warn(text));
  const onError = (error: unknown) => {
    // The endpoint says it.
    if (error instanceof RedisNotPersistentError) return;
    if (error instanceof RedisDataLostError) status.warned(texts('queue.lost'));
    warn(storeWarning(error, texts));
  };
  const connection = openRedis(redis.url, redis.userDir, onError);
  const { windowMs } = redis;
  const writer = createQueueWriter(clock, { client: connection.client, queue: config.queue, windowMs, onError });
  return {
    taking: { enqueue: enqueueThrough(writer, status) },
    async close() {
      await writer.close();
      await connection.close();
    },
  };
}

/** Shows the time of what came in, once a second, before anyone hears of it. */
function enqueueThrough(writer: QueueWriter, status: ReceiverStatus) {
  let shownSecond = 0;
  return (publish: QueuedPublish, waiter: Waiter<Delivery>) => {
    const second = Math.floor(publish.receivedAtMs / 1000);
    writer.append(publish).then(
      (delivery) => {
        if (delivery === 'delivered' && second !== shownSecond) {
          shownSecond = second;
          status.event(new Date(second * 1000).toISOString().slice(11, 19));
        }
        waiter.done(delivery);
      },
      (error) => waiter.failed(error),
    );
  };
}
