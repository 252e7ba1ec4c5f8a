import assert from 'node:assert/strict';
import { retryPolicies } from '../../src/catalog';
import type { Token } from '../../src/client/tokens';
import type { Exchange } from '../../src/client/transport';
import { answer, noToken, type RunUnderTest, reset, runUnderTest, token, unsent } from './run-under-test';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('behaviour: one request, as often as its row allows', () => {
  it('nothing is sent when its time is over, it was cancelled, overtaken or has expired', async () => {
    for (const [end, code, why] of [
      ['deadline', 'TIMEOUT', 'the time for it is over'],
      ['cut', 'TIMEOUT', 'the time for it is over'],
      ['cancelled', 'CLOSED', 'the call was cancelled'],
      ['closed', 'CLOSED', 'the call was cancelled'],
    ] as const) {
      const tested = runUnderTest();
      tested.lifetime.end(end);
      const failed = await tested.failure();
      assert.deepEqual([failed.code, failed.message, tested.sent()], [code, `devices.get: ${why}`, 0]);
    }
    const overtaken = runUnderTest();
    overtaken.lifetime.supersede('BLOCKED_BY_INTERLOCK');
    assert.deepEqual([(await overtaken.failure()).code, overtaken.sent()], ['BLOCKED_BY_INTERLOCK', 0]);
    const expired = runUnderTest({ exchanges: [answer(200)] });
    const expiresAtMs = expired.clock.monotonicMs() - 1;
    assert.deepEqual([(await expired.failure({ expiresAtMs })).code, expired.sent()], ['COMMAND_EXPIRED', 0]);
    await expired.run({ expiresAtMs: expiresAtMs + 1 });
    assert.equal(expired.sent(), 1);
  });

  it('what ends while it waits for its token is not sent', async () => {
    let give = (_: Token) => {};
    const { lifetime, failure, sent } = runUnderTest({ token: () => new Promise((resolve) => (give = resolve)) });
    const failed = failure();
    await settled();
    lifetime.end('cancelled');
    give(token);
    assert.deepEqual([(await failed).code, sent()], ['CLOSED', 0]);
  });

  it('who leaves while it is under way hears that, whatever comes of it', async () => {
    for (const [end, exchange, code] of [
      ['cancelled', unsent, 'CLOSED'],
      ['closed', unsent, 'CLOSED'],
      ['deadline', unsent, 'NETWORK'],
      ['cancelled', answer(409), 'CLOSED'],
      ['closed', answer(409), 'CLOSED'],
      ['deadline', answer(409), 'CONFLICT'],
    ] as const) {
      const endsWhileSent = () => {
        tested.lifetime.end(end);
        return exchange;
      };
      const tested: RunUnderTest = runUnderTest({ exchanges: [endsWhileSent] });
      assert.equal((await tested.failure()).code, code);
    }
  });

  it('an exception of ours is not taken for a refusal', async () => {
    const broken = new TypeError('broken');
    const { run, sent } = runUnderTest({ token: () => Promise.reject(broken) });
    await assert.rejects(run(), broken);
    assert.equal(sent(), 0);
  });

  it('without a device to wait its turn for, a token that cannot be asked for ends it', async () => {
    for (const code of ['NETWORK', 'TIMEOUT'] as const) {
      let asked = 0;
      const { failure, sent } = runUnderTest({
        token: () => Promise.reject(noToken(code, { retryAfter: ++asked })),
      });
      assert.deepEqual([(await failure()).code, asked, sent()], [code, 1, 0]);
    }
  });

  it('a command goes on trying for its token', async () => {
    let asked = 0;
    const { run, sent } = runUnderTest({
      policy: retryPolicies.handleOpen,
      token: async () => {
        asked += 1;
        if (asked === 1) throw noToken('NETWORK');
        return token;
      },
      exchanges: [answer(200)],
    });
    await run({ permit: { sent() {}, resendWaitMs: () => 1 } });
    assert.deepEqual([asked, sent()], [2, 1]);
  });

  it('a deadline that comes between two attempts ends with the failure of the first', async () => {
    const { lifetime, failure, sent } = runUnderTest({ exchanges: [unsent] });
    const failed = failure();
    await settled();
    lifetime.end('deadline');
    assert.deepEqual([(await failed).code, sent()], ['NETWORK', 1]);
  });

  it('a newer value that comes between two attempts ends the older one', async () => {
    const { lifetime, failure, sent } = runUnderTest({ exchanges: [unsent] });
    const failed = failure();
    await settled();
    lifetime.supersede('newer value');
    assert.deepEqual([(await failed).code, sent()], ['NETWORK', 1]);
  });

  it('after a lost answer, the status that says it is done means done', async () => {
    const { run, sent } = runUnderTest({ policy: retryPolicies.remove, exchanges: [reset, answer(404)] });
    const { settledBy, statusCode, data } = await run();
    assert.deepEqual([settledBy, statusCode, data, sent()], ['read-back', 200, undefined, 2]);
  });

  it('after a lost answer, another refusal leaves open what the first sending did', async () => {
    const { failure, sent } = runUnderTest({ policy: retryPolicies.remove, exchanges: [reset, answer(409)] });
    assert.deepEqual([(await failure()).code, sent()], ['UNKNOWN_OUTCOME', 2]);
  });

  it('what must be reconciled is not sent again where nothing can be read', async () => {
    const { failure, sent } = runUnderTest({ policy: retryPolicies.deviceUpdate, exchanges: [reset] });
    assert.deepEqual([(await failure()).code, sent()], ['UNKNOWN_OUTCOME', 1]);
  });

  it('what has no effect has nothing to be reconciled: its loss is told as it is', async () => {
    const { failure, sent } = runUnderTest({
      policy: retryPolicies.deviceUpdate,
      request: { effectFree: true },
      exchanges: [reset],
    });
    const reconcile = () => assert.fail('there is nothing to read');
    assert.deepEqual([(await failure({ reconcile })).code, sent()], ['NETWORK', 1]);
  });

  it('each attempt is recorded: its number, when it began, how long it took and what came of it', async () => {
    const records: object[] = [];
    const slowly = (exchange: Exchange) => async () => {
      await tested.lifetime.sleep(7);
      return exchange;
    };
    const tested: RunUnderTest = runUnderTest({
      onCall: ({ operation, method, path, url, startedAt, ...record }) =>
        records.push({ ...record, afterMs: startedAt - begunAt }),
      exchanges: [slowly(unsent), slowly(answer(503)), slowly(answer(200))],
    });
    const begunAt = tested.clock.now();
    await tested.run();
    assert.deepEqual(records, [
      { attempt: 1, afterMs: 0, durationMs: 7, code: 'NETWORK' },
      { attempt: 2, afterMs: 382, durationMs: 7, statusCode: 503, code: 'BAD_RESPONSE' },
      { attempt: 3, afterMs: 764, durationMs: 7, statusCode: 200 },
    ]);
  });
});
