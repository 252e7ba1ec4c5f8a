import { type ItemOf, limits } from '../../catalog';
import type { Client, Priority } from '../../client';

/** Items asked for at once. */
const pageSize = 1_000;

export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Parts of a range that the service accepts one by one, in order of time: each within its limit in months. spec 8 */
export function historyWindows({ fromMs, toMs }: TimeRange): TimeRange[] {
  const windows: TimeRange[] = [];
  for (let startMs = fromMs; startMs < toMs; ) {
    const end = new Date(startMs);
    const day = end.getUTCDate();
    end.setUTCMonth(end.getUTCMonth() + limits.historyRangeMonths);
    // 31 August + 6 months would be 3 March: the last day of the month that was meant is the limit.
    if (end.getUTCDate() !== day) end.setUTCDate(0);
    // A date beyond the last that there is counts as later.
    const endMs = end.getTime() < toMs ? end.getTime() : toMs;
    windows.push({ fromMs: startMs, toMs: endMs });
    startMs = endMs;
  }
  return windows;
}

/** Every page of a device's history in a range, however long; an item at the seam of two windows comes once. */
export async function* readHistory(
  client: Client,
  deviceId: string,
  range: TimeRange,
  signal: AbortSignal,
  priority: Priority = 'read',
): AsyncGenerator<ItemOf<'meter.history'>[]> {
  // A window may include both its ends, so an item at the very end of one may begin the next.
  let atSeam = false;
  for (const { fromMs, toMs } of historyWindows(range)) {
    const seenAtStart = atSeam;
    atSeam = false;
    const input = {
      path: { deviceId },
      query: { startTime: new Date(fromMs).toISOString(), endTime: new Date(toMs).toISOString() },
      page: { offset: 0, limit: pageSize },
    };
    for await (const { items } of client.pages('meter.history', input, { signal, priority })) {
      atSeam ||= items.some(({ ts }) => ts !== undefined && ts * 1000 === toMs);
      yield seenAtStart ? items.filter(({ ts }) => ts === undefined || ts * 1000 !== fromMs) : items;
    }
  }
}
