import { limits } from '../../src/catalog';
import { type Client, type HandlePosition, normalizePosition } from '../../src/client';
import { defined } from '../../src/object';
import type { TimeRange } from '../../src/runtime';

export type Handle = 'remote' | 'main';

/** One movement of a handle, as a row of a table. */
export interface HandleRow {
  readonly deviceId: string;
  /** Epoch ms; absent if the service gives no time. */
  readonly at?: number;
  /** ISO 8601, as the service gives it. */
  readonly timestamp?: string;
  readonly handle: Handle;
  readonly position: HandlePosition;
  /** The source of a movement of the remote handle; the main handle has none. */
  readonly source?: string;
}

interface HistoryItem {
  readonly deviceId?: string;
  readonly timestamp?: string;
  readonly handlePosition?: string;
  readonly mainHandlePosition?: string;
  readonly source?: string;
}

const operations = { remote: 'eventHistory.remoteHandle', main: 'eventHistory.mainHandle' } as const;

function rowOf(deviceId: string, handle: Handle, item: HistoryItem): HandleRow {
  const { timestamp, source } = item;
  const at = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
  return {
    deviceId,
    ...(Number.isNaN(at) ? {} : { at }),
    ...defined({ timestamp }),
    handle,
    position: normalizePosition(handle === 'remote' ? item.handlePosition : item.mainHandlePosition),
    ...defined({ source }),
  };
}

interface HistoryQuery {
  readonly deviceId: string;
  readonly handle: Handle;
  /** Includes both ends. Absent: all that the service keeps. */
  readonly range: TimeRange | undefined;
  readonly signal: AbortSignal;
}

/**
 * The movements of one handle in a range, page by page, in the order of the service. The service has no range filter, so
 * pages are read until they are in descending order and older than the range. spec 4.7
 */
export async function* readHandleHistory(client: Client, query: HistoryQuery): AsyncGenerator<HandleRow[]> {
  const { deviceId, handle, range, signal } = query;
  const input = { filter: { deviceId }, page: { offset: 0, limit: limits.eventHistoryPage } };
  let latest = Number.POSITIVE_INFINITY;
  let descending = true;
  for await (const { items } of client.pages(operations[handle], input, { signal })) {
    const rows = items.map((item) => rowOf(deviceId, handle, item));
    for (const { at } of rows) {
      if (at === undefined || at > latest) descending = false;
      latest = at ?? latest;
    }
    yield range === undefined
      ? rows
      : rows.filter(({ at }) => at !== undefined && at >= range.fromMs && at <= range.toMs);
    if (range !== undefined && descending && latest < range.fromMs) return;
  }
}

/** Sorts by time; rows without a time come last. */
export function sortedByTime(rows: readonly HandleRow[], order: 'newest' | 'oldest'): HandleRow[] {
  const sign = order === 'newest' ? -1 : 1;
  const timeOf = ({ at }: HandleRow) => at ?? sign * Number.POSITIVE_INFINITY;
  return rows.toSorted((a, b) => {
    const [first, second] = [timeOf(a), timeOf(b)];
    return first === second ? 0 : (first < second ? -1 : 1) * sign;
  });
}
