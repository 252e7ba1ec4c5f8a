import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type AppliedCurrent,
  type CurrentPace,
  type CurrentPast,
  currentStep,
  isEnough,
  isTooLow,
  type Limit,
  valueNoted,
} from '../../src/charging';
import { tries } from '../fuzz/tries';

const usual: CurrentPace = {
  minChangeA: 1,
  minIntervalMs: 15_000,
  below: 'pause',
  pauseAfterMs: 180_000,
  resumeAboveA: 7,
  resumeAfterMs: 60_000,
  reduceAtOnce: true,
};

/** A value, and how long it is the newest one. */
interface Given {
  readonly wanted: Limit;
  readonly forMs: number;
}

interface Change {
  readonly atMs: number;
  readonly to: AppliedCurrent;
  readonly wanted: Limit;
}

interface Course {
  readonly changes: readonly Change[];
  /** What the charger was left with at once, by each value. */
  readonly atOnce: readonly { readonly wanted: Limit; readonly applied: AppliedCurrent }[];
}

const free: AppliedCurrent = { enabled: true, maxCurrent: 16 };

/** A charger that follows the values and obeys immediately, and a clock that jumps from one change to the next. */
function followed(values: readonly Given[], pace: CurrentPace, start: AppliedCurrent = free): Course {
  let past: CurrentPast = { applied: start };
  let nowMs = 0;
  const changes: Change[] = [];
  const atOnce: { wanted: Limit; applied: AppliedCurrent }[] = [];
  for (const { wanted, forMs } of values) {
    const endMs = nowMs + forMs;
    past = { ...past, ...valueNoted(wanted, past, pace, nowMs) };
    let isFirst = true;
    for (;;) {
      const step = currentStep(wanted, past, pace, nowMs);
      const due = step.kind === 'set' && Math.max(step.notBeforeMs, nowMs) < endMs;
      const waits = step.kind === 'keep' || step.notBeforeMs > nowMs;
      if (waits && isFirst) {
        atOnce.push({ wanted, applied: past.applied });
        isFirst = false;
      }
      if (!due) break;
      nowMs = Math.max(step.notBeforeMs, nowMs);
      past = { ...past, applied: step.to, changedAt: nowMs };
      changes.push({ atMs: nowMs, to: step.to, wanted });
    }
    nowMs = endMs;
  }
  return { changes, atOnce };
}

function switches(changes: readonly Change[], start: AppliedCurrent = free) {
  let { enabled } = start;
  return changes.filter(({ to }) => {
    const switched = to.enabled !== enabled;
    enabled = to.enabled;
    return switched;
  });
}

/** Passing clouds: 10 s without sun every 70 s. */
const clouds = (hours: number): Given[] =>
  Array.from({ length: Math.floor((hours * 3600) / 70) }, () => [
    { wanted: 12, forMs: 60_000 },
    { wanted: 2, forMs: 10_000 },
  ]).flat();

