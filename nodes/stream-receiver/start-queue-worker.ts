import { randomUUID } from 'node:crypto';
import { sleep } from '../../src/clock';
import { defined } from '../../src/object';
import {
  createQueueConsumer,
  createQueuedPublishReader,
  createReportByException,
  type QueueEntry,
  RedisDataLostError,
  RedisNotPersistentError,
} from '../../src/receiver';
import { type NodeContext, onceAMinute, type StartedNode } from '../../src/runtime';
import {
  createLiveOutput,
  createUnreadTeller,
  isRedeploying,
  openRedis,
  redisOf,
  storeWarning,
} from '../../src/runtime/receiver';
import { localTime } from './local-time';
import { partTeller } from './part-teller';
import { createReturnedMessages, type QueueMark } from './returned-messages';
import { deadBandsOf, listOf, type StreamReceiverConfig } from './stream-config';
import { streamMessages } from './stream-messages';

type Context = Omit<NodeContext<Record<never, never>>, 'config'> & { readonly config: StreamReceiverConfig };

/** Unique per process: a restarted worker is a new consumer, and the entries of the old one are redelivered to it later. */
const processName = randomUUID();
const retryMs = 250;

/** Starts a worker that reads the publishes of a queue. */
export function startQueueWorker(context: Context): StartedNode {
  const { RED, node, config, texts, clock, status } = context;
  const redis = redisOf(RED, config.queueEndpoint, 'queueEndpoint', texts);
  const reportError = onceAMinute(clock, (text) => node.error(text));
  const warn = onceAMinute(clock, (text) => node.warn(text));
  const tellUnread = createUnreadTeller(clock, texts, (text) => node.warn(text));
  const acknowledgesOnDelivery = config.acknowledge === 'arrival';
  const readPublish = createQueuedPublishReader();
  const returned = createReturnedMessages(texts);
  const messageOptions = {
    output: config.output,
    shape: config.shape,
    topicBy: config.topicBy,
    devices: listOf(config.onlyDevices),
    channels: listOf(config.channels),
    locationOf: () => '-',
    ...defined({ tell: partTeller(context) }),
    ...(config.byException
      ? {
          changed: createReportByException({
            deadBand: config.deadBand ?? 0,
            deadBands: deadBandsOf(config.deadBands),
          }),
        }
      : {}),
  };
  let hasLostData = false;

  function onError(error: unknown): void {
    // The endpoint reports it.
    if (error instanceof RedisNotPersistentError) return;
    if (error instanceof RedisDataLostError) hasLostData = true;
    if (!isRedeploying(error)) warn(storeWarning(error, texts));
  }

  async function deliver(entry: QueueEntry): Promise<void> {
    const publish = readPublish(entry);
    if (!('publish' in publish)) {
      reportError(texts('queue.unreadable', { id: entry.entryId, reason: publish.reason }));
      await consumer.acknowledge(entry.entryId);
      return;
    }
    tellUnread(publish.publish.deviceId, publish.unread);
    const messages = streamMessages(publish, messageOptions).map((message, index, { length: count }) => ({
      ...message,
      queue: { id: entry.entryId, index, count } satisfies QueueMark,
      ...(entry.redelivered ? { redelivered: true } : {}),
    }));
    await new Promise<void>((done, failed) => output.send(messages, { done, failed }));
    if (messages.length > 0) showDelivery(publish.receivedAtMs);
    // If this fails, the entry is redelivered, which flows of a queue must expect anyway.
    if (acknowledgesOnDelivery || messages.length === 0) await consumer.acknowledge(entry.entryId).catch(onError);
  }

  function showDelivery(receivedAtMs: number): void {
    if (hasLostData) status.show('warning', texts('queue.lost'));
    else status.show('fresh', texts('status.lastPush', { time: localTime(receivedAtMs) }));
  }

  const connection = openRedis(redis.url, redis.userDir, onError);
  const output = createLiveOutput(RED, node, clock);
  const consumer = createQueueConsumer(clock, {
    client: {
      async sendCommand(command) {
        await connection.tried;
        return connection.client.sendCommand(command);
      },
    },
    queue: config.queue,
    group: config.group,
    consumer: `${processName}:${node.id}`,
    maxHeld: config.maxHeld ?? 100,
    takeOverMs: (config.takeOverAfter ?? 60) * 1000,
    deliver,
    onState(isReachable) {
      if (!isReachable) status.show('error', texts('queue.down'));
      else if (hasLostData) status.show('warning', texts('queue.lost'));
      else status.show('fresh', texts('receiver.listening'));
    },
    onError,
  });

  return {
    async input(msg, { signal }) {
      const entry = returned.add(msg);
      if (entry === undefined || acknowledgesOnDelivery) return;
      for (;;)
        try {
          await consumer.acknowledge(entry);
          return;
        } catch (error) {
          signal.throwIfAborted();
          onError(error);
          await sleep(clock, retryMs, signal);
        }
    },
    async close() {
      output.close();
      await consumer.close();
      await connection.close();
    },
  };
}
