import assert from 'node:assert/strict';
import { createUrgency, goesBefore, type Priority, priorities } from '../../src/client/priority';
import { maxConnections } from '../../src/client/request-scheduler';
import { type Asked, schedulerUnderTest } from './scheduler-under-test';

describe('behaviour: connections of an account', () => {
  it('are at most 16, of which each priority leaves some to those before it', async () => {
    assert.equal(maxConnections, 16);
    for (const [priority, most] of [
      ['poll', 8],
      ['read', 12],
      ['command-read', 14],
      ['record', 14],
      ['command', 15],
      ['open', 16],
    ] as const) {
      const { many, sent, heard } = schedulerUnderTest({ callsPerMinute: 10_000 });
      many(40, priority);
      await heard();
      assert.equal(sent.length, most, priority);
    }
  });

  it('one is kept for opens: polls, reads and closes that get no answer delay none', async () => {
    const { many, ask, sent, heard } = schedulerUnderTest();
    for (const priority of [...priorities].reverse().filter((other) => other !== 'open')) many(20, priority);
    await heard();
    assert.equal(sent.length, 15);
    assert.equal(ask('open').sentAtMs, 0);
  });

  it('a command goes before every poll and every read that waits', async () => {
    const { many, ask, sent, heard } = schedulerUnderTest();
    many(100, 'poll');
    many(100, 'read');
    assert.equal(ask('command').sentAtMs, 0);
    assert.equal(ask('command-read').sentAtMs, 0);
    await heard();
    assert.deepEqual(
      sent.map(({ urgency }) => urgency.priority).filter((priority) => priority.startsWith('command')),
      ['command', 'command-read'],
    );
  });

  it('a released slot goes to the most urgent request, in order among equals', async () => {
    const { many, ask, sent, heard } = schedulerUnderTest();
    const [first] = many(16, 'open');
    const asked = (['poll', 'read', 'command-read', 'record', 'command', 'open', 'open'] as const).map((priority) =>
      ask(priority),
    );
    for (const place of sent.slice(0, 16)) {
      place.leave();
      place.leave();
      await heard();
    }
    assert(first !== undefined);
    const order = sent.slice(16);
    assert.deepEqual(order, [asked[5], asked[6], asked[4], asked[3], asked[2], asked[1], asked[0]]);
  });

  it('a cancelled or late request leaves the queue and takes no slot', async () => {
    const { many, ask, sent, heard, clock } = schedulerUnderTest();
    many(12, 'read');
    const late = ask('read', 1_000);
    const left = ask('read');
    const next = ask('read');
    left.lifetime.end('cancelled');
    await clock.advance(1_000);
    assert.deepEqual([late.gone, left.gone], [true, true]);
    sent[0]?.leave();
    await heard();
    assert.equal(next.sentAtMs, 1_000);
    const over = ask('open');
    over.lifetime.end('closed');
    assert.equal(ask('open').sentAtMs, 1_000);
    const ended = { ...ask('read', 0) };
    await heard();
    assert.equal(ended.sentAtMs, undefined);
  });

  it('at most 1,000 reads wait; the newest of the least urgent is refused for a more urgent one', async () => {
    const { many, ask, heard } = schedulerUnderTest();
    many(14, 'command');
    const polls = many(500, 'read');
    many(500, 'command-read');
    const refused = ask('read');
    await heard();
    assert.equal(refused.error?.code, 'RATE_LIMITED_LOCALLY');
    const urgent = ask('command-read');
    await heard();
    assert.deepEqual([urgent.error, polls.at(-1)?.error?.code], [undefined, 'RATE_LIMITED_LOCALLY']);
    assert.equal(polls.at(-2)?.error, undefined);
    for (const priority of ['open', 'command', 'record'] as const) {
      const write = ask(priority);
      await heard();
      assert.equal(write.error, undefined, priority);
    }
  });

  it('a request that becomes more urgent while it waits is sent as such', async () => {
    const { many, ask, sent, heard } = schedulerUnderTest();
    many(12, 'read');
    const behind = ask('read');
    const poll = ask('poll');
    poll.urgency.raise('command-read');
    await heard();
    assert.deepEqual([poll.sentAtMs, behind.sentAtMs], [0, undefined]);
    assert.equal(sent.at(-1), poll);
  });

  it('a priority only rises', () => {
    const urgency = createUrgency('read');
    let raised = 0;
    urgency.onRaised = () => {
      raised += 1;
    };
    for (const [to, now] of [
      ['poll', 'read'],
      ['read', 'read'],
      ['command', 'command'],
      ['record', 'command'],
      ['open', 'open'],
    ] as const) {
      urgency.raise(to);
      assert.equal(urgency.priority, now);
    }
    assert.equal(raised, 2);
    assert.deepEqual(
      [goesBefore('open', 'poll'), goesBefore('read', 'read'), goesBefore('poll', 'read')],
      [true, false, false],
    );
  });
});

