import assert from 'node:assert/strict';
import { type Candidate, chooseLoads } from '../../src/automation/choose';
import { shareCut } from '../../src/automation/share-current';

const breaker = (index: number, relief: readonly number[], more: Partial<Candidate> = {}): Candidate => ({
  ...{ index, rank: index, tier: 0, onSinceMs: 0, relief },
  ...more,
});
/** A charger that takes so many amperes on each leg. */
const charger = (
  index: number,
  fromA: number,
  more: Partial<Candidate> & { leastA?: number; pause?: boolean } = {},
) => {
  const { leastA = 6, pause = true, ...rest } = more;
  return breaker(index, [fromA, fromA], {
    charger: { fromA, leastA, pauseAllowed: pause, perAmpere: [1, 1] },
    ...rest,
  });
};
const pick = (candidates: readonly Candidate[], need: readonly number[], least = [1, 1]) =>
  Object.fromEntries(chooseLoads(candidates, need, least).map(({ index, toA }) => [index, toA ?? 'open']));

describe('automation: which loads are chosen', () => {
  describe('of breakers', () => {
    it('the least important that is enough', () =>
      assert.deepEqual(pick([breaker(0, [20, 20]), breaker(1, [20, 20])], [10, 0]), { 1: 'open' }));
    it('one that is more important, where the lesser do nothing for the leg in need', () =>
      assert.deepEqual(pick([breaker(0, [20, 0]), breaker(1, [0, 20])], [10, 0]), { 0: 'open' }));
    it('each leg by itself', () =>
      assert.deepEqual(pick([breaker(0, [20, 0]), breaker(1, [0, 20])], [10, 10]), { 0: 'open', 1: 'open' }));
    it('none for a leg that needs nothing, whatever it carries', () =>
      assert.deepEqual(pick([breaker(0, [20, 20])], [0, -5]), {}));
    it('none that carries less than counts, and one that carries just that', () => {
      assert.deepEqual(pick([breaker(0, [1.9, 0])], [10, 0], [2, 2]), {});
      assert.deepEqual(pick([breaker(0, [2, 0])], [10, 0], [2, 2]), { 0: 'open' });
    });
    it('not the lesser one that the more important makes needless', () =>
      assert.deepEqual(pick([breaker(0, [20, 0]), breaker(1, [4, 0])], [20, 0]), { 0: 'open' }));
    it('of one rank the one that has been on longest, and of those the lowest of the list', () => {
      const old = { rank: 0, onSinceMs: 1 };
      const young = { rank: 0, onSinceMs: 2 };
      assert.deepEqual(pick([breaker(0, [20, 0], young), breaker(1, [20, 0], old)], [10, 0]), { 1: 'open' });
      assert.deepEqual(pick([breaker(0, [20, 0], old), breaker(1, [20, 0], young)], [10, 0]), { 0: 'open' });
      assert.deepEqual(pick([breaker(0, [20, 0], old), breaker(1, [20, 0], old)], [10, 0]), { 1: 'open' });
    });
    it('what a person switched goes last, whatever its rank, and is spared first', () => {
      const manual = { tier: 2 };
      assert.deepEqual(pick([breaker(0, [20, 0]), breaker(1, [20, 0], manual)], [10, 0]), { 0: 'open' });
      assert.deepEqual(pick([breaker(0, [5, 0]), breaker(1, [20, 0], manual)], [10, 0]), { 1: 'open' });
      assert.deepEqual(pick([breaker(0, [5, 0]), breaker(1, [6, 0], manual)], [11, 0]), { 0: 'open', 1: 'open' });
    });
    it('all that help, where all of them are not enough', () =>
      assert.deepEqual(pick([breaker(0, [5, 0]), breaker(1, [5, 0])], [50, 0]), { 0: 'open', 1: 'open' }));
  });

  describe('of chargers', () => {
    it('one gives whole amperes, no more than is needed', () => {
      assert.deepEqual(pick([charger(0, 30)], [10, 0]), { 0: 20 });
      assert.deepEqual(pick([charger(0, 30)], [10.2, 3]), { 0: 19 });
      assert.deepEqual(pick([charger(0, 29.6)], [10, 0]), { 0: 19 });
    });
    it('one never goes below its least before it pauses', () => {
      assert.deepEqual(pick([charger(0, 30)], [24, 0]), { 0: 6 });
      assert.deepEqual(pick([charger(0, 30)], [25, 0]), { 0: 0 });
      assert.deepEqual(pick([charger(0, 30, { leastA: 10 })], [21, 0]), { 0: 0 });
    });
    it('one that may not pause gives what it can, and the next load the rest', () => {
      assert.deepEqual(pick([charger(0, 30, { pause: false })], [40, 0]), { 0: 6 });
      assert.deepEqual(pick([breaker(0, [8, 8]), charger(1, 30, { pause: false })], [30, 0]), { 0: 'open', 1: 8 });
    });
    it('one that is at its least already only pauses', () => {
      assert.deepEqual(pick([charger(0, 6)], [3, 0]), { 0: 0 });
      assert.deepEqual(pick([charger(0, 6, { pause: false })], [3, 0]), {});
    });
    it('those of one rank end alike', () => {
      const same = [charger(0, 30, { rank: 0 }), charger(1, 20, { rank: 0 })];
      assert.deepEqual(pick(same, [10, 0]), { 0: 20 });
      assert.deepEqual(pick(same, [20, 0]), { 0: 15, 1: 15 });
    });
    it('the least important of two ranks gives all, and pauses, before the other gives any', () =>
      assert.deepEqual(pick([charger(0, 30), charger(1, 30)], [26, 0]), { 1: 0 }));
    it('one on another leg gives nothing', () => {
      const onB = charger(1, 30);
      const other = { ...onB, relief: [0, 30], charger: { ...onB.charger, perAmpere: [0, 1] } } as Candidate;
      assert.deepEqual(pick([breaker(0, [20, 0]), other], [10, 0]), { 0: 'open' });
    });
    it('a lesser one keeps what a breaker that had to go makes needless', () => {
      // The charger alone is not enough; with the breaker it need give less.
      assert.deepEqual(pick([breaker(0, [20, 20]), charger(1, 16)], [22, 0]), { 0: 'open', 1: 14 });
      assert.deepEqual(pick([breaker(0, [20, 20]), charger(1, 16)], [19, 0]), { 0: 'open' });
    });
  });

  it('What is shared is given by the one that has most, ampere by ampere, down to its least', () => {
    const sharers = [
      { fromA: 20.5, leastA: 6 },
      { fromA: 10, leastA: 6 },
      { fromA: 12, leastA: 12 },
    ];
    const given = (amount: number) =>
      shareCut(sharers, (cut) => cut.reduce((sum, ampere) => sum + ampere, 0) >= amount);
    assert.deepEqual(given(0), [20.5, 10, 12], 'nothing is asked');
    assert.deepEqual(given(0.5), [20, 10, 12]);
    assert.deepEqual(given(10.5), [10, 10, 12]);
    assert.deepEqual(given(14.5), [8, 8, 12]);
    assert.deepEqual(given(500), [6, 6, 12], 'all that they have');
  });
});