describe('the pace of a charger that follows a current', () => {
  it('clouds of 10 s every 70 s pause it never within an hour: it goes down to 6 A and up again', () => {
    const { changes } = followed(clouds(1), usual);
    assert.deepEqual(switches(changes), []);
    assert.deepEqual([...new Set(changes.map(({ to }) => to.maxCurrent))], [12, 6]);
  });

  it('without a delay, as before, the same clouds pause it every time', () => {
    const { changes } = followed(clouds(1), { ...usual, pauseAfterMs: 0, resumeAfterMs: 30_000 });
    assert.equal(switches(changes).filter(({ to }) => !to.enabled).length, 51);
  });

  it('what is too low for the delay pauses it then, without another value', () => {
    const { changes } = followed([{ wanted: 3, forMs: 3_600_000 }], usual);
    assert.deepEqual(
      changes.map(({ atMs, to }) => [atMs, to.enabled, to.maxCurrent]),
      [
        [0, true, 6],
        [180_000, false, 6],
      ],
    );
  });

  it('a delay of 0 pauses it at once', () => {
    const { changes } = followed([{ wanted: 0, forMs: 1_000 }], { ...usual, pauseAfterMs: 0 });
    assert.deepEqual(
      changes.map(({ atMs, to }) => [atMs, to.enabled]),
      [[0, false]],
    );
  });

  it('one value that is enough to charge with begins the delay anew', () => {
    const low = { wanted: 3, forMs: 170_000 };
    const { changes } = followed([low, { wanted: 6, forMs: 1_000 }, low], usual);
    assert.deepEqual(switches(changes), []);
  });

  it('any limit in place of none is obeyed at once', () => {
    const start: AppliedCurrent = { enabled: true, maxCurrent: 'no-limit' };
    const values: Given[] = [
      { wanted: 20, forMs: 30_000 },
      { wanted: 'no-limit', forMs: 100 },
      { wanted: 32, forMs: 100 },
    ];
    assert.deepEqual(
      followed(values, usual, start).changes.map(({ atMs, to }) => [atMs, to.maxCurrent]),
      [
        [0, 20],
        [30_000, 'no-limit'],
        [30_100, 32],
      ],
    );
  });

  it('what is no number is too low, and never no limit', () => {
    const { changes } = followed([{ wanted: Number.NaN, forMs: 600_000 }], usual);
    assert.deepEqual(
      changes.map(({ to }) => [to.enabled, to.maxCurrent]),
      [
        [true, 6],
        [false, 6],
      ],
    );
  });

  describe('whatever the values', () => {
    const wanted = fc.oneof(
      fc.double({ min: -40, max: 80, noNaN: true }),
      fc.integer({ min: 0, max: 9 }),
      fc.constantFrom<Limit>('no-limit', Number.NaN, 0, 6, 7),
    );
    const given = fc.record({ wanted, forMs: fc.integer({ min: 100, max: 400_000 }) });
    const paces = fc.record({
      minChangeA: fc.constantFrom(0, 1),
      minIntervalMs: fc.integer({ min: 2_000, max: 60_000 }),
      pauseAfterMs: fc.integer({ min: 0, max: 400_000 }),
      resumeAboveA: fc.integer({ min: 6, max: 12 }),
      resumeAfterMs: fc.integer({ min: 0, max: 200_000 }),
    });
    const starts = fc.record({ enabled: fc.boolean(), maxCurrent: fc.constantFrom<Limit>('no-limit', 6, 10, 32) });
    const course = (check: (course: Course, pace: CurrentPace, start: AppliedCurrent, values: Given[]) => void) =>
      fc.assert(
        fc.property(fc.array(given, { minLength: 1, maxLength: 40 }), paces, starts, (values, some, start) => {
          const pace = { ...usual, ...some };
          check(followed(values, pace, start), pace, start, values);
        }),
        tries(2_000),
      );
    /** How long before an instant every value was so. */
    const heldFor = (values: readonly Given[], atMs: number, isSo: (wanted: Limit) => boolean) => {
      let sinceMs: number | undefined;
      let beganMs = 0;
      for (const { wanted: value, forMs } of values) {
        if (beganMs > atMs) break;
        sinceMs = isSo(value) ? (sinceMs ?? beganMs) : undefined;
        beganMs += forMs;
      }
      return sinceMs === undefined ? -1 : atMs - sinceMs;
    };

    it('a pause comes after its delay of values that are too low, a start after its own of enough', () => {
      course(({ changes }, pace, start, values) => {
        for (const { atMs, to } of switches(changes, start))
          if (to.enabled) assert(heldFor(values, atMs, (value) => isEnough(value, pace)) >= pace.resumeAfterMs);
          else assert(heldFor(values, atMs, isTooLow) >= pace.pauseAfterMs);
      });
    });

    it('two pauses are both delays apart', () => {
      course(({ changes }, pace, start) => {
        const pauses = switches(changes, start).filter(({ to }) => !to.enabled);
        for (const [index, { atMs }] of pauses.entries()) {
          const before = pauses[index - 1];
          if (before !== undefined) assert(atMs - before.atMs >= pace.pauseAfterMs + pace.resumeAfterMs);
        }
      });
    });

    it('a lower current is obeyed at once, down to 6 A', () => {
      course(({ atOnce }) => {
        for (const { wanted: value, applied } of atOnce)
          if (applied.enabled && value !== 'no-limit') {
            const most = isTooLow(value) ? 6 : Math.max(6, value);
            assert(applied.maxCurrent !== 'no-limit' && applied.maxCurrent <= most, `${applied.maxCurrent} A`);
          }
      });
    });

    it('only the word takes the limit away', () => {
      course(({ changes }, _, start) => {
        let limit = start.maxCurrent;
        for (const { to, wanted: value } of changes) {
          if (to.maxCurrent === 'no-limit') assert(value === 'no-limit' || limit === 'no-limit');
          if (to.enabled && to.maxCurrent === 'no-limit') assert.equal(value, 'no-limit');
          limit = to.maxCurrent;
        }
      });
    });
  });
});
