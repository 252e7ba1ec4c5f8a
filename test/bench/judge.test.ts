import assert from 'node:assert/strict';
import sinon from 'sinon';
import { judge } from '../../bench/harness/judge';
import type { Measured } from '../../bench/harness/measured';
import { toJson, toLine } from '../../bench/harness/report';
import type { Goal, Row } from '../../bench/harness/row';
import { compare, createRun } from '../../bench/harness/run';

const measured = (ratio: number, low: number, high: number): Measured => ({
  ratio,
  spread: [low, high],
  ours: ratio,
  other: 1,
  n: 5,
  disturbed: 0,
});

/** A row whose looks give one after the other what is listed. */
function rowOf(goal: Goal, ...looks: readonly Measured[]): Row & { readonly looked: () => number } {
  let looked = 0;
  return {
    name: 'a.row',
    title: 'a row',
    goal,
    unit: 'us',
    looked: () => looked,
    measure: () => Promise.resolve(looks[looked++] as Measured),
  };
}

const run = (quick: boolean) => createRun({ quick, directory: '' });

describe('the verdict of the benchmark', () => {
  it('of the full form is that of the median, at the first look', async () => {
    const missed = rowOf({ atMost: 1.5 }, measured(1.51, 1.4, 1.6));
    assert.equal((await judge(missed, run(false))).passed, false);
    assert.equal(missed.looked(), 1);
    assert.equal((await judge(rowOf({ atLeast: 0.9 }, measured(0.9, 0.8, 1)), run(false))).passed, true);
  });

  it('of the quick form lets a miss pass that a quarter of the rounds does not show', async () => {
    assert.equal((await judge(rowOf({ atMost: 1.5 }, measured(2.2, 1.4, 2.4)), run(true))).passed, true);
  });

  it('of the quick form lets 30 % pass for noise', async () => {
    const three = (goal: Goal, ratio: number) => rowOf(goal, ...[1, 2, 3].map(() => measured(ratio, ratio, ratio)));
    for (const [goal, ratio, passed] of [
      [{ atMost: 1 }, 1.29, true],
      [{ atMost: 1 }, 1.31, false],
      [{ atLeast: 1.3 }, 1.01, true],
      [{ atLeast: 1.3 }, 0.99, false],
      [{ atMost: 0 }, 1, false],
    ] as const)
      assert.equal((await judge(three(goal, ratio), run(true))).passed, passed, `${ratio}`);
  });

  it('of the quick form is a miss when three looks agree, and not before', async () => {
    const bad = measured(2.2, 2, 2.4);
    const always = rowOf({ atMost: 1.5 }, bad, bad, bad);
    assert.equal((await judge(always, run(true))).passed, false);
    assert.equal(always.looked(), 3);
    const once = rowOf({ atMost: 1.5 }, bad, measured(1.2, 1.1, 1.3));
    assert.equal((await judge(once, run(true))).passed, true);
    assert.equal(once.looked(), 2);
  });

  it('of the quick form takes a look that breaks off for one that misses', async () => {
    const breaking = (times: number) => {
      const row = rowOf({ atMost: 1.5 }, ...[1, 2, 3].map(() => measured(1, 1, 1)));
      let left = times;
      const measure = () => (left-- > 0 ? Promise.reject(new Error('the port is taken')) : row.measure(run(true)));
      return { ...row, measure };
    };
    assert.equal((await judge(breaking(2), run(true))).passed, true);
    await assert.rejects(judge(breaking(3), run(true)), /the port is taken/);
    await assert.rejects(judge(breaking(1), run(false)), /the port is taken/);
  });

  it('of the quick form holds a row that has not reached its goal against what it has reached', async () => {
    const row = (ratio: number) => ({
      ...rowOf({ atLeast: 0.9 }, ...[1, 2, 3].map(() => measured(ratio, ratio, ratio))),
      reached: 0.7,
    });
    assert.equal((await judge(row(0.55), run(true))).passed, true);
    assert.equal((await judge(row(0.53), run(true))).passed, false);
    assert.equal((await judge(row(0.75), run(false))).passed, false);
    assert.equal((await judge(row(0.75), run(true))).met, false);
  });

  it('of the quick form notices what costs twice as much as today, whatever room the goal leaves', async () => {
    const goals: readonly (readonly [Goal, reached: number, twice: number])[] = [
      [{ atMost: 1.1 }, 0.8, 1.6],
      [{ atMost: 0.5 }, 0.24, 0.48],
      [{ atLeast: 6 }, 6.9, 3.45],
    ];
    for (const [goal, reached, twice] of goals) {
      const row = (ratio: number) => ({
        ...rowOf(goal, ...[1, 2, 3].map(() => measured(ratio, ratio, ratio))),
        reached,
      });
      assert.equal((await judge(row(reached), run(true))).passed, true, `${reached}`);
      const worse = await judge(row(twice), run(true));
      assert.equal(worse.passed, false, `${twice}`);
      assert.match(toLine(worse), worse.met ? / WORSE than before$/m : / MISSED$/m);
    }
  });

  it('of the quick form allows a row the noise that it names', async () => {
    const row = (ratio: number) => ({
      ...rowOf({ atMost: 1 }, ...[1, 2, 3].map(() => measured(ratio, ratio, ratio))),
      noise: 2,
    });
    assert.equal((await judge(row(1.9), run(true))).passed, true);
    assert.equal((await judge(row(2.1), run(true))).passed, false);
  });

  it('of the quick form looks once at what is counted and has no noise', async () => {
    const counted = { ...rowOf({ atMost: 0 }, measured(1, 1, 1), measured(0, 0, 0)), noise: 1 };
    assert.equal((await judge(counted, run(true))).passed, false);
    assert.equal(counted.looked(), 1);
  });

  it('of a row without a goal demands nothing, and names none', async () => {
    const { goal: _, ...row } = rowOf({ atMost: 1 }, measured(2.2, 2, 2.4));
    for (const quick of [false, true]) {
      const result = await judge({ ...row, measure: () => Promise.resolve(measured(2.2, 2, 2.4)) }, run(quick));
      assert.equal(result.passed, true);
      assert.equal(result.met, undefined);
      const { 'a.row': printed } = JSON.parse(toJson([result])) as Record<string, Record<string, unknown>>;
      assert.equal(printed?.ratio, 2.2);
      assert(!('goal' in (printed ?? {})) && !('met' in (printed ?? {})));
      assert.match(toLine(result), /^a\.row +2\.20 +- .*\d$/m);
    }
  });

  it('is printed with the figure, the goal, both sides and how long it took', async () => {
    const judged = await judge(rowOf({ atMost: 1.5 }, measured(1.2, 1.1, 1.3)), run(false));
    assert(judged.seconds >= 0);
    const result = { ...judged, seconds: 12.5 };
    const { 'a.row': printed } = JSON.parse(toJson([result])) as Record<string, object>;
    assert.deepEqual(printed, {
      ratio: 1.2,
      goal: 1.5,
      met: true,
      ours: 1.2,
      other: 1,
      unit: 'us',
      n: 5,
      spread: [1.1, 1.3],
      disturbed: 0,
      seconds: 12.5,
    });
  });
});

