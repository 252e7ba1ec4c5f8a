import assert from 'node:assert/strict';
import { createSleepAwareTime } from '../../src/clock/sleep-aware';

describe('monotonic time of a machine that sleeps', () => {
  const machine = () => {
    const at = { wallMs: 1_000_000, evenMs: 50, uptimeMs: 7_000 };
    let asked = 0;
    const now = createSleepAwareTime({
      wallMs: () => at.wallMs,
      evenMs: () => at.evenMs,
      uptimeMs: () => {
        asked += 1;
        return at.uptimeMs;
      },
    });
    const run = (ms: number) => {
      at.wallMs += ms;
      at.evenMs += ms;
      at.uptimeMs += ms;
    };
    return {
      now,
      run,
      sleep(ms: number) {
        at.wallMs += ms;
        at.uptimeMs += ms;
      },
      setWall(ms: number) {
        at.wallMs += ms;
      },
      asked: () => asked,
    };
  };

  it('runs with the machine, without asking for its uptime', () => {
    const { now, run, asked } = machine();
    const start = now();
    run(1_234);
    assert.equal(now() - start, 1_234);
    assert.equal(asked(), 1);
  });

  it('counts a sleep once', () => {
    const { now, run, sleep } = machine();
    const start = now();
    sleep(8 * 3_600_000);
    assert.equal(now() - start, 8 * 3_600_000);
    run(1_000);
    assert.equal(now() - start, 8 * 3_600_000 + 1_000);
    sleep(60_000);
    assert.equal(now() - start, 8 * 3_600_000 + 61_000);
  });

  it('counts no step of the wall clock, forward or back', () => {
    for (const stepMs of [3_600_000, -3_600_000]) {
      const { now, run, setWall } = machine();
      const start = now();
      setWall(stepMs);
      assert.equal(now() - start, 0);
      run(500);
      assert.equal(now() - start, 500);
    }
  });

  it('tells a sleep from a step that comes with it', () => {
    const { now, sleep, setWall } = machine();
    const start = now();
    sleep(600_000);
    setWall(-3_600_000);
    assert.equal(now() - start, 600_000);
  });
});
