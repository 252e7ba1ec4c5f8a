import assert from 'node:assert/strict';
import { createAcceleratedClock, createManualClock } from '../../src/clock';

function setUp(speed: number) {
  const base = createManualClock(1_000_000);
  const clock = createAcceleratedClock(base, speed, 5_000_000);
  const fired: [string, number][] = [];
  const note = (name: string) => () => fired.push([name, clock.now()]);
  return { base, clock, fired, note };
}

describe('accelerated clock', () => {
  it('starts at its own time and runs as many times as fast as its base', async () => {
    const { base, clock } = setUp(60);
    assert.equal(clock.now(), 5_000_000);
    await base.advance(1000);
    assert.equal(clock.now(), 5_060_000);
    assert.equal(clock.speed(), 60);
  });

  it('shows the time of its base unless told otherwise', () => {
    const base = createManualClock(42);
    assert.equal(createAcceleratedClock(base).now(), 42);
    assert.equal(createAcceleratedClock(base).speed(), 1);
  });

  it('a delay is in its own time', async () => {
    const { base, clock, fired, note } = setUp(10);
    clock.after(5000, note('a'));
    await base.advance(499);
    assert.deepEqual(fired, []);
    await base.advance(1);
    assert.deepEqual(fired, [['a', 5_005_000]]);
  });

  it('is never early: a delay that is no whole number of base milliseconds is rounded up', async () => {
    const { base, clock, fired, note } = setUp(1000);
    clock.after(1, note('a'));
    await base.advance(1);
    assert.deepEqual(fired, [['a', 5_001_000]]);
  });

  it('runs slower than its base below 1', async () => {
    const { base, clock, fired, note } = setUp(0.5);
    clock.after(1000, note('a'));
    await base.advance(1999);
    assert.deepEqual(fired, []);
    await base.advance(1);
    assert.deepEqual(fired, [['a', 5_001_000]]);
  });

  it('a step of the base wall clock makes no timer due and changes no duration', async () => {
    const { base, clock, fired, note } = setUp(10);
    clock.after(5000, note('a'));
    base.step(-3_600_000);
    assert.equal(clock.monotonicMs(), 0);
    await base.advance(499);
    assert.deepEqual(fired, []);
    await base.advance(1);
    assert.equal(fired.length, 1);
    assert.equal(clock.monotonicMs(), 5000);
  });

  it('a wall clock that is set back changes nothing: time goes on', async () => {
    const { base, clock } = setUp(10);
    base.step(-3_600_000);
    assert.equal(clock.now(), 5_000_000);
    await base.advance(100);
    assert.equal(clock.now(), 5_001_000);
  });

  it('what the wall clock gains by a step or a sleep is added once, whatever the speed', async () => {
    const { base, clock } = setUp(3600);
    base.step(8 * 3_600_000);
    assert.equal(clock.now(), 5_000_000 + 8 * 3_600_000);
    await base.advance(1000);
    assert.equal(clock.now(), 5_000_000 + 9 * 3_600_000);
    base.step(-3_600_000);
    clock.now();
    base.step(3_600_000);
    assert.equal(clock.now(), 5_000_000 + 9 * 3_600_000);
  });

  it('a change of speed moves no time, also after a step of the wall clock', () => {
    const { base, clock } = setUp(3600);
    base.step(60_000);
    clock.setSpeed(1);
    assert.equal(clock.now(), 5_060_000);
    base.step(-60_000);
    clock.setSpeed(10);
    assert.equal(clock.now(), 5_060_000);
  });

  it('a change of speed does not move the time', async () => {
    const { base, clock } = setUp(10);
    await base.advance(100);
    clock.setSpeed(1000);
    assert.equal(clock.now(), 5_001_000);
    await base.advance(1);
    assert.equal(clock.now(), 5_002_000);
  });

  it('a change of speed re-times what is pending, to the same instants', async () => {
    const { base, clock, fired, note } = setUp(1);
    clock.after(10_000, note('a'));
    clock.after(20_000, note('b'));
    await base.advance(5000);
    clock.setSpeed(10);
    assert.equal(base.pendingTimers(), 2);
    assert.equal(base.nextTimerMs(), 500);
    await base.advance(500);
    assert.deepEqual(fired, [['a', 5_010_000]]);
    clock.setSpeed(0.5);
    assert.equal(base.nextTimerMs(), 20_000);
    await base.advance(20_000);
    assert.deepEqual(fired, [
      ['a', 5_010_000],
      ['b', 5_020_000],
    ]);
    assert.equal(base.pendingTimers(), 0);
  });

  it('what has run or was cancelled does not run again after a change of speed', async () => {
    const { base, clock, fired, note } = setUp(1);
    clock.after(100, note('ran'));
    const cancelled = clock.after(200, note('cancelled'));
    await base.advance(100);
    cancelled.cancel();
    cancelled.cancel();
    clock.setSpeed(100);
    assert.equal(base.pendingTimers(), 0);
    await base.advance(1000);
    assert.deepEqual(fired, [['ran', 5_000_100]]);
  });

  it('a timer that was re-timed can be cancelled', async () => {
    const { base, clock, fired, note } = setUp(1);
    const timer = clock.after(100, note('a'));
    clock.setSpeed(2);
    timer.cancel();
    assert.equal(base.pendingTimers(), 0);
    await base.advance(1000);
    assert.deepEqual(fired, []);
  });

  it('refuses a speed that is not above 0 and at most 100000', () => {
    const { base, clock } = setUp(1);
    for (const speed of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 100_001]) {
      assert.throws(() => clock.setSpeed(speed), RangeError);
      assert.throws(() => createAcceleratedClock(base, speed), RangeError);
    }
    assert.equal(clock.speed(), 1);
  });
});
