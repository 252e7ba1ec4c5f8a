import { type Clock, sleep } from '../../clock';
import { createBatcher, settledSoon, within } from '../redis/batcher';
import type { RedisClient } from '../redis/client';
import { RedisDataLostError } from '../redis/data-loss';
import { runScript } from '../redis/script';
import { acknowledgeScript, takeScript } from './group-scripts';
import { defaultPrefix, streamKey } from './stream-key';

/** A publish from a queue, held by this consumer until it is acknowledged. */
export interface QueueEntry {
  /** Id of the entry in the Redis stream. */
  readonly entryId: string;
  /** Id of the publish; 16 hex digits. */
  readonly id: string;
  /** Epoch ms. */
  readonly receivedAtMs: number;
  readonly body: Buffer;
  /** Another consumer had it before, and may have processed it. */
  readonly redelivered: boolean;
}

export interface QueueConsumerOptions {
  readonly client: RedisClient;
  /** Prefix of all keys; `breakers:`. */
  readonly prefix?: string;
  /** Name of the queue. */
  readonly queue: string;
  /** Each entry goes to one consumer of the group. */
  readonly group: string;
  /** Name of this consumer, unique in the group. */
  readonly consumer: string;
  /** Maximum number of unacknowledged entries. */
  readonly maxHeld: number;
  /** An entry that was not acknowledged within this time goes to another consumer. */
  readonly takeOverMs: number;
  /** Timeout of a response of Redis; 5 s. */
  readonly waitMs?: number;
  /** Called for one entry at a time, and again for the same one if it rejects. */
  readonly deliver: (entry: QueueEntry) => Promise<void>;
  /** Called when the queue becomes readable or unreadable. */
  readonly onState: (isReachable: boolean) => void;
  /** Redis or a delivery failed and is retried; or a {@link RedisDataLostError}. */
  readonly onError: (error: unknown) => void;
}

/** Reads a queue, for workers. */
export interface QueueConsumer {
  /** Marks an entry as processed. Rejects if Redis does not respond; the entry is then redelivered. */
  acknowledge(entryId: string): Promise<void>;
  /** Resolves when no request is running, after a second at the latest. Unacknowledged entries go to other consumers. */
  close(): Promise<void>;
}

/** Polling interval of an empty queue. A blocking command would need a connection of its own and delay closing. */
const pollMs = 100;
const retryMs = 250;
/** How often within `takeOverMs` the entries of other consumers are checked. */
const checksPerTakeOver = 4;
/** A consumer that was idle for longer belongs to a worker that has ended. */
const consumerIdleMs = 24 * 60 * 60_000;

export function createQueueConsumer(clock: Clock, options: QueueConsumerOptions): QueueConsumer {
  const { client, prefix = defaultPrefix, queue, group, consumer, maxHeld, takeOverMs, waitMs = 5000 } = options;
  const stream = streamKey(prefix, queue);
  const closing = new AbortController();
  const { signal } = closing;
  /** Unacknowledged entries: id -> monotonic time of delivery, in this order. */
  const held = new Map<string, number>();
  let cursor = '0-0';
  let nextTakeOverMs = clock.monotonicMs();
  let hasGroup = false;
  let isReachable: boolean | undefined;

  const acknowledgements = createBatcher<string, undefined>(clock, {
    waitMs,
    async send(entries) {
      await runScript(client, acknowledgeScript, [stream], [group, ...entries]);
      for (const entry of entries) held.delete(entry);
      return entries.map(() => undefined);
    },
  });

  function setReachable(reachable: boolean): void {
    if (reachable === isReachable || signal.aborted) return;
    isReachable = reachable;
    options.onState(reachable);
  }

  async function createGroup(): Promise<void> {
    try {
      await within(clock, waitMs, client.sendCommand(['XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM']));
    } catch (error) {
      if (!isReply(error, 'BUSYGROUP')) throw error;
    }
    hasGroup = true;
  }

  async function readEntries(most: number): Promise<QueueEntry[]> {
    if (!hasGroup) await createGroup();
    const isDue = clock.monotonicMs() >= nextTakeOverMs;
    const args = [group, consumer, `${most}`, isDue ? `${takeOverMs}` : '', cursor, `${consumerIdleMs}`];
    try {
      const [next, entries] = readTaken(await within(clock, waitMs, runScript(client, takeScript, [stream], args)));
      cursor = next;
      // An incomplete scan continues at once.
      if (isDue && cursor === '0-0') nextTakeOverMs = clock.monotonicMs() + takeOverMs / checksPerTakeOver;
      return entries;
    } catch (error) {
      if (!isReply(error, 'NOGROUP')) throw error;
      // The group existed before: Redis has lost the queue.
      hasGroup = false;
      held.clear();
      options.onError(new RedisDataLostError());
      return [];
    }
  }

  function removeExpired(): void {
    const sinceMs = clock.monotonicMs() - takeOverMs;
    for (const [entry, takenMs] of held) {
      if (takenMs > sinceMs) break;
      held.delete(entry);
    }
  }

  async function deliverWithRetry(entry: QueueEntry): Promise<void> {
    for (;;)
      try {
        await options.deliver(entry);
        return;
      } catch (error) {
        options.onError(error);
        await sleep(clock, retryMs, signal);
      }
  }

  async function poll(): Promise<void> {
    removeExpired();
    const entries = held.size < maxHeld ? await readEntries(maxHeld - held.size) : [];
    setReachable(true);
    for (const entry of entries) {
      // A redelivered entry moves to the end of the map.
      held.delete(entry.entryId);
      held.set(entry.entryId, clock.monotonicMs());
    }
    for (const entry of entries) {
      signal.throwIfAborted();
      await deliverWithRetry(entry);
    }
    if (entries.length === 0) await sleep(clock, pollMs, signal);
  }

  async function run(): Promise<void> {
    while (!signal.aborted)
      try {
        await poll();
      } catch (error) {
        if (signal.aborted) return;
        setReachable(false);
        options.onError(error);
        await sleep(clock, retryMs, signal).catch(() => {});
      }
  }

  const running = run();
  return {
    acknowledge: async (entryId) => {
      await acknowledgements.run(entryId);
    },
    async close() {
      closing.abort(new Error('the consumer was closed'));
      await settledSoon(clock, Promise.all([running, acknowledgements.idle()]));
    },
  };
}

function isReply(error: unknown, code: string): boolean {
  return error instanceof Error && error.message.includes(code);
}

function readTaken(reply: unknown): [cursor: string, entries: QueueEntry[]] {
  const [cursor, taken] = Array.isArray(reply) ? (reply as unknown[]) : [];
  if (typeof cursor !== 'string' || !Array.isArray(taken))
    throw new Error(`Redis has answered ${JSON.stringify(reply)}`);
  const entries = (taken as [entryId: string, held: string, id: string, at: string, body: string][]).map(
    ([entryId, held, id, at, body]): QueueEntry => ({
      entryId,
      id,
      receivedAtMs: Number(at),
      body: Buffer.from(body, 'utf8'),
      redelivered: held === 'held',
    }),
  );
  return [cursor, entries];
}
