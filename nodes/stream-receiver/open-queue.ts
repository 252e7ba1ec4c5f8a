import {
  type Completion,
  createQueueWriter,
  type DeliveryResult,
  type QueuedPublish,
  type QueueWriter,
  RedisDataLostError,
  RedisNotPersistentError,
} from '../../src/receiver';
import { type NodeContext, onceAMinute, type Texts } from '../../src/runtime';
import { openRedis, type ReceiverStatus, redisOf, storeWarning } from '../../src/runtime/receiver';
import { localTime } from './local-time';
import type { StreamReceiverConfig } from './stream-config';

type Context = Omit<NodeContext<Record<never, never>>, 'config'> & { readonly config: StreamReceiverConfig };

/** A connection to the queue of a receiver. A receiver that delivers to its flow has none. */
export interface OpenQueue {
  /** Option of stream targets and message intakes. */
  readonly options: { readonly enqueue?: (publish: QueuedPublish, completion: Completion<DeliveryResult>) => void };
  close(): Promise<void>;
}

/** Throws if the endpoint has no Redis or the package is missing. A Redis that is down only delays. */
export function openQueue({ RED, node, config, clock, texts }: Context, status: ReceiverStatus): OpenQueue {
  if (config.format !== 'webhook' || config.deliverTo !== 'queue') return { options: {}, close: async () => {} };
  const redis = redisOf(RED, config.endpoint, 'endpoint', texts);
  const warn = onceAMinute(clock, (text) => node.warn(text));
  const onError = (error: unknown) => {
    // The endpoint reports it.
    if (error instanceof RedisNotPersistentError) return;
    if (error instanceof RedisDataLostError) status.warned(texts('queue.lost'));
    warn(storeWarning(error, texts));
  };
  const connection = openRedis(redis.url, redis.userDir, onError);
  const { windowMs } = redis;
  const writer = createQueueWriter(clock, { client: connection.client, queue: config.queue, windowMs, onError });
  return {
    options: { enqueue: enqueueThrough(writer, status, texts) },
    async close() {
      await writer.close();
      await connection.close();
    },
  };
}

/** Shows the time of the last publish in the status, at most once a second. */
function enqueueThrough(writer: QueueWriter, status: ReceiverStatus, texts: Texts) {
  let shownSecond = 0;
  return (publish: QueuedPublish, completion: Completion<DeliveryResult>) => {
    const second = Math.floor(publish.receivedAtMs / 1000);
    writer.append(publish).then(
      (result) => {
        if (result === 'delivered' && second !== shownSecond) {
          shownSecond = second;
          status.event(texts('status.lastPush', { time: localTime(second * 1000) }));
        }
        completion.done(result);
      },
      (error) => completion.failed(error),
    );
  };
}
