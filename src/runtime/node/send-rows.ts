import type { MessageContext } from './message-context';
import { type Item, type Items, sendHistory } from './send-history';

interface RowsToSend extends MessageContext {
  readonly split: 'array' | 'page' | 'item';
  /** Rows of one message, when they go by pages. */
  readonly pageSize?: number;
  readonly rows: Items;
}

async function* inPages(rows: Items, size: number): AsyncGenerator<Item[]> {
  let held: Item[] = [];
  for await (const some of rows) {
    held.push(...some);
    for (; held.length >= size; held = held.slice(size)) yield held.slice(0, size);
  }
  if (held.length > 0) yield held;
}

/** Sends rows as one array, in pages of a size, or one by one; sequences carry `msg.parts`. */
export function sendRows({ rows, pageSize, ...history }: RowsToSend): Promise<void> {
  const pages = history.split === 'page' && pageSize !== undefined ? inPages(rows, pageSize) : rows;
  return sendHistory({ ...history, pages: [{ deviceId: '', pages }], shape: (_, items) => items });
}
