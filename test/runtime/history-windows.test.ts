import assert from 'node:assert/strict';
import type { Client } from '../../src/client';
import { customRange, readHistory, recentRange } from '../../src/runtime';
import { historyWindows } from '../../src/runtime/metering/history';

const at = (text: string) => Date.parse(`${text}Z`);
const windows = (from: string, to: string) =>
  historyWindows({ fromMs: at(from), toMs: at(to) }).map(({ fromMs, toMs }) =>
    [fromMs, toMs].map((ms) => new Date(ms).toISOString().slice(0, 16)),
  );

describe('history: windows within 6 months (spec 8)', () => {
  it('a range within 6 months is one window', () => {
    assert.deepEqual(windows('2026-01-15T12:00', '2026-07-15T12:00'), [['2026-01-15T12:00', '2026-07-15T12:00']]);
  });
  it('one minute more is two windows', () => {
    assert.deepEqual(windows('2026-01-15T12:00', '2026-07-15T12:01'), [
      ['2026-01-15T12:00', '2026-07-15T12:00'],
      ['2026-07-15T12:00', '2026-07-15T12:01'],
    ]);
  });
  it('from the 31st it is the last day of a shorter month', () => {
    assert.deepEqual(windows('2025-08-31T00:00', '2026-08-31T00:00'), [
      ['2025-08-31T00:00', '2026-02-28T00:00'],
      ['2026-02-28T00:00', '2026-08-28T00:00'],
      ['2026-08-28T00:00', '2026-08-31T00:00'],
    ]);
  });
  it('29 February in a leap year', () => {
    assert.deepEqual(windows('2023-08-31T00:00', '2024-03-01T00:00')[0], ['2023-08-31T00:00', '2024-02-29T00:00']);
  });
  it('years: no gap, no overlap, none beyond 6 months', () => {
    const found = historyWindows({ fromMs: at('2020-03-30T05:00'), toMs: at('2026-03-30T05:00') });
    assert.equal(found.length, 12);
    for (const [index, { fromMs, toMs }] of found.entries()) {
      const latest = new Date(fromMs);
      latest.setUTCMonth(latest.getUTCMonth() + 6);
      assert(toMs > fromMs && toMs <= latest.getTime());
      if (index > 0) assert.equal(fromMs, found[index - 1]?.toMs);
    }
  });
  it('the last days that a Date can represent are one window', () => {
    const toMs = 8_640_000_000_000_000;
    assert.deepEqual(historyWindows({ fromMs: toMs - 1000, toMs }), [{ fromMs: toMs - 1000, toMs }]);
  });
  it('an empty range has none', () => {
    assert.deepEqual(windows('2026-01-01T00:00', '2026-01-01T00:00'), []);
  });
});

describe('history: seams', () => {
  async function read(range: { fromMs: number; toMs: number }, order: 'ascending' | 'descending'): Promise<number[]> {
    // A service that includes both ends of a range and has an item every six hours, three to a page.
    const client = {
      async *pages(_: string, { query }: { query: { startTime: string; endTime: string } }) {
        const all: { ts: number }[] = [];
        for (let ms = Date.parse(query.startTime); ms <= Date.parse(query.endTime); ms += 6 * 3_600_000)
          all.push({ ts: ms / 1000 });
        if (order === 'descending') all.reverse();
        for (let index = 0; index < all.length; index += 3)
          yield { items: all.slice(index, index + 3), page: {}, statusCode: 200 };
      },
    } as unknown as Client;
    const found: number[] = [];
    for await (const items of readHistory(client, 'device', range, new AbortController().signal))
      found.push(...items.map(({ ts }) => ts ?? Number.NaN));
    return found;
  }

  for (const order of ['ascending', 'descending'] as const)
    it(`${order}: an item at the seam of two windows is returned once, and none is lost`, async () => {
      const range = { fromMs: at('2025-01-15T00:00'), toMs: at('2026-06-15T00:00') };
      const found = await read(range, order);
      const expected: number[] = [];
      for (let ms = range.fromMs; ms <= range.toMs; ms += 6 * 3_600_000) expected.push(ms / 1000);
      assert.deepEqual(
        [...found].sort((a, b) => a - b),
        expected,
      );
    });
});

describe('history: ranges', () => {
  const now = at('2026-01-15T12:00');
  for (const [span, hours] of [
    ['hour', 1],
    ['day', 24],
    ['week', 168],
    ['month', 720],
  ] as const)
    it(`the last ${span} is ${hours} h up to now`, () => {
      assert.deepEqual(recentRange(span, now), { fromMs: now - hours * 3_600_000, toMs: now });
    });
  it('instants may be epoch ms, Date or ISO 8601; without an end it ends now', () => {
    const fromMs = at('2026-01-01T00:00');
    for (const from of [fromMs, new Date(fromMs), '2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00'])
      for (const to of [undefined, '']) assert.deepEqual(customRange(from, to, now), { fromMs, toMs: now });
  });
  for (const [from, to, fields] of [
    ['x', undefined, ['from']],
    [undefined, 'y', ['from', 'to']],
    [Number.NaN, null, ['from', 'to']],
    [now, now, ['to']],
    [now, now - 1, ['to']],
    [now + 1, undefined, ['to']],
    [{}, [], ['from', 'to']],
    [-8_640_000_000_000_001, 1e16, ['from', 'to']],
    [-8_640_000_000_000_000, now, ['from']],
    [now, 8_640_000_000_000_000, ['from']],
  ] as const)
    it(`from ${JSON.stringify(from) ?? 'nothing'} to ${JSON.stringify(to) ?? 'nothing'} is refused: ${fields.join(', ')}`, () => {
      assert.throws(
        () => customRange(from, to, now),
        ({ code, cause }: { code: string; cause: { validations: { field: string }[] } }) => {
          assert.equal(code, 'INVALID_INPUT');
          assert.deepEqual(
            cause.validations.map(({ field }) => field),
            fields,
          );
          return true;
        },
      );
    });
});
