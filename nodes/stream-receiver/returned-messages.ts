import { invalidInput, type Message, type Texts } from '../../src/runtime';
import { problem } from '../../src/schema';

/** `msg.queue` of a message from a queue. When the message returns to the input, it acknowledges its publish. */
export interface QueueMark {
  /** Id of the queue entry. */
  readonly id: string;
  /** Index of the message in its publish, from 0. */
  readonly index: number;
  /** Number of messages of the publish. */
  readonly count: number;
}

const entryId = /^\d{1,20}-\d{1,20}$/;
/** Limit of publishes of which only some messages have returned. */
const maxPublishes = 10_000;

/** Detects when all messages of a publish have returned. */
export interface ReturnedMessages {
  /** Returns the entry to acknowledge, or undefined while other messages of its publish are missing. */
  add(msg: Message): string | undefined;
}

/** `add` throws INVALID_INPUT for a missing or changed `msg.queue`. */
export function createReturnedMessages(texts: Texts): ReturnedMessages {
  const returned = new Map<string, Set<number>>();
  return {
    add(msg) {
      const { id, index, count } = readMark(msg.queue, texts);
      if (count === 1) return id;
      const indexes = returned.get(id) ?? new Set();
      indexes.add(index);
      returned.delete(id);
      if (indexes.size >= count) return id;
      returned.set(id, indexes);
      // A dropped entry is never acknowledged, and so redelivered.
      const [oldest] = returned.keys();
      if (returned.size > maxPublishes && oldest !== undefined) returned.delete(oldest);
      return undefined;
    },
  };
}

function readMark(value: unknown, texts: Texts): QueueMark {
  const { id, index, count } = (value ?? {}) as Partial<Record<keyof QueueMark, unknown>>;
  const isMark =
    typeof id === 'string' &&
    entryId.test(id) &&
    Number.isInteger(index) &&
    Number.isInteger(count) &&
    Number(count) > 0;
  if (!isMark) throw invalidInput('no queue entry', [problem('queue', 'noEntry', texts('queue.noEntry'))]);
  return { id, index: Number(index), count: Number(count) };
}