describe('behaviour: a wait that the service asks an account for', () => {
  const heldUp: readonly Priority[] = ['record', 'command-read', 'read', 'poll'];

  it('holds reads and record writes until it is over; opens and commands to devices never', async () => {
    const { scheduler, ask, clock } = schedulerUnderTest();
    scheduler.throttled(20);
    const waiting = heldUp.map((priority) => ask(priority));
    assert.deepEqual([ask('open').sentAtMs, ask('command').sentAtMs], [0, 0]);
    await clock.advance(19_999);
    assert.deepEqual(
      waiting.map(({ sentAtMs }) => sentAtMs),
      [undefined, undefined, undefined, undefined],
    );
    await clock.advance(1_000);
    assert.deepEqual(
      waiting.map(({ sentAtMs }) => sentAtMs),
      [20_000, 20_050, 20_100, 20_150],
    );
  });

  it('held requests are sent one after another, 50 to 150 ms apart', async () => {
    for (const random of [0, 0.5, 0.999]) {
      const { scheduler, many, sent, clock } = schedulerUnderTest({ random: () => random });
      scheduler.throttled(2);
      many(100, 'read');
      for (let second = 0; second < 30; second++) {
        await clock.advance(1_000);
        for (const place of sent) place.leave();
        await clock.advance(0);
      }
      const gaps = sent.slice(1).map(({ sentAtMs = 0 }, index) => sentAtMs - (sent[index]?.sentAtMs ?? 0));
      assert.equal(sent.length, 100);
      assert(Math.min(...gaps) >= 50 + 100 * random - 1e-6, `${Math.min(...gaps)}`);
    }
  });

  it('retries of throttled requests are spaced out too, until half of the wait has passed again', async () => {
    const { scheduler, many, ask, clock, heard } = schedulerUnderTest();
    scheduler.throttled(2);
    await clock.advance(2_000);
    const two = many(2, 'read');
    await clock.advance(999);
    assert.deepEqual(
      two.map(({ sentAtMs }) => sentAtMs),
      [2_000, 2_050],
    );
    assert.deepEqual([ask('read').sentAtMs, ask('read').sentAtMs], [2_999, undefined]);
    await clock.advance(100);
    await heard();
    assert.deepEqual([ask('read').sentAtMs, ask('read').sentAtMs], [3_099, 3_099]);
  });

  it('a request with an earlier deadline is refused at once, with the length of the wait', async () => {
    const { scheduler, ask, clock, heard } = schedulerUnderTest();
    scheduler.throttled(60);
    await clock.advance(500);
    const refused = ask('read', 59_500);
    const waits = ask('read', 59_501);
    await heard();
    assert.deepEqual(
      [refused.error?.code, refused.error?.cause.retryAfter, waits.error],
      ['RATE_LIMITED', 60, undefined],
    );
  });

  it('of more than a minute is kept too, of more than an hour for an hour', async () => {
    for (const [seconds, waitMs] of [
      [120, 120_000],
      [604_800, 3_600_000],
      [1e300, 3_600_000],
    ] as const) {
      const { scheduler, ask, clock, heard } = schedulerUnderTest();
      scheduler.throttled(seconds);
      await clock.advance(waitMs - 1);
      const held = ask('read', 1);
      await heard();
      assert.equal(held.error?.code, 'RATE_LIMITED');
      await clock.advance(1);
      assert.equal(ask('read').sentAtMs, waitMs);
    }
  });

  it('a least wait doubles until the service answers; those of requests sent together are one', async () => {
    const { scheduler, ask, clock } = schedulerUnderTest();
    for (const waitMs of [1_000, 2_000, 4_000]) {
      for (let count = 0; count < 5; count++) scheduler.throttled(0);
      scheduler.answered();
      const next = ask('read');
      const startedMs = clock.monotonicMs();
      await clock.advance(waitMs);
      assert.equal((next.sentAtMs ?? 0) - startedMs, waitMs);
      next.leave();
      await clock.advance(50);
    }
    scheduler.answered();
    scheduler.throttled(0);
    const next = ask('read');
    const startedMs = clock.monotonicMs();
    await clock.advance(1_000);
    assert.equal((next.sentAtMs ?? 0) - startedMs, 1_000);
  });

  it('a shorter one does not end a longer one', async () => {
    const { scheduler, ask, clock } = schedulerUnderTest();
    scheduler.throttled(30);
    scheduler.throttled(1);
    const held = ask('read');
    await clock.advance(29_999);
    assert.equal(held.sentAtMs, undefined);
    await clock.advance(1);
    assert.equal(held.sentAtMs, 30_000);
  });

  it('a step of the wall clock neither shortens nor lengthens it', async () => {
    const { scheduler, ask, clock } = schedulerUnderTest();
    scheduler.throttled(10);
    const held = ask('read');
    clock.step(3_600_000);
    await clock.advance(9_999);
    assert.equal(held.sentAtMs, undefined);
    clock.step(-7_200_000);
    await clock.advance(1);
    assert.equal(held.sentAtMs, 10_000);
  });

  it('leaves no timer behind when no request waits', async () => {
    const { scheduler, ask, clock } = schedulerUnderTest();
    scheduler.throttled(10);
    const held = ask('read');
    held.lifetime.end('closed');
    held.lifetime.dispose();
    assert.equal(clock.pendingTimers(), 0);
  });
});

