import assert from 'node:assert/strict';
import { type HandleRow, readHandleHistory, sortedByTime } from '../../nodes/breaker-device/handle-history';
import type { Client } from '../../src/client';

type Items = { timestamp?: string; handlePosition?: string; source?: string }[];

const minuteMs = 60_000;
const now = Date.UTC(2026, 0, 15, 12);
const iso = (minutesAgo: number) => new Date(now - minutesAgo * minuteMs).toISOString();

/** A client that answers with these pages and counts the requested ones. */
function pagesOf(pages: readonly Items[]) {
  let read = 0;
  const client = {
    async *pages() {
      for (const items of pages) {
        read += 1;
        yield { items, page: {}, statusCode: 200 };
      }
    },
  } as unknown as Client;
  return { client, read: () => read };
}

async function history(client: Client, range: { fromMs: number; toMs: number } | undefined): Promise<HandleRow[]> {
  const rows: HandleRow[] = [];
  const query = { deviceId: 'd', handle: 'remote', range, signal: new AbortController().signal } as const;
  for await (const some of readHandleHistory(client, query)) rows.push(...some);
  return rows;
}

describe('spec 4.7 handle histories', () => {
  const item = (minutesAgo: number, handlePosition = 'open') => ({ timestamp: iso(minutesAgo), handlePosition });
  const lastTen = { fromMs: now - 10 * minuteMs, toMs: now };
  const minutes = (rows: readonly HandleRow[]) => rows.map(({ at }) => (now - (at ?? 0)) / minuteMs);

  it('pages in descending order are read until they are older than the range', async () => {
    const { client, read } = pagesOf([[item(1), item(4)], [item(8), item(12)], [item(20)], [item(30)]]);
    assert.deepEqual([minutes(await history(client, lastTen)), read()], [[1, 4, 8], 2]);
  });

  it('pages in another order are read to the last', async () => {
    const oldestFirst = pagesOf([[item(30), item(20)], [item(8)], [item(1)]]);
    assert.deepEqual([minutes(await history(oldestFirst.client, lastTen)), oldestFirst.read()], [[8, 1], 3]);
    const mixed = pagesOf([[item(5), item(40), item(3)], [item(60)], [item(2)]]);
    assert.deepEqual([minutes(await history(mixed.client, lastTen)), mixed.read()], [[5, 3, 2], 3]);
  });

  it('a range includes both ends, and excludes entries without a time', async () => {
    const { client } = pagesOf([[item(0), item(10), { handlePosition: 'open' }, { timestamp: 'soon' }]]);
    assert.deepEqual(minutes(await history(client, lastTen)), [0, 10]);
  });

  it('everything is read without a range, and positions are normalized', async () => {
    const { client, read } = pagesOf([[item(1, 'CLOSE')], [item(99, 'Open'), { handlePosition: 'ajar' }]]);
    const rows = await history(client, undefined);
    assert.deepEqual([rows.map(({ position }) => position), read()], [['closed', 'open', 'unknown'], 2]);
  });

  it('rows are sorted in both directions, those without a time last', () => {
    const row = (at?: number): HandleRow => ({
      deviceId: 'd',
      handle: 'main',
      position: 'open',
      ...(at === undefined ? {} : { at }),
    });
    const rows = [row(2), row(), row(3), row(1)];
    assert.deepEqual(
      [sortedByTime(rows, 'newest').map(({ at }) => at), sortedByTime(rows, 'oldest').map(({ at }) => at)],
      [
        [3, 2, 1, undefined],
        [1, 2, 3, undefined],
      ],
    );
  });
});
