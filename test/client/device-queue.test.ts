import assert from 'node:assert/strict';
import { ClientError, type QueueEntry, type ServiceQueue, serviceQueue } from '../../src/client';
import { createLifetimes } from '../../src/client/lifetime';
import type { CommandKind, QueuedCommand } from '../../src/client/queue/command';
import { createManualClock } from '../../src/clock';
import { failureOf } from './client-under-test';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('behaviour: order and pace of commands at a device', () => {
  const setUp = () => {
    const clock = createManualClock();
    const queue: ServiceQueue = serviceQueue(clock, 'https://example.com/api/v1');
    const lifetimes = createLifetimes(clock);
    const begin = () => lifetimes.begin({ deadlineMs: 60_000 });
    const enter = (kind: CommandKind, more: Partial<QueuedCommand> = {}): QueueEntry => {
      const reservation = more.reservation ?? queue.reserve();
      try {
        return queue.enter({
          deviceId: 'a',
          kind,
          spacingMs: 10_000,
          expiresAtMs: clock.monotonicMs() + 60_000,
          detail: { deviceId: 'a' },
          ...more,
          reservation,
        });
      } finally {
        if (more.reservation === undefined) reservation.release();
      }
    };
    /** Waits for its turn, sends and leaves; when, after the start. */
    const pass = async (kind: CommandKind, more: Partial<QueuedCommand> = {}) => {
      const entry = enter(kind, more);
      await entry.ready();
      entry.begin().sent(clock.monotonicMs());
      entry.leave();
      return clock.monotonicMs();
    };
    const refusal = (kind: CommandKind, more: Partial<QueuedCommand> = {}) => {
      try {
        enter(kind, more);
      } catch (error) {
        assert(error instanceof ClientError);
        return error;
      }
      return assert.fail('it must be refused');
    };
    return { clock, queue, begin, enter, pass, refusal };
  };

  it('an open that comes while a close is checked ends the close, and goes first', async () => {
    const { enter } = setUp();
    const close = enter('close');
    await close.ready();
    const checked = close.unlessEnded(new Promise<void>(() => {}));
    const open = enter('open');
    assert.equal((await failureOf(checked)).code, 'BLOCKED_BY_INTERLOCK');
    assert.throws(() => close.begin(), { code: 'BLOCKED_BY_INTERLOCK' });
    assert.equal(open.ready(), undefined);
  });

  it('a close that comes while an open is checked waits for it, whatever its checks take', async () => {
    const { clock, enter } = setUp();
    const open = enter('open');
    await open.ready();
    const close = enter('close');
    let isReady = false;
    void Promise.resolve(close.ready()).then(() => {
      isReady = true;
    });
    await clock.advance(20_000);
    assert.equal(isReady, false);
    open.begin().sent(clock.monotonicMs());
    open.leave();
    await clock.advance(9_999);
    assert.equal(isReady, false);
    await clock.advance(1);
    assert.equal(isReady, true);
  });

  it('an open that was refused by its checks delays the close behind it no longer', async () => {
    const { enter } = setUp();
    const open = enter('open');
    await open.ready();
    const close = enter('close');
    const ready = close.ready();
    open.leave();
    await ready;
  });

  it('a newer close takes the place of one that was not sent', async () => {
    const { enter } = setUp();
    const older = enter('close');
    await older.ready();
    const newer = enter('close');
    assert.throws(() => older.begin(), { code: 'RATE_LIMITED_LOCALLY' });
    assert.equal(newer.ready(), undefined);
  });

  it('an input whose devices are found late keeps its place: its open goes before a close that arrived later', async () => {
    const { clock, queue, enter } = setUp();
    const early = queue.reserve();
    const close = enter('close');
    const order: string[] = [];
    const closed = Promise.resolve(close.ready()).then(() => order.push('close'));
    await settled();
    assert.equal(order.length, 0);
    const open = enter('open', { reservation: early });
    early.release();
    await open.ready();
    order.push('open');
    open.begin().sent(clock.monotonicMs());
    open.leave();
    await clock.advance(10_000);
    await closed;
    assert.deepEqual(order, ['open', 'close']);
  });

  it('an input whose devices are found late undoes nothing that came after it', async () => {
    const { queue, pass, refusal } = setUp();
    const early = queue.reserve();
    await pass('open');
    assert.equal(refusal('close', { reservation: early }).code, 'BLOCKED_BY_INTERLOCK');
    assert.equal(refusal('open', { reservation: early }).code, 'RATE_LIMITED_LOCALLY');
  });

  it('an input that names no device lets the closes behind it go', async () => {
    const { queue, enter } = setUp();
    const early = queue.reserve();
    const close = enter('close');
    const ready = close.ready();
    assert(ready !== undefined);
    early.release();
    early.release();
    await ready;
  });

  it('an input that never names its devices holds a close up for 10 s, and undoes nothing when it does after all', async () => {
    const { clock, queue, enter, refusal } = setUp();
    const hanging = queue.reserve();
    const close = enter('close');
    let isReady = false;
    void Promise.resolve(close.ready()).then(() => {
      isReady = true;
    });
    await clock.advance(9_999);
    assert.equal(isReady, false);
    await clock.advance(1);
    assert.equal(isReady, true);
    close.begin().sent(clock.monotonicMs());
    close.leave();
    assert.equal(refusal('open', { reservation: hanging }).code, 'RATE_LIMITED_LOCALLY');
  });

  it('settings wait for an input that has not named its devices yet, 10 s at most, and leave no timer behind', async () => {
    for (const names of [true, false]) {
      const { clock, queue } = setUp();
      const older = queue.reserve();
      const newer = queue.reserve();
      const place = queue.enterSetting('a', newer);
      newer.release();
      let isReady = false;
      void place.ready().then(() => {
        isReady = true;
      });
      await clock.advance(5_000);
      assert.equal(isReady, false);
      if (names) older.release();
      else await clock.advance(5_000);
      await settled();
      assert.equal(isReady, true);
      place.leave();
      assert.equal(clock.pendingTimers(), 0);
    }
  });

  it('a close that could be sent less than 2 s before it expires is refused at once, with the wait in whole seconds', async () => {
    const { clock, pass, enter, refusal } = setUp();
    await pass('open');
    await clock.advance(500);
    const { code, cause } = refusal('close', { expiresAtMs: 11_999 });
    assert.deepEqual([code, cause.retryAfter], ['RATE_LIMITED_LOCALLY', 10]);
    enter('close', { expiresAtMs: 12_000 }).leave();
  });

  it('a close behind opens that were not sent counts a second for each of them, and its own distance', async () => {
    const { enter, refusal } = setUp();
    const [first] = [enter('open'), enter('open'), enter('open')];
    await first?.ready();
    assert.equal(refusal('close', { expiresAtMs: 13_999 }).cause.retryAfter, 12);
    enter('close', { expiresAtMs: 14_000 }).leave();
  });

  it('of many opens the newest are kept', async () => {
    const { enter } = setUp();
    const active = enter('open');
    await active.ready();
    const waits = Array.from({ length: 6 }, () => enter('open')).map((entry) =>
      Promise.resolve(entry.ready()).then(
        () => 'ready',
        (error: ClientError) => error.code,
      ),
    );
    const [first, second] = await Promise.all(waits.slice(0, 2));
    assert.deepEqual([first, second], ['RATE_LIMITED_LOCALLY', 'RATE_LIMITED_LOCALLY']);
    active.leave();
    assert.equal(await waits[2], 'ready');
  });

  it('a cancelled entry leaves its place; one that is being sent does not', async () => {
    const { clock, enter } = setUp();
    const [first, second] = [new AbortController(), new AbortController()];
    const sending = enter('open', { signal: first.signal });
    await sending.ready();
    sending.begin().sent(clock.monotonicMs());
    const waiting = enter('open', { signal: second.signal });
    const left = failureOf(Promise.resolve(waiting.ready()));
    second.abort();
    first.abort();
    assert.equal((await left).code, 'CLOSED');
    assert.throws(() => waiting.begin(), { code: 'CLOSED' });
  });

  it('a waiting command that expires is never sent', async () => {
    const { clock, enter } = setUp();
    const first = enter('open');
    await first.ready();
    const expired = failureOf(Promise.resolve(enter('open', { expiresAtMs: 5_000 }).ready()));
    await clock.advance(5_001);
    assert.equal((await expired).code, 'COMMAND_EXPIRED');
  });

  it('a step of the wall clock changes no pace', async () => {
    for (const stepMs of [-3_600_000, 3_600_000]) {
      const { clock, pass } = setUp();
      await pass('open');
      await clock.advance(2_000);
      clock.step(stepMs);
      const closed = pass('close');
      await clock.advance(7_999);
      assert.equal(clock.monotonicMs(), 9_999);
      await clock.advance(1);
      assert.equal(await closed, 10_000);
    }
  });

  it('two accounts of one service share the pace, ids in any case; another service does not', async () => {
    const { clock, queue, pass, refusal } = setUp();
    assert.equal(serviceQueue(clock, 'https://example.com/api/v1'), queue);
    await pass('close', { deviceId: 'A' });
    assert.equal(refusal('close', { deviceId: 'a', expiresAtMs: 5_000 }).code, 'RATE_LIMITED_LOCALLY');
    assert.notEqual(serviceQueue(clock, 'https://example.org/api/v1'), queue);
  });

  it('attempts of one close count as one close, and keep a second apart', async () => {
    const { clock, enter, pass } = setUp();
    const entry = enter('close', { spacingMs: 0 });
    await entry.ready();
    const permit = entry.begin();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      permit.sent(clock.monotonicMs());
      assert.equal(permit.resendWaitMs(), 1_000);
      await clock.advance(1_000);
    }
    entry.leave();
    const startedAtMs = clock.monotonicMs();
    assert.equal(await pass('close', { spacingMs: 0 }), startedAtMs);
  });

  it('at most ten closes a minute', async () => {
    const { clock, pass, refusal } = setUp();
    for (let count = 0; count < 10; count += 1) {
      await pass('close', { spacingMs: 1_000 });
      await clock.advance(1_000);
    }
    const { cause, message } = refusal('close', { spacingMs: 1_000, expiresAtMs: clock.monotonicMs() + 10_000 });
    assert.equal(cause.retryAfter, 50);
    assert.match(message, /at most 10 times in 60 s/);
    await clock.advance(50_000);
    assert.equal(await pass('close', { spacingMs: 1_000 }), 60_000);
  });

  it('an open waits 2 s for a close that is being sent, and then cuts it off', async () => {
    const { clock, begin, enter } = setUp();
    const close = enter('close');
    await close.ready();
    const lifetime = begin();
    close.begin(lifetime).sent(clock.monotonicMs());
    enter('open');
    assert.equal(lifetime.superseded(), 'BLOCKED_BY_INTERLOCK');
    await clock.advance(1_999);
    assert.equal(lifetime.ended(), undefined);
    await clock.advance(1);
    assert.equal(lifetime.ended(), 'cut');
  });

  it('however many devices there are, none forgets what it was just sent', async () => {
    const { clock, pass } = setUp();
    await pass('open', { deviceId: 'fresh' });
    for (let count = 0; count < 5_001; count += 1) await pass('open', { deviceId: `device-${count}` });
    const again = pass('open', { deviceId: 'fresh' });
    await clock.advance(1_000);
    assert.equal(await again, 1_000);
  });
});
