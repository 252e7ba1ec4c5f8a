import type { InputRun } from './inputs';
import type { Message } from './message';
import { sendHistory } from './send-history';
import type { Status } from './status';
import type { Texts } from './texts';

type Row = Record<string, unknown>;

interface RowsToSend {
  readonly msg: Message;
  readonly run: InputRun;
  readonly status: Status;
  readonly texts: Texts;
  readonly split: 'array' | 'page' | 'item';
  /** Rows of one message, when they go by pages. */
  readonly pageSize: number;
  readonly newId: () => string;
  readonly clone: (msg: Message) => Message;
  readonly rows: AsyncIterable<Row[]>;
}

async function* inPages(rows: AsyncIterable<Row[]>, size: number): AsyncGenerator<Row[]> {
  let held: Row[] = [];
  for await (const some of rows) {
    held.push(...some);
    for (; held.length >= size; held = held.slice(size)) yield held.slice(0, size);
  }
  if (held.length > 0) yield held;
}

/** Sends rows as one array, in pages of a size, or one by one; sequences carry `msg.parts`. */
export function sendRows({ rows, pageSize, ...how }: RowsToSend): Promise<void> {
  const pages = how.split === 'page' ? inPages(rows, pageSize) : rows;
  return sendHistory({ ...how, pages: [{ deviceId: '', pages }], shape: (_, items) => items });
}
