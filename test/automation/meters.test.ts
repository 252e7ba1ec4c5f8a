import assert from 'node:assert/strict';
import type { MeterReading } from '../../src/automation';
import { drawLearned, largestDraw } from '../../src/automation/learned-draw';
import {
  ageOf,
  feedsInByCounters,
  intervalOf,
  isSilent,
  type MeterMemory,
  noteReading,
} from '../../src/automation/meter-memory';

const second = 1_000;
const hour = 3_600 * second;

/** The memory after readings at so many seconds; `sequence` is the second where nothing else is said. */
function readAt(...readings: readonly (readonly [number, Partial<MeterReading>?])[]): MeterMemory {
  let memory: MeterMemory | undefined;
  for (const [s, more] of readings)
    memory = noteReading(memory, { sequence: s, amperes: [10, 10], ...more }, s * second);
  assert(memory);
  return memory;
}

describe('automation: what is remembered of a meter', () => {
  it('a reading is as old as its delay says, and a delay below 0 is none', () => {
    assert.equal(ageOf(readAt([100, { delayMs: 4_000 }]), 110 * second), 14 * second);
    assert.equal(ageOf(readAt([100, { delayMs: -4_000 }]), 110 * second), 10 * second);
    assert.equal(ageOf(readAt([100, { delayMs: Number.NaN }]), 110 * second), 10 * second);
  });

  it('a newer reading makes it no older', () => {
    const memory = readAt([100], [110, { delayMs: 60_000 }]);
    assert.equal(memory.measuredAt, 100 * second);
  });

  it('the same reading again is none, and neither is an older one', () => {
    const memory = readAt([100, { amperes: [7] }]);
    assert.equal(noteReading(memory, { sequence: 100, amperes: [9] }, 120 * second), memory);
    assert.equal(noteReading(memory, { sequence: 99, amperes: [9] }, 159 * second), memory);
  });

  it('an older one counts after a silence: its clock was set back', () => {
    const memory = readAt([100, { amperes: [7] }]);
    assert.deepEqual(noteReading(memory, { sequence: 99, amperes: [9] }, 160 * second)?.poles, [9]);
  });

  it('what holds no current, or no number, is none', () => {
    const memory = readAt([100]);
    for (const amperes of [[], [Number.NaN], [1, Number.POSITIVE_INFINITY]])
      assert.equal(noteReading(memory, { sequence: 110, amperes }, 110 * second), memory);
    assert.equal(noteReading(undefined, { sequence: Number.NaN, amperes: [1] }, 0), undefined);
  });

  it('the interval is the median of the last five', () => {
    assert.equal(intervalOf(readAt([0])), undefined);
    assert.equal(intervalOf(readAt([0], [10])), 10 * second);
    assert.equal(intervalOf(readAt([0], [10], [20], [120])), 10 * second, 'one gap does not count');
    assert.equal(intervalOf(readAt([0], [10], [40], [90])), 30 * second);
    assert.equal(intervalOf(readAt([0], [100], [200], [300], [310], [320], [330])), 10 * second, 'only the last five');
  });

  it('it is silent after three intervals, and after 60 s at least', () => {
    const often = readAt([0], [10], [20]);
    assert.deepEqual([isSilent(often, 80 * second), isSilent(often, 80 * second + 1)], [false, true]);
    const seldom = readAt([0], [40], [80]);
    assert.deepEqual([isSilent(seldom, 200 * second), isSilent(seldom, 200 * second + 1)], [false, true]);
    assert.equal(isSilent(readAt([0]), 60 * second + 1), true);
  });

  it('currents have no sign, but a total from a message has one', () => {
    assert.deepEqual(readAt([0, { amperes: [-3, 4] }]).poles, [3, 4]);
    assert.deepEqual(noteReading(undefined, { sequence: 0, amperes: [-3, 4] }, 0, true)?.poles, [-3, 4]);
  });

  describe('by its counters', () => {
    const counted = (deliveredWh: number | readonly number[], generatedWh: number | readonly number[]) => ({
      deliveredWh,
      generatedWh,
    });
    it('a pole feeds in where only what it generated grew', () => {
      const signs = (delivered: readonly number[], generated: readonly number[]) =>
        readAt([0, counted([5, 5], [5, 5])], [10, counted(delivered, generated)]).signs;
      assert.deepEqual(signs([5, 6], [6, 6]), [-1, 1]);
      assert.deepEqual(signs([5, 5], [5, 5]), [1, 1], 'nothing tells');
      assert.deepEqual(signs([6, 5], [5, 9]), [1, -1]);
      assert.deepEqual(readAt([0, counted(5, 5)], [10, counted(5, 9)]).signs, [1, 1], 'one counter of two poles');
      assert.deepEqual(readAt([0], [10, counted([5, 5], [5, 9])]).signs, [1, 1], 'nothing to compare with');
    });

    it('what tells is 200 Wh in a day', () => {
      const judged = (delivered: number, generated: number) =>
        feedsInByCounters(readAt([0, counted(1_000, 1_000)], [10, counted(1_000 + delivered, 1_000 + generated)]));
      assert.deepEqual([judged(199, 0), judged(200, 0)], [undefined, false]);
      assert.deepEqual([judged(0, 199), judged(0, 200)], [undefined, true]);
      assert.deepEqual([judged(300, 301), judged(300, 300), judged(301, 300)], [true, undefined, false]);
      assert.equal(feedsInByCounters(readAt([0])), undefined, 'no counters');
    });

    it('a day that is over begins anew, and so does a counter that went back', () => {
      const late = (s: number) => readAt([0, counted(0, 0)], [s, counted(500, 0)], [s + 10, counted(600, 0)]);
      assert.equal(feedsInByCounters(late(10)), false);
      assert.equal(feedsInByCounters(late(24 * 3_600 + 1)), undefined);
      const reset = readAt([0, counted(900, 900)], [10, counted(0, 900)], [20, counted(150, 900)]);
      assert.equal(feedsInByCounters(reset), undefined);
      assert.equal(feedsInByCounters(readAt([0, counted(900, 900)], [10, counted(2_000, 0)])), undefined);
    });

    it('counters that come without a number, or only one of them, are none', () => {
      assert.equal(readAt([0, { deliveredWh: 5 }]).counters, undefined);
      assert.equal(readAt([0, counted(5, Number.NaN)]).counters, undefined);
      assert.deepEqual(readAt([0, counted(5, 6)]).counters, { delivered: [5], generated: [6] });
    });
  });
});