describe("behaviour: an account's budget of calls", () => {
  const times = (sent: readonly { sentAtMs?: number }[]) => sent.map(({ sentAtMs = 0 }) => sentAtMs);
  const mostInAMinute = (at: readonly number[]) =>
    Math.max(...at.map((from) => at.filter((other) => other >= from && other < from + 60_000).length));

  /** Polls that are answered at once and asked for again, so many at any time. */
  async function pollFor(minutes: number, atOnce: number, callsPerMinute: number) {
    const tested = schedulerUnderTest({ callsPerMinute });
    let waiting = tested.many(atOnce, 'poll');
    const isOver = ({ sentAtMs, error, gone }: Asked) => sentAtMs !== undefined || error !== undefined || gone === true;
    for (let step = 0; step < minutes * 120; step++) {
      await tested.clock.advance(500);
      for (const asked of waiting.filter(isOver)) {
        asked.leave();
        asked.lifetime.dispose();
      }
      waiting = waiting.filter((asked) => !isOver(asked));
      waiting.push(...tested.many(atOnce - waiting.length, 'poll'));
    }
    return tested;
  }

  it('is never exceeded in any minute by reads that poll, and used up to a few by those that want more', async () => {
    for (const callsPerMinute of [1, 7, 60, 300]) {
      const { sent } = await pollFor(3, 20, callsPerMinute);
      const most = mostInAMinute(times(sent));
      assert(most <= callsPerMinute, `${most} of ${callsPerMinute}`);
      assert(sent.length >= 2.7 * callsPerMinute, `${sent.length} in 3 minutes of ${callsPerMinute}`);
    }
  });

  it('polls keep an even pace, of which at most a twentieth goes at once', async () => {
    const { sent } = await pollFor(1, 100, 300);
    const inTenSeconds = times(sent).filter((at) => at < 10_000).length;
    assert(inTenSeconds <= 15 + 50 + 1 && inTenSeconds >= 50, `${inTenSeconds}`);
  });

  it('all calls count, but only polls wait for it', async () => {
    const { many, ask, clock } = schedulerUnderTest({ callsPerMinute: 10 });
    for (const asked of many(12, 'read')) asked.leave();
    for (const asked of many(3, 'open')) {
      assert.equal(asked.sentAtMs, 0);
      asked.leave();
    }
    const poll = ask('poll', 120_000);
    await clock.advance(60_499);
    assert.equal(poll.sentAtMs, undefined);
    await clock.advance(1);
    assert.equal(poll.sentAtMs, 60_500);
  });

  it('a poll that could not be sent in time is refused at once, with the number and when to come again', async () => {
    const { many, clock, heard } = schedulerUnderTest({ callsPerMinute: 60 });
    const asked = many(100, 'poll', 30_000);
    await heard();
    const refused = asked.filter(({ error }) => error !== undefined);
    assert(refused.length >= 60 && refused.length < 75, `${refused.length}`);
    for (const { error } of refused) {
      assert.equal(error?.code, 'RATE_LIMITED_LOCALLY');
      assert.match(error?.message ?? '', /60 calls a minute/);
      assert((error?.cause.retryAfter ?? 0) >= 30);
    }
    for (let second = 0; second < 31; second++) {
      for (const one of asked) one.leave();
      await clock.advance(1_000);
    }
    assert.equal(asked.filter(({ sentAtMs }) => sentAtMs !== undefined).length, asked.length - refused.length);
  });

  it('tells how many calls the last minute had, and how many requests wait', async () => {
    const { ask, scheduler, clock } = schedulerUnderTest({ callsPerMinute: 20 });
    assert.deepEqual(scheduler.usage(), { used: 0, allowed: 20, waiting: 0 });
    ask('open').leave();
    for (let count = 0; count < 3; count += 1) ask('poll');
    assert.deepEqual(scheduler.usage(), { used: 2, allowed: 20, waiting: 2 });
    await clock.advance(60_000);
    assert.deepEqual(scheduler.usage(), { used: 2, allowed: 20, waiting: 0 });
    await clock.advance(60_000);
    assert.equal(scheduler.usage().used, 0);
  });

  it('a poll whose time ends while others use the budget up is told that, not that the service is slow', async () => {
    const { ask, many, clock } = schedulerUnderTest({ callsPerMinute: 4 });
    ask('poll').leave();
    const poll = ask('poll', 20_000);
    for (const asked of many(4, 'read')) asked.leave();
    await clock.advance(20_000);
    assert.equal(poll.error?.code, 'RATE_LIMITED_LOCALLY');
  });
});
