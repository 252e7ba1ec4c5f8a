import { withNames } from '../accounts/device-names';
import type { Message, SequenceParts } from './message';
import type { MessageContext } from './message-context';
import { namedBadge } from './named-badge';

export type Item = Record<string, unknown>;
/** Pages of items. */
export type Items = AsyncIterable<Item[]> | Iterable<Item[]>;

/** The deadline of one page. */
const pageDeadlineMs = 60_000;

interface HistoryToSend extends MessageContext {
  readonly split: 'array' | 'page' | 'item';
  readonly pages: readonly { readonly deviceId: string; readonly pages: Items }[];
  readonly shape: (deviceId: string, items: Item[]) => unknown[];
}

/**
 * Sends a history as one array, one message per page, or one message per item. Sequences carry `msg.parts`; the count is
 * known with the last message only, which also carries `msg.complete`.
 */
export async function sendHistory(history: HistoryToSend): Promise<void> {
  const { msg, run, status, texts, split } = history;
  const [only, ...others] = history.pages;
  const name = only === undefined || others.length > 0 ? undefined : run.namesOf(only.deviceId).name;
  status.show('pending', texts('status.working'));
  let read = 0;
  const onRead = (count: number) => {
    read += count;
    run.allow(pageDeadlineMs);
    status.show('pending', namedBadge(texts('status.items', { count: read }), name));
  };
  if (split === 'array') {
    const all: unknown[] = [];
    for (const { deviceId, pages } of history.pages)
      for await (const items of pages) {
        all.push(...shaped(history, deviceId, items));
        onRead(items.length);
      }
    msg.payload = all;
    run.send(msg);
  } else {
    await sendSequence(history, onRead);
  }
  status.show('fresh', namedBadge(texts('status.items', { count: read }), name));
}

async function sendSequence(history: HistoryToSend, onRead: (count: number) => void): Promise<void> {
  const { RED, msg, run, split } = history;
  const id = RED.util.generateId();
  let index = 0;
  // The newest message is held back, because only the last one carries count and `complete`.
  let held: unknown;
  const emit = (payload: unknown, last: boolean) => {
    const parts: SequenceParts = { id, type: 'array', index, ...(last ? { count: index + 1 } : {}) };
    const { complete: _, ...rest } = RED.util.cloneMessage(msg);
    run.send({ ...rest, payload, parts, ...(last ? { complete: true } : {}) } as Message);
    index += 1;
  };
  let holding = false;
  for (const { deviceId, pages } of history.pages)
    for await (const items of pages) {
      const rows = shaped(history, deviceId, items);
      onRead(items.length);
      for (const payload of split === 'item' ? rows : rows.length > 0 ? [rows] : []) {
        if (holding) emit(held, false);
        held = payload;
        holding = true;
      }
    }
  emit(holding ? held : [], true);
}

function shaped({ shape, run }: HistoryToSend, deviceId: string, items: Item[]): unknown[] {
  return shape(deviceId, items).map((item) => withNames(item, run.namesOf));
}