describe('automation: the largest draw of a day', () => {
  const learned = (...draws: readonly (readonly [number, ...number[]])[]) => {
    let buckets: ReturnType<typeof drawLearned> = [];
    for (const [h, ...poles] of draws) buckets = drawLearned(buckets, poles, h * hour);
    return buckets;
  };
  it('is that of each pole', () => {
    assert.deepEqual(largestDraw(learned([0, 5, 1], [1, 3, 4], [2, 2, 2])), [5, 4]);
    assert.deepEqual(largestDraw(learned([0, 5, 1], [5, 3, 4], [10, 2, 9])), [5, 9]);
    assert.deepEqual(largestDraw([]), []);
  });
  it('is kept for a day, and dropped within four hours more', () => {
    const hourly = (until: number) =>
      largestDraw(learned([0, 20], ...Array.from({ length: until }, (_, h) => [h + 1, 3] as const)));
    assert.deepEqual([hourly(23), hourly(24)], [[20], [20]]);
    assert.deepEqual(hourly(29), [3]);
  });
  it('is of one list where nothing larger came', () => {
    const buckets = learned([0, 5, 5]);
    assert.equal(drawLearned(buckets, [5, 5], hour), buckets);
    assert.notEqual(drawLearned(buckets, [5.1, 0], hour), buckets);
  });
});
