import assert from 'node:assert/strict';
import { callsAMinute, longestAboveMs, managerSettings, readingPlan, type TotalOf } from '../../src/automation';

const settingsOf = (of: TotalOf, loads: readonly string[]) =>
  managerSettings({
    ...{ by: 'n', quantity: 'power', groups: [{ id: '', limit: 1, of }] },
    loads: loads.map((deviceId) => ({ deviceId, kind: 'breaker' })),
  });
const meter = (deviceId: string): TotalOf => ({ kind: 'meter', deviceId });
const sum = (ids: readonly string[]): TotalOf => ({
  kind: 'sum',
  circuits: ids.map((deviceId) => ({ deviceId })),
  notMeasured: [0],
});
const rows = (count: number) => Array.from({ length: count }, (_, index) => `row${index}`);
const callsOf = (of: TotalOf, loads: readonly string[], seconds: number) =>
  callsAMinute(readingPlan(settingsOf(of, loads), seconds * 1_000));

describe('automation: what is read', () => {
  it('is a total with each round, and each row with its meter and its two handles once a minute', () => {
    assert.equal(callsOf(meter('main'), rows(12), 10), 6 + 12 * 3 + 1);
    assert.equal(callsOf(sum(rows(12)), rows(12), 10), 12 * 6 + 12 * 2 + 1);
    assert.equal(callsOf({ kind: 'message' }, [], 10), 0);
  });
  it('is a row as seldom as the total where that is read seldom', () =>
    assert.equal(callsOf(meter('main'), ['a'], 120), 0.5 + 1.5 + 0.5));
  it('of two managers is asked once, as often as the one that reads it most', () => {
    const seldom = readingPlan(settingsOf(meter('main'), ['a']), 30_000);
    const often = readingPlan(settingsOf(meter('main'), ['b']), 5_000);
    assert.equal(callsAMinute([...seldom, ...often]), 12 + 2 * 3 + 1);
  });
});

describe('automation: the longest time above a limit', () => {
  const settings = settingsOf(meter('main'), ['a']);
  for (const [seconds, wanted] of [
    [10, 20 + 2 * 10 + 10 + 30],
    [300, 20 + 2 * 300 + 10 + 600],
  ] as const)
    it(`is ${wanted} s with readings every ${seconds} s`, () =>
      assert.equal(longestAboveMs(settings, { readEveryMs: seconds * 1_000, expiryMs: 10_000 }), wanted * 1_000));
});