describe('a comparison', () => {
  it('is the ratio of the medians, spread round by round', () => {
    const { ratio, spread, n } = compare([2, 4, 9], [1, 2, 3], 0);
    assert.equal(ratio, 2);
    assert.deepEqual(spread, [2, 2.5]);
    assert.equal(n, 3);
  });
});

describe('interleaved rounds', () => {
  it('alternate the order of the subjects, start each anew and throw the warm-up away', async () => {
    const heard: string[] = [];
    const subject = (name: string) => async () => {
      heard.push(`start ${name}`);
      let samples = 0;
      return {
        async sample() {
          heard.push(name);
          samples += 1;
          return samples;
        },
        async close() {
          heard.push(`end ${name}`);
        },
      };
    };
    const plan = { processes: 2, rounds: 1, quickRounds: 1, warmUps: 1 };
    const { samples } = await run(false).interleave({ a: subject('a'), b: subject('b') }, plan);
    assert.equal(samples.a.length, 2);
    assert(samples.a.every((sample) => sample >= 2));
    assert.deepEqual(heard.slice(0, 6), ['start a', 'a', 'start b', 'b', 'a', 'b']);
    assert.equal(heard.filter((each) => each === 'start b').length, 2);
    assert.equal(heard.filter((each) => each === 'end b').length, 2);
  });

  it('of the quick form is an error where no look ever ends', async () => {
    const time = sinon.useFakeTimers();
    try {
      const stuck = { ...rowOf({ atMost: 1 }), measure: () => new Promise<Measured>(() => {}) };
      const verdict = assert.rejects(judge(stuck, run(true)), /a look took longer than 300 s/);
      await time.tickAsync(900_000);
      await verdict;
    } finally {
      time.restore();
    }
  });
});
