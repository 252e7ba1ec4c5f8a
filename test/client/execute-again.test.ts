import assert from 'node:assert/strict';
import { type RetryPolicy, retryPolicies } from '../../src/catalog';
import type { Exchange } from '../../src/client/exchange';
import { createServiceClock } from '../../src/client/service-clock';
import { createManualClock } from '../../src/clock';
import { answer, type RunUnderTest, reset, runUnderTest, unsent } from './run-under-test';

const gatewayTimeout: Exchange = { kind: 'answer', statusCode: 504, headers: {}, text: '' };
const oops = answer(500);
const offline = answer(503);
const throttled = answer(429);
const repeated = (retries: number) => ({ ...retryPolicies.update.afterSending, retries });
const times = (count: number, exchange: Exchange) => Array.from({ length: count }, () => exchange);
const sentAt = ({ out }: RunUnderTest) => out.map(({ afterMs }) => afterMs);
/** At once, and after waits of half a second, one and two, each three quarters of it long. */
const doubling = [0, 375, 1125, 2625];

describe('behaviour: when a request is sent again', () => {
  const row = (changes: Partial<RetryPolicy>): RetryPolicy => ({ ...retryPolicies.update, ...changes });

  it('each kind of failure as often as its column of the table says', async () => {
    const nothing = { beforeSending: 0, unavailable: 0, afterSending: repeated(0) };
    for (const [exchange, changes, code] of [
      [unsent, (most: number) => ({ beforeSending: most }), 'NETWORK'],
      [offline, (most: number) => ({ unavailable: most }), 'BAD_RESPONSE'],
      [reset, (most: number) => ({ afterSending: repeated(most) }), 'UNKNOWN_OUTCOME'],
      [gatewayTimeout, (most: number) => ({ afterSending: repeated(most) }), 'UNKNOWN_OUTCOME'],
    ] as const)
      for (const most of [0, 1, 3]) {
        const policy = row({ ...nothing, ...changes(most) });
        const ends = runUnderTest({ policy, exchanges: times(1 + most, exchange) });
        assert.equal((await ends.failure()).code, code);
        assert.deepEqual(sentAt(ends), doubling.slice(0, 1 + most));
        const succeeds = runUnderTest({ policy, exchanges: [...times(most, exchange), answer(200)] });
        assert.equal((await succeeds.run()).settledBy, 'answer');
      }
  });

  it('one kind of failure does not use up the retries of another', async () => {
    const policy = row({ beforeSending: 1, unavailable: 1, afterSending: repeated(1) });
    const tested = runUnderTest({ policy, exchanges: [unsent, offline, throttled, reset, answer(200)] });
    await tested.run();
    assert.deepEqual(sentAt(tested), [0, 375, 750, 1125, 1500]);
  });

  it('a 429 counts as no failure: it is retried until the deadline, where the row allows it', async () => {
    const tested = runUnderTest({ exchanges: times(9, throttled) });
    assert.equal((await tested.failure()).code, 'RATE_LIMITED');
    assert.deepEqual(sentAt(tested), [...doubling, 5625]);
    const not = runUnderTest({ policy: row({ tooManyRequests: false }), exchanges: [throttled] });
    assert.equal((await not.failure()).code, 'RATE_LIMITED');
  });

  it('an inconclusive answer is never a reason for a retry', async () => {
    for (const effectFree of [false, true]) {
      const { failure } = runUnderTest({ request: { effectFree }, exchanges: [oops] });
      const { code, cause } = await failure();
      assert.deepEqual([code, cause.statusCode], [effectFree ? 'BAD_RESPONSE' : 'UNKNOWN_OUTCOME', 500]);
    }
  });

  it('Retry-After is waited for exactly, unless it ends with the deadline or later', async () => {
    const retryAfter = (seconds: string) => answer(503, { 'retry-after': seconds });
    const tested = runUnderTest({ exchanges: [retryAfter('9.999'), answer(200)] });
    await tested.run();
    assert.deepEqual(sentAt(tested), [0, 9999]);
    for (const seconds of ['10', '61']) {
      const { clock, failure } = runUnderTest({ exchanges: [retryAfter(seconds)] });
      const startedAt = clock.now();
      const { code, cause } = await failure();
      assert.deepEqual([code, cause.retryAfter, clock.now() - startedAt], ['BAD_RESPONSE', Number(seconds), 0]);
    }
  });

  it('retries to a device wait for its permit, which counts only requests that were sent', async () => {
    for (const [resendWaitMs, afterMs] of [
      [376, 376],
      [374, 375],
    ] as const) {
      const heard: number[] = [];
      const turn = {
        sent: (atMs: number) => heard.push(atMs - startedAt),
        resendWaitMs: () => resendWaitMs,
        leave() {},
      };
      const tested = runUnderTest({ exchanges: [unsent, reset, answer(200)] });
      const startedAt = tested.clock.monotonicMs();
      await tested.run({ permit: turn });
      assert.deepEqual(sentAt(tested), [0, afterMs, 2 * afterMs]);
      assert.deepEqual(heard, [afterMs, 2 * afterMs]);
    }
  });

  it('an immediate retry waits for the permit of its device too', async () => {
    const turn = { sent() {}, resendWaitMs: () => 1 };
    const tested = runUnderTest({ exchanges: [answer(401), answer(200)] });
    await tested.run({ permit: turn });
    assert.deepEqual(sentAt(tested), [0, 1]);
  });

  it('a newer value ends the retries at once, without another wait', async () => {
    const tested: RunUnderTest = runUnderTest({
      exchanges: [
        () => {
          tested.lifetime.supersede('newer value');
          return unsent;
        },
      ],
    });
    const startedAt = tested.clock.now();
    assert.equal((await tested.failure()).code, 'NETWORK');
    assert.equal(tested.clock.now(), startedAt);
  });

  it('every answer updates the service clock', async () => {
    const clock = createManualClock();
    const serviceClock = createServiceClock(clock);
    const tested: RunUnderTest = runUnderTest({
      clock,
      serviceClock,
      exchanges: [() => answer(400, { date: new Date(tested.clock.now() + 60_000).toUTCString() })],
    });
    await tested.failure();
    assert.equal(serviceClock.skewMs(), 60_500);
  });

  it('the other method is tried once, at once, after a 404 or 405', async () => {
    const request = { otherMethod: 'DELETE' } as const;
    for (const status of [404, 405]) {
      const tested = runUnderTest({ request, exchanges: [answer(status), answer(200)] });
      await tested.run();
      assert.deepEqual(
        tested.out.map(({ method, afterMs }) => [method, afterMs]),
        [
          ['GET', 0],
          ['DELETE', 0],
        ],
      );
      const neither = runUnderTest({ request, exchanges: [answer(status), answer(status)] });
      assert.equal((await neither.failure()).cause.method, 'DELETE');
      const none = runUnderTest({ exchanges: [answer(status)] });
      assert.equal((await none.failure()).cause.method, 'GET');
    }
    for (const status of [400, 403, 406, 409]) {
      const tested = runUnderTest({ request, exchanges: [answer(status)] });
      assert.equal((await tested.failure()).cause.statusCode, status);
    }
  });

  it('every attempt carries the body, where there is one', async () => {
    for (const [request, body] of [
      [{ body: '{}' }, { body: '{}' }],
      [{}, {}],
    ] as const) {
      const tested = runUnderTest({ request, exchanges: [unsent, answer(200)] });
      await tested.run();
      for (const { afterMs: _, ...out } of tested.out)
        assert.deepEqual(out, { method: 'GET', url: 'http://a/a', token: 'a', ...body });
    }
  });
});
