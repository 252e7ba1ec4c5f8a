import assert from 'node:assert/strict';
import { ClientError } from '../../src/client';
import { createLifetimes } from '../../src/client/lifetime';
import { createPacing, type PacedCommand, type Turn } from '../../src/client/pacing';
import { createManualClock } from '../../src/clock';
import { failureOf } from './client-under-test';

describe('behaviour: whose turn it is at a device', () => {
  const setUp = ({ deadlineMs = 60_000, spacingMs = 10_000 } = {}) => {
    const clock = createManualClock();
    const startedAt = clock.now();
    const pacing = createPacing(clock, spacingMs, (code, message, detail) => new ClientError(code, message, detail));
    const lifetimes = createLifetimes(clock);
    const begin = () => lifetimes.begin({ deadlineMs });
    // A turn that is free is given at once, another one by a promise.
    const enter = async (direction: PacedCommand['direction'], deviceId = 'a', lifetime = begin()) =>
      pacing.enter({ deviceId, direction, lifetime, detail: { deviceId } });
    /** Takes a turn, sends and leaves; how long after the start. */
    const pass = async (direction: PacedCommand['direction'], deviceId = 'a') => {
      const turn = await enter(direction, deviceId);
      turn.sent(clock.now());
      turn.leave();
      return clock.now() - startedAt;
    };
    return { clock, begin, enter, pass };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('a further attempt waits until a second after the last, and not at all where nothing was sent', async () => {
    const { clock, enter } = setUp();
    const turn = await enter('open');
    assert.equal(turn.resendWaitMs(), 0);
    turn.sent(clock.now());
    assert.equal(turn.resendWaitMs(), 1000);
    await clock.advance(999);
    assert.equal(turn.resendWaitMs(), 1);
    await clock.advance(2);
    assert.equal(turn.resendWaitMs(), 0);
  });

  it('a close that would wait beyond its deadline hears in how many whole seconds it may come', async () => {
    const { clock, pass, enter } = setUp({ deadlineMs: 9_000 });
    await pass('open');
    for (const [afterMs, seconds] of [
      [0, 10],
      [1, 10],
      [998, 10],
      [1, 9],
    ] as const) {
      await clock.advance(afterMs);
      const { code, message, cause } = await failureOf(enter('close'));
      assert.deepEqual([code, cause.retryAfter], ['RATE_LIMITED_LOCALLY', seconds]);
      assert.match(message, new RegExp(`keep 10 s apart, so this one could be sent in ${seconds} s`));
    }
    await clock.advance(1);
    const turn = enter('close');
    await clock.advance(8_999);
    (await turn).leave();
  });

  it('a close that is dropped hears by what: an open, or a newer close', async () => {
    for (const [newer, code, why] of [
      ['open', 'BLOCKED_BY_INTERLOCK', 'an open to the same device came first'],
      ['close', 'RATE_LIMITED_LOCALLY', 'a newer command took its place'],
    ] as const) {
      const { pass, enter } = setUp();
      await pass('open');
      const waiting = failureOf(enter('close'));
      enter(newer).catch(() => {});
      const { code: got, message, cause } = await waiting;
      assert.deepEqual([got, message, cause.deviceId], [code, why, 'a']);
    }
  });

  it('who leaves the queue hears why, and makes room for the next', async () => {
    for (const [end, code, why] of [
      ['cancelled', 'CLOSED', 'the call was cancelled'],
      ['closed', 'CLOSED', 'the call was cancelled'],
      ['deadline', 'RATE_LIMITED_LOCALLY', 'the commands before it took too long'],
    ] as const) {
      const { clock, begin, pass, enter } = setUp();
      await pass('open');
      const lifetime = begin();
      const left = failureOf(enter('open', 'a', lifetime));
      const next = enter('open');
      lifetime.end(end);
      const { code: got, message } = await left;
      assert.deepEqual([got, message], [code, why]);
      await clock.advance(1_000);
      (await next).leave();
    }
  });

  it('a close behind a close ends its attempts, but does not cut it off; an open does after 2 s', async () => {
    for (const [newer, code, cut] of [
      ['close', 'RATE_LIMITED_LOCALLY', undefined],
      ['open', 'BLOCKED_BY_INTERLOCK', 'cut'],
    ] as const) {
      const { clock, begin, enter } = setUp();
      const lifetime = begin();
      const turn = await enter('close', 'a', lifetime);
      turn.sent(clock.now());
      enter(newer).catch(() => {});
      assert.equal(lifetime.superseded(), code);
      await clock.advance(1_500);
      enter(newer).catch(() => {});
      await clock.advance(499);
      assert.equal(lifetime.ended(), undefined);
      await clock.advance(1);
      assert.equal(lifetime.ended(), cut);
    }
  });

  it('an open that waits behind a close is not answered by cutting off what comes after it', async () => {
    const { clock, begin, enter } = setUp();
    const first = await enter('close', 'a', begin());
    const open = enter('open');
    first.leave();
    const lifetime = begin();
    const turn: Turn = await open;
    turn.leave();
    const next = await enter('close', 'a', lifetime);
    await clock.advance(2_000);
    assert.equal(lifetime.ended(), undefined);
    next.leave();
  });

  it('opens do not count as closes: ten closes a minute, however many opens are among them', async () => {
    const { clock, pass } = setUp({ deadlineMs: 20_000 });
    for (let count = 1; count <= 10; count++) {
      await pass('open');
      await clock.advance(1_000);
    }
    const closed = pass('close');
    await clock.advance(9_000);
    assert.equal(await closed, 19_000);
  });

  it('the eleventh close comes a whole minute after the first', async () => {
    const { clock, pass } = setUp({ spacingMs: 1_000 });
    for (let count = 1; count <= 10; count++) {
      await pass('close');
      await clock.advance(1_000);
    }
    const eleventh = pass('close');
    await clock.advance(50_000 - 1);
    const [early] = await Promise.race([eleventh.then((at) => [at]), settled().then(() => [undefined])]);
    assert.equal(early, undefined);
    await clock.advance(1);
    assert.equal(await eleventh, 60_000);
  });

  it('closes keep a second apart whatever shorter distance is set', async () => {
    const { clock, pass } = setUp({ spacingMs: 0 });
    await pass('close');
    const second = pass('close');
    await clock.advance(1_000);
    assert.equal(await second, 1_000);
  });

  it('however many devices there are, none forgets what it was just sent, nor who waits', async () => {
    const { clock, pass, enter } = setUp();
    await pass('open', 'quiet');
    await clock.advance(60_001);
    await pass('open', 'fresh');
    const active = await enter('open', 'active');
    const waiting = enter('open', 'active');
    for (let count = 0; count < 5_000; count++) await pass('open', `device-${count}`);
    const fresh = enter('open', 'fresh');
    let isIn = false;
    void fresh.then(() => {
      isIn = true;
    });
    let isBeside = false;
    void enter('open', 'active').then(() => {
      isBeside = true;
    });
    await settled();
    assert.deepEqual([isIn, isBeside], [false, false]);
    await clock.advance(1_000);
    (await fresh).leave();
    active.leave();
    (await waiting).leave();
  });
});
