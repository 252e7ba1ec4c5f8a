import type { OperationId, PagedOperationId } from '../../src/catalog';
import { type Client, maskAnswer } from '../../src/client';
import type { CallResult } from '../../src/control';
import { defined } from '../../src/object';
import { type Look, type MessageContext, namedBadge, sendHistory, withNames } from '../../src/runtime';

interface CallOutput extends MessageContext {
  /** Whether secrets in the response are sent unmasked. */
  readonly secrets: boolean;
  /** The devices that the call names. */
  readonly deviceIds: readonly string[];
}

/** Sends one result: its data, or with `envelope` the whole result. A dry run always shows its request. */
export function sendCallResult(result: CallResult, output: CallOutput & { readonly envelope: boolean }): void {
  const { msg, run, status, texts, secrets, envelope, deviceIds } = output;
  const named = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((item: unknown) => withNames(item, run.namesOf)) : withNames(value, run.namesOf);
  const data = named(secrets ? result.data : maskAnswer(result.operation, result.data));
  const [only] = deviceIds;
  const device = only === undefined || deviceIds.length > 1 ? {} : { deviceId: only };
  const whole = named({ ...result, ...device, ...defined({ data }) });
  const { operation, outcome, statusCode, at, request } = result;
  msg.payload = envelope
    ? whole
    : (data ?? named({ operation, ...device, outcome, ...(request === undefined ? { statusCode } : { request }), at }));
  if (statusCode !== undefined) msg.statusCode = statusCode;
  const name = device.deviceId === undefined ? undefined : run.namesOf(device.deviceId).name;
  const show = (look: Look, badge: string) => status.show(look, namedBadge(badge, name));
  if (Array.isArray(data)) show('fresh', texts('status.items', { count: data.length }));
  else if (outcome === 'dry-run') show('dry-run', texts('outcome.dry-run'));
  else if (outcome === 'deferred' || outcome === 'unknown') show('warning', texts(`outcome.${outcome}`));
  else show('fresh', texts('status.done'));
  run.send(msg);
}

interface CallPages extends CallOutput {
  readonly client: Client;
  readonly operation: OperationId;
  readonly input: object;
  readonly asWritten: boolean;
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
    pages: [
      {
        deviceId: pages.deviceIds.length === 1 ? (pages.deviceIds[0] ?? '') : '',
        pages: itemsUpTo(pages, () => (msg.more = true)),
      },
    ],
    shape: (_, items) => mask(items),
  });
}

async function* itemsUpTo(
  { client, operation, input, asWritten, maxItems, run }: CallPages,
  onMore: () => void,
): AsyncGenerator<Record<string, unknown>[]> {
  let left = maxItems;
  const all = client.pages(operation as PagedOperationId, input as never, { signal: run.signal, asWritten });
  for await (const { items, more } of all) {
    yield items.slice(0, left) as Record<string, unknown>[];
    left -= items.length;
    if (left < 0 || (left === 0 && more)) onMore();
    if (left <= 0) return;
  }
}
