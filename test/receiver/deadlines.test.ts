import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';
import { createDeadlines, Deadline } from '../../src/receiver/deadlines';

class Expiring extends Deadline {
  constructor(private readonly onExpired: () => void) {
    super();
  }
  override expired(): void {
    this.onExpired();
  }
}

describe('deadlines of one length', () => {
  it('each expires at its own time, cancelled ones never, with one timer', async () => {
    const clock = createManualClock();
    const deadlines = createDeadlines(clock, 100);
    const startMs = clock.now();
    const expired: [name: string, atMs: number][] = [];
    const start = (name: string) => {
      const deadline = new Expiring(() => expired.push([name, clock.now() - startMs]));
      deadlines.start(deadline);
      return deadline;
    };
    start('a');
    await clock.advance(30);
    const cancelled = start('b');
    start('c');
    assert.equal(clock.pendingTimers(), 1);
    await clock.advance(40);
    start('d');
    cancelled.cancel();
    await clock.advance(1000);
    assert.deepEqual(expired, [
      ['a', 100],
      ['c', 130],
      ['d', 170],
    ]);
    assert.equal(clock.pendingTimers(), 0);
  });

  for (const stepMs of [-3_600_000, 3_600_000])
    it(`a wall clock that steps by ${stepMs / 60_000} minutes does not change them`, async () => {
      const clock = createManualClock();
      const deadlines = createDeadlines(clock, 100);
      const expired: [name: string, atMs: number][] = [];
      const start = (name: string) => deadlines.start(new Expiring(() => expired.push([name, clock.monotonicMs()])));
      start('before');
      await clock.advance(60);
      clock.step(stepMs);
      start('after');
      await clock.advance(1000);
      assert.deepEqual(expired, [
        ['before', 100],
        ['after', 160],
      ]);
    });

  it('closing cancels all', async () => {
    const clock = createManualClock();
    const deadlines = createDeadlines(clock, 100);
    deadlines.start(new Expiring(assert.fail));
    deadlines.close();
    await clock.advance(100);
    assert.equal(clock.pendingTimers(), 0);
  });
});
