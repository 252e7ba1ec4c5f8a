import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createVirtualTime } from '../../src/rehearsal/child/virtual-time';

const startMs = Date.UTC(2026, 5, 15);

describe('virtual time', () => {
  it('stands still until the next timer is asked for', () => {
    const time = createVirtualTime(startMs);
    const ran: number[] = [];
    time.after(500, () => ran.push(time.now()));
    assert.deepEqual([time.now(), ran], [startMs, []]);
    assert.equal(time.runNext(), true);
    assert.deepEqual(ran, [startMs + 500]);
    assert.equal(time.runNext(), false);
  });

  it('runs timers by their instants, and those of one instant in the order in which they were made', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }), (delays) => {
        const time = createVirtualTime(startMs);
        const ran: number[] = [];
        for (const [index, delay] of delays.entries()) time.after(delay, () => ran.push(index));
        while (time.runNext());
        const expected = delays.map((delay, index) => ({ delay, index }));
        expected.sort((one, other) => one.delay - other.delay || one.index - other.index);
        assert.deepEqual(
          ran,
          expected.map(({ index }) => index),
        );
      }),
    );
  });

  it('leaves out a timer that was cancelled, also when it is the next one', () => {
    const time = createVirtualTime(startMs);
    const timers = [10, 20, 30].map((delay) => time.after(delay, () => assert.notEqual(delay, 10)));
    timers[0]?.cancel();
    assert.equal(time.nextAt(), startMs + 20);
    timers[2]?.cancel();
    time.runNext();
    assert.equal(time.nextAt(), undefined);
  });

  it('never turns back', () => {
    const time = createVirtualTime(startMs);
    time.goTo(startMs + 1000);
    time.goTo(startMs);
    assert.equal(time.elapsedMs(), 1000);
  });
});
