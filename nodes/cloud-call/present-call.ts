import type { OperationId, PagedOperationId } from '../../src/catalog';
import type { Client } from '../../src/client';
import type { CallResult } from '../../src/control';
import { defined } from '../../src/object';
import { type MessageContext, sendHistory } from '../../src/runtime';
import { maskAnswer } from './mask-answer';

interface CallOutput extends MessageContext {
  /** Whether secrets in the response are sent unmasked. */
  readonly secrets: boolean;
}

/** Sends one result: its data, or with `envelope` the whole result. A dry run always shows its request. */
export function sendCallResult(result: CallResult, output: CallOutput & { readonly envelope: boolean }): void {
  const { msg, run, status, texts, secrets, envelope } = output;
  const data = secrets ? result.data : maskAnswer(result.operation, result.data);
  const whole = { ...result, ...defined({ data }) };
  const { operation, outcome, statusCode, at, request } = result;
  msg.payload = envelope
    ? whole
    : (data ?? { operation, outcome, ...(request === undefined ? { statusCode } : { request }), at });
  if (statusCode !== undefined) msg.statusCode = statusCode;
  if (Array.isArray(data)) status.show('fresh', texts('status.items', { count: data.length }));
  else if (outcome === 'dry-run') status.show('dry-run', texts('outcome.dry-run'));
  else if (outcome === 'deferred' || outcome === 'unknown') status.show('warning', texts(`outcome.${outcome}`));
  else status.show('fresh', texts('status.done'));
  run.send(msg);
}

interface CallPages extends CallOutput {
  readonly client: Client;
  readonly operation: OperationId;
  readonly input: object;
  /** All items in one array, or one message per page. */
  readonly split: 'array' | 'page';
  readonly maxItems: number;
}

/** Follows the pages of a list, up to a number of items; `msg.more` says whether there were more. */
export async function sendCallPages(pages: CallPages): Promise<void> {
  const { operation, msg, secrets } = pages;
  const mask = (items: readonly unknown[]) => (secrets ? [...items] : items.map((item) => maskAnswer(operation, item)));
  await sendHistory({
    ...pages,
    pages: [{ deviceId: '', pages: itemsUpTo(pages, () => (msg.more = true)) }],
    shape: (_, items) => mask(items),
  });
}

async function* itemsUpTo(
  { client, operation, input, maxItems, run }: CallPages,
  onMore: () => void,
): AsyncGenerator<Record<string, unknown>[]> {
  let left = maxItems;
  const all = client.pages(operation as PagedOperationId, input as never, { signal: run.signal });
  for await (const { items, page } of all) {
    yield items.slice(0, left) as Record<string, unknown>[];
    left -= items.length;
    if (left < 0 || (left === 0 && page.next !== undefined)) onMore();
    if (left <= 0) return;
  }
}
