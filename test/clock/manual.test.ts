import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';

describe('manual clock', () => {
  it('stands still until it is turned', async () => {
    const clock = createManualClock(1000);
    assert.equal(clock.now(), 1000);
    await clock.advance(500);
    assert.equal(clock.now(), 1500);
  });

  it('runs what falls due in order of its time, each at its own instant', async () => {
    const clock = createManualClock(0);
    const ran: [string, number][] = [];
    clock.after(30, () => ran.push(['c', clock.now()]));
    clock.after(10, () => ran.push(['a', clock.now()]));
    clock.after(20, () => ran.push(['b', clock.now()]));
    clock.after(51, () => ran.push(['late', clock.now()]));
    await clock.advance(50);
    assert.deepEqual(ran, [
      ['a', 10],
      ['b', 20],
      ['c', 30],
    ]);
    assert.equal(clock.now(), 50);
  });

  it('a step of the wall clock changes no duration and makes no timer due', async () => {
    const clock = createManualClock(3_600_000);
    let ranAt: number | undefined;
    clock.after(100, () => {
      ranAt = clock.monotonicMs();
    });
    clock.step(-3_600_000);
    assert.equal(clock.now(), 0);
    assert.equal(clock.monotonicMs(), 0);
    await clock.advance(100);
    assert.equal(ranAt, 100);
    clock.step(3_600_000);
    assert.equal(clock.now(), 3_600_100);
    assert.equal(clock.monotonicMs(), 100);
  });

  it('what falls due together runs in the order it was started', async () => {
    const clock = createManualClock(0);
    const ran: string[] = [];
    for (const name of ['a', 'b', 'c']) clock.after(10, () => ran.push(name));
    await clock.advance(10);
    assert.deepEqual(ran, ['a', 'b', 'c']);
  });

  it('a timer started by a task runs in the same turn when it falls due', async () => {
    const clock = createManualClock(0);
    const ran: number[] = [];
    const repeat = () => {
      ran.push(clock.now());
      clock.after(10, repeat);
    };
    clock.after(10, repeat);
    await clock.advance(35);
    assert.deepEqual(ran, [10, 20, 30]);
    assert.equal(clock.nextTimerMs(), 5);
  });

  it('promises settle between two tasks', async () => {
    const clock = createManualClock(0);
    const ran: string[] = [];
    clock.after(10, () => {
      void Promise.resolve().then(() => ran.push('settled'));
    });
    clock.after(20, () => ran.push('second'));
    await clock.advance(20);
    assert.deepEqual(ran, ['settled', 'second']);
  });

  it('a negative delay is due now', async () => {
    const clock = createManualClock(100);
    let ranAt = 0;
    clock.after(-50, () => {
      ranAt = clock.now();
    });
    assert.equal(clock.nextTimerMs(), 0);
    await clock.advance(0);
    assert.equal(ranAt, 100);
  });

  it('counts what is pending; cancelling is idempotent', async () => {
    const clock = createManualClock(0);
    let ran = 0;
    const timer = clock.after(10, () => {
      ran += 1;
    });
    clock.after(20, () => {});
    assert.equal(clock.pendingTimers(), 2);
    assert.equal(clock.nextTimerMs(), 10);
    timer.cancel();
    timer.cancel();
    assert.equal(clock.pendingTimers(), 1);
    await clock.advance(30);
    assert.equal(ran, 0);
    assert.equal(clock.pendingTimers(), 0);
    assert.equal(clock.nextTimerMs(), undefined);
  });

  it('waits for days without waiting', async () => {
    const clock = createManualClock(0);
    const yearMs = 365 * 86_400_000;
    let ranAt = 0;
    clock.after(yearMs, () => {
      ranAt = clock.now();
    });
    await clock.advance(yearMs);
    assert.equal(ranAt, yearMs);
  });
});
