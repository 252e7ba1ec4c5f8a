import assert from 'node:assert/strict';
import { readingCost } from '../../nodes/load-manager/reading-cost';
import { managerSettings, type TotalOf } from '../../src/automation';

const settingsOf = (of: TotalOf, deviceId: string) =>
  managerSettings({
    ...{ by: 'n', quantity: 'power', groups: [{ id: '', limit: 1, of }] },
    loads: [{ deviceId, kind: 'breaker' }],
  });
const meter = (deviceId: string): TotalOf => ({ kind: 'meter', deviceId });

describe('load-manager: what its readings cost', () => {
  const own = { settings: settingsOf(meter('main'), 'a'), readEveryMs: 10_000 };
  const other = { settings: settingsOf(meter('garage'), 'b'), readEveryMs: 10_000 };
  const cost = (others: readonly (typeof own)[], callsAllowed: number) =>
    readingCost(own, others, { callsAMinute: callsAllowed, expiryMs: 10_000 });

  it('counts its own calls, and warns of those of all managers of the account', () => {
    assert.deepEqual([cost([], 10).calls, cost([], 10).tooMany], [10, undefined]);
    assert.deepEqual([cost([other], 19).calls, cost([other], 19).tooMany], [10, undefined]);
    assert.deepEqual([cost([other], 18).calls, cost([other], 18).tooMany], [10, 19]);
  });
  it('tells no longest time where the total comes from messages', () => {
    const settings = settingsOf({ kind: 'message' }, 'a');
    assert.equal(readingCost({ ...own, settings }, [], { callsAMinute: 300, expiryMs: 0 }).longestAboveMs, undefined);
    assert.equal(cost([], 300).longestAboveMs, 80_000);
  });
});
