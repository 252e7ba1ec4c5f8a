import assert from 'node:assert/strict';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { maxTimerMs, systemClock } from '../../src/clock';

const dayMs = 86_400_000;

describe('system clock', () => {
  let timers: SinonFakeTimers;
  beforeEach(() => {
    timers = useFakeTimers({ now: 1_000_000, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => timers.restore());

  it('shows the time of the machine', () => {
    assert.equal(systemClock.now(), 1_000_000);
    timers.tick(5);
    assert.equal(systemClock.now(), 1_000_005);
  });

  it('measures durations without the wall clock', () => {
    const before = systemClock.monotonicMs();
    timers.setSystemTime(0);
    assert.ok(systemClock.monotonicMs() >= before);
  });

  it('a delay with a fraction of a millisecond is not early', () => {
    let ran = 0;
    systemClock.after(10.4, () => {
      ran += 1;
    });
    timers.tick(10);
    assert.equal(ran, 0);
    timers.tick(1);
    assert.equal(ran, 1);
  });

  it('a delay within the range of a timer is one timer', () => {
    let ran = 0;
    systemClock.after(maxTimerMs, () => {
      ran += 1;
    });
    timers.tick(maxTimerMs - 1);
    assert.equal(ran, 0);
    timers.tick(1);
    assert.equal(ran, 1);
  });

  it('a delay beyond the range of a timer does not fire at once but when it is due', () => {
    const firedAt: number[] = [];
    systemClock.after(60 * dayMs, () => firedAt.push(Date.now()));
    timers.tick(60 * dayMs - 1);
    assert.deepEqual(firedAt, []);
    timers.tick(1);
    assert.deepEqual(firedAt, [1_000_000 + 60 * dayMs]);
    timers.tick(120 * dayMs);
    assert.equal(firedAt.length, 1);
  });

  it('a long delay can be cancelled in its second part', () => {
    let ran = false;
    const timer = systemClock.after(60 * dayMs, () => {
      ran = true;
    });
    timers.tick(30 * dayMs);
    timer.cancel();
    timer.cancel();
    timers.tick(60 * dayMs);
    assert.equal(ran, false);
    assert.equal(timers.countTimers(), 0);
  });

  it('a negative delay runs as soon as possible, never in the same turn', () => {
    let ran = false;
    systemClock.after(-1, () => {
      ran = true;
    });
    assert.equal(ran, false);
    timers.tick(1);
    assert.equal(ran, true);
  });
});
