import assert from 'node:assert/strict';
import { type Reservation, serviceQueue } from '../../src/client';
import { createManualClock } from '../../src/clock';
import { failureOf } from './client-under-test';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('behaviour: settings of one device are written one after another', () => {
  const setUp = () => {
    const clock = createManualClock();
    const queue = serviceQueue(clock, 'https://example.com/api/v1');
    const begun: string[] = [];
    /** Enters with the reservation given, or with a released one. */
    const enter = (name: string, { deviceId = 'a', reservation, signal }: Partial<Given> = {}) => {
      const own = reservation ?? queue.reserve();
      const entry = queue.enterSetting(deviceId, own);
      if (reservation === undefined) own.release();
      const ready = entry.ready(signal).then(() => begun.push(name));
      return { ...entry, ready };
    };
    return { clock, queue, begun, enter };
  };
  interface Given {
    readonly deviceId: string;
    readonly reservation: Reservation;
    readonly signal: AbortSignal;
  }

  it('the next begins when the one before it has left, in the order of the reservations', async () => {
    const { queue, begun, enter } = setUp();
    const [older, newer] = [queue.reserve(), queue.reserve()];
    const first = enter('first', { reservation: older });
    enter('third');
    enter('second', { reservation: newer });
    older.release();
    newer.release();
    await settled();
    assert.deepEqual(begun, ['first']);
    first.leave();
    await settled();
    assert.deepEqual(begun, ['first', 'second']);
  });

  it('nothing goes before one that has begun, also what arrived earlier', async () => {
    const { clock, queue, begun, enter } = setUp();
    const slow = queue.reserve();
    const first = enter('first');
    clock.advance(10_000);
    await settled();
    enter('slow', { reservation: slow });
    enter('last');
    await settled();
    assert.deepEqual(begun, ['first']);
    first.leave();
    await settled();
    assert.deepEqual(begun, ['first', 'slow']);
  });

  it('one waits for an input that arrived before it until that has named its devices, or for ten seconds', async () => {
    const { clock, queue, begun, enter } = setUp();
    const [older, silent] = [queue.reserve(), queue.reserve()];
    const first = enter('first');
    silent.release();
    await settled();
    assert.deepEqual(begun, []);
    older.release();
    await settled();
    assert.deepEqual(begun, ['first']);
    first.leave();
    queue.reserve();
    enter('second');
    clock.advance(9_999);
    await settled();
    assert.deepEqual(begun, ['first']);
    clock.advance(1);
    await settled();
    assert.deepEqual(begun, ['first', 'second']);
  });

  it('other devices do not wait; the case of an id makes no other device', async () => {
    const { begun, enter } = setUp();
    enter('a');
    enter('A', { deviceId: 'A' });
    enter('b', { deviceId: 'b' });
    await settled();
    assert.deepEqual(begun, ['a', 'b']);
  });

  it('one that is cancelled while it waits leaves its place, and one that was cancelled before takes none', async () => {
    const { begun, enter } = setUp();
    const first = enter('first');
    const cancelling = new AbortController();
    const waiting = enter('waiting', { signal: cancelling.signal });
    const never = enter('never', { signal: AbortSignal.abort() });
    assert.equal((await failureOf(never.ready)).code, 'CLOSED');
    cancelling.abort();
    assert.equal((await failureOf(waiting.ready)).code, 'CLOSED');
    enter('last');
    first.leave();
    await settled();
    assert.deepEqual(begun, ['first', 'last']);
  });

  it('one that has begun is not ended by its signal, and to leave twice is to leave once', async () => {
    const { begun, enter } = setUp();
    const cancelling = new AbortController();
    const first = enter('first', { signal: cancelling.signal });
    const second = enter('second');
    enter('third');
    await settled();
    cancelling.abort();
    await settled();
    assert.deepEqual(begun, ['first']);
    first.leave();
    first.leave();
    await settled();
    assert.deepEqual(begun, ['first', 'second']);
    second.leave();
    await settled();
    assert.deepEqual(begun, ['first', 'second', 'third']);
  });
});

describe('behaviour: what is meant once at a device', () => {
  it('is the first within its time, by what and by device, whatever the case of the id', () => {
    const clock = createManualClock();
    const queue = serviceQueue(clock, 'https://example.com/api/v1');
    assert.equal(queue.isFirstWithin('restart', 'a', 60_000), true);
    assert.equal(queue.isFirstWithin('restart', 'A', 60_000), false);
    assert.equal(queue.isFirstWithin('restart', 'b', 60_000), true);
    assert.equal(queue.isFirstWithin('identify', 'a', 60_000), true);
    clock.advance(59_999);
    assert.equal(queue.isFirstWithin('restart', 'a', 60_000), false);
    clock.advance(1);
    assert.equal(queue.isFirstWithin('restart', 'a', 60_000), true);
  });
});
