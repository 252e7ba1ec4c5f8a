import { invalidInput, type Message, type Texts } from '../../src/runtime';
import { problem } from '../../src/schema';

/** What a message from a queue carries as `msg.queue`: with it, the message that comes back acknowledges its publish. */
export interface QueueMark {
  /** Of the entry in the queue. */
  readonly id: string;
  /** Which of the messages of its publish it is, from 0. */
  readonly index: number;
  readonly count: number;
}

const entryId = /^\d{1,20}-\d{1,20}$/;
/** Publishes of which some messages have come back and some have not. */
const maxPublishes = 10_000;

/** Tells when all messages of a publish have come back. */
export interface ReturnedMessages {
  /** The entry that is worked on with this message; undefined where others of its publish are still out. */
  take(msg: Message): string | undefined;
}

/** A mark that is missing or was changed on the way ends in INVALID_INPUT. */
export function createReturnedMessages(texts: Texts): ReturnedMessages {
  const returned = new Map<string, Set<number>>();
  return {
    take(msg) {
      const { id, index, count } = readMark(msg.queue, texts);
      if (count === 1) return id;
      const indexes = returned.get(id) ?? new Set();
      indexes.add(index);
      returned.delete(id);
      if (indexes.size >= count) return id;
      returned.set(id, indexes);
      // What is forgotten is acknowledged by nobody, and comes again.
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
  if (!isMark) throw invalidInput('no mark of a queue', [problem('queue', 'required', texts('queue.noEntry'))]);
  return { id, index: Number(index), count: Number(count) };
}
