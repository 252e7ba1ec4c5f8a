import { type Clock, sleep } from '../../clock';
import { createBatcher, endedSoon, within } from '../redis/batcher';
import type { RedisClient } from '../redis/client';
import { RedisDataLostError } from '../redis/data-loss';
import { runScript } from '../redis/script';
import { acknowledgeScript, takeScript } from './group-scripts';
import { defaultPrefix, streamKey } from './stream-key';

/** A publish from a queue, held by this consumer until it is acknowledged. */
export interface QueueEntry {
  /** Of the entry in the queue. */
  readonly entryId: string;
  /** As of a publish that is delivered: 16 hex digits. */
  readonly id: string;
  /** Epoch ms. */
  readonly receivedAtMs: number;
  readonly body: Buffer;
  /** A consumer held it before, and may have worked on it. */
  readonly redelivered: boolean;
}

export interface QueueConsumerOptions {
  readonly client: RedisClient;
  /** Put before each key; `breakers:`. */
  readonly prefix?: string;
  /** The queue's name. */
  readonly queue: string;
  /** Of the consumers of a group each entry goes to one. */
  readonly group: string;
  /** Not shared with any other consumer of the group. */
  readonly consumer: string;
  /** How many entries it holds at most. */
  readonly maxHeld: number;
  /** An entry that was not acknowledged for so long is given to whoever asks next. */
  readonly takeOverMs: number;
  /** How long an answer of Redis is waited for; 5 s. */
  readonly waitMs?: number;
  /** Called for one entry after the other; it is called again for an entry for which it rejects. */
  readonly deliver: (entry: QueueEntry) => Promise<void>;
  /** The queue can be read, or no longer. */
  readonly onState: (isReachable: boolean) => void;
  /** Redis or a delivery failed, and is tried again; or a {@link RedisDataLostError}. */
  readonly onError: (error: unknown) => void;
}

/** The workers' end of a queue. */
export interface QueueConsumer {
  /** The entry was worked on. Rejects where Redis does not answer: the entry then comes again. */
  acknowledge(entryId: string): Promise<void>;
  /** Resolves when nothing is under way, after a second at the latest; what is held comes again to others. */
  close(): Promise<void>;
}

/** How often an empty queue is asked: a command that blocks would need a connection of its own, and keep a close waiting. */
const pollMs = 100;
const retryMs = 250;
/** How often what others hold is looked at, within the time after which it is taken over. */
const looksPerTakeOver = 4;
/** A consumer that has not asked for so long is that of a worker that ended. */
const consumerIdleMs = 24 * 60 * 60_000;

export function createQueueConsumer(clock: Clock, options: QueueConsumerOptions): QueueConsumer {
  const { client, prefix = defaultPrefix, queue, group, consumer, maxHeld, takeOverMs, waitMs = 5000 } = options;
  const stream = streamKey(prefix, queue);
  const closing = new AbortController();
  const { signal } = closing;
  /** Entry -> when it was taken, by the monotonic clock. */
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

  function tell(now: boolean): void {
    if (now === isReachable || signal.aborted) return;
    isReachable = now;
    options.onState(now);
  }

  /** A group that was there and is gone: Redis has lost the queue. */
  async function makeGroup(): Promise<void> {
    try {
      await within(clock, waitMs, client.sendCommand(['XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM']));
    } catch (error) {
      if (!isReply(error, 'BUSYGROUP')) throw error;
    }
    hasGroup = true;
  }

  async function take(most: number): Promise<QueueEntry[]> {
    if (!hasGroup) await makeGroup();
    const isDue = clock.monotonicMs() >= nextTakeOverMs;
    const args = [group, consumer, `${most}`, isDue ? `${takeOverMs}` : '', cursor, `${consumerIdleMs}`];
    try {
      const [next, entries] = readTaken(await within(clock, waitMs, runScript(client, takeScript, [stream], args)));
      cursor = next;
      // What was looked through in part is looked through to its end at once.
      if (isDue && cursor === '0-0') nextTakeOverMs = clock.monotonicMs() + takeOverMs / looksPerTakeOver;
      return entries;
    } catch (error) {
      if (!isReply(error, 'NOGROUP')) throw error;
      hasGroup = false;
      held.clear();
      options.onError(new RedisDataLostError());
      return [];
    }
  }

  function dropLapsed(): void {
    const sinceMs = clock.monotonicMs() - takeOverMs;
    for (const [entry, takenMs] of held) {
      if (takenMs > sinceMs) break;
      held.delete(entry);
    }
  }

  async function deliverSometime(entry: QueueEntry): Promise<void> {
    for (;;)
      try {
        await options.deliver(entry);
        return;
      } catch (error) {
        options.onError(error);
        await sleep(clock, retryMs, signal);
      }
  }

  async function round(): Promise<void> {
    dropLapsed();
    const entries = held.size < maxHeld ? await take(maxHeld - held.size) : [];
    tell(true);
    for (const entry of entries) {
      // The map keeps the order in which entries were taken.
      held.delete(entry.entryId);
      held.set(entry.entryId, clock.monotonicMs());
    }
    for (const entry of entries) {
      signal.throwIfAborted();
      await deliverSometime(entry);
    }
    if (entries.length === 0) await sleep(clock, pollMs, signal);
  }

  async function run(): Promise<void> {
    while (!signal.aborted)
      try {
        await round();
      } catch (error) {
        if (signal.aborted) return;
        tell(false);
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
      await endedSoon(clock, Promise.all([running, acknowledgements.idle()]));
    },
  };
}

function isReply(error: unknown, code: string): boolean {
  return error instanceof Error && error.message.includes(code);
}

function readTaken(answer: unknown): [cursor: string, entries: QueueEntry[]] {
  const [cursor, taken] = Array.isArray(answer) ? (answer as unknown[]) : [];
  if (typeof cursor !== 'string' || !Array.isArray(taken))
    throw new Error(`Redis has answered ${JSON.stringify(answer)}`);
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
