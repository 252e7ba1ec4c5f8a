import assert from 'node:assert/strict';
import { retryPolicies } from '../../src/catalog';
import { ClientError } from '../../src/client';
import type { RequestScheduler } from '../../src/client/request-scheduler';
import { answer, type RunUnderTest, runUnderTest, token } from './run-under-test';

const policy = retryPolicies.handleClose;

/** A scheduler that lets the clock go on by so many ms before each permit; it counts the permits that are out. */
function slowScheduler(waitsMs: readonly number[], tested: () => RunUnderTest) {
  const left = [...waitsMs];
  const permits = { out: 0, most: 0 };
  const scheduler: RequestScheduler = {
    usage: () => ({ used: 0, allowed: 300, waiting: 0 }),
    acquire() {
      tested().clock.advance(left.shift() ?? 0);
      permits.out += 1;
      permits.most = Math.max(permits.most, permits.out);
      return () => {
        permits.out -= 1;
      };
    },
    throttled: () => {},
    answered: () => {},
  };
  return { scheduler, permits, left };
}

describe('behaviour: the checks of a command are made again after it waited', () => {
  it('a command that waited no longer than a second is sent as it was checked', async () => {
    const tested = runUnderTest({ policy, exchanges: [answer(200)] });
    let checks = 0;
    const recheck = async () => {
      checks += 1;
    };
    await tested.run({ recheck });
    assert.deepEqual([checks, tested.sent()], [0, 1]);
  });

  it('one that waited longer for its token is checked once more, and sent if that passes', async () => {
    const slowToken = async () => {
      tested.clock.advance(1_001);
      return token;
    };
    const tested: RunUnderTest = runUnderTest({ policy, token: slowToken, exchanges: [answer(200)] });
    let checks = 0;
    const recheck = async () => {
      checks += 1;
    };
    await tested.run({ recheck });
    assert.deepEqual([checks, tested.sent()], [1, 1]);
  });

  it('one that does not pass any more is refused with the reason, and not sent', async () => {
    const slowToken = async () => {
      tested.clock.advance(1_001);
      return token;
    };
    const tested: RunUnderTest = runUnderTest({ policy, token: slowToken });
    const recheck = () => Promise.reject(new ClientError('BLOCKED_BY_INTERLOCK', 'the current is too high'));
    const failed = await tested.failure({ recheck });
    assert.deepEqual([failed.code, tested.sent()], ['BLOCKED_BY_INTERLOCK', 0]);
    assert.match(failed.message, /the current is too high/);
  });

  it('an exception of ours in a check is not taken for a refusal, and nothing is sent', async () => {
    const broken = new TypeError('broken');
    const { scheduler, permits } = slowScheduler([1_001], () => tested);
    const tested: RunUnderTest = runUnderTest({ policy, scheduler });
    await assert.rejects(tested.run({ recheck: () => Promise.reject(broken) }), broken);
    assert.deepEqual([tested.sent(), permits.out], [0, 0]);
  });

  it('an exception of ours while it is sent returns the permit', async () => {
    const broken = new TypeError('broken');
    const { scheduler, permits } = slowScheduler([0], () => tested);
    const tested: RunUnderTest = runUnderTest({ policy, scheduler, exchanges: [() => Promise.reject(broken)] });
    await assert.rejects(tested.run(), broken);
    assert.deepEqual(permits, { out: 0, most: 1 });
  });

  it('one that waited longer for its permit returns the permit, is checked, and takes another', async () => {
    const { scheduler, permits, left } = slowScheduler([1_001, 1_001, 0], () => tested);
    const tested: RunUnderTest = runUnderTest({ policy, scheduler, exchanges: [answer(200)] });
    let checks = 0;
    await tested.run({
      async recheck() {
        assert.equal(permits.out, 0, 'a check reads, and must not hold the permit that its reads need');
        checks += 1;
      },
    });
    assert.deepEqual([checks, tested.sent(), left, permits], [2, 1, [], { out: 0, most: 1 }]);
  });

  it('what is not checked at all waits as long as it has to', async () => {
    const { scheduler, permits } = slowScheduler([5_000], () => tested);
    const tested: RunUnderTest = runUnderTest({ policy, scheduler, exchanges: [answer(200)] });
    await tested.run();
    assert.deepEqual([tested.sent(), permits], [1, { out: 0, most: 1 }]);
  });
});
