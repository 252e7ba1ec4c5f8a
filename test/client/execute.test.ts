import assert from 'node:assert/strict';
import { type RetryPolicy, retryPolicies, rowOf } from '../../src/catalog';
import { ClientError } from '../../src/client';
import { createExecute, type ExecuteParts, type Execution } from '../../src/client/execute';
import { createLifetimes } from '../../src/client/lifetime';
import type { PreparedRequest } from '../../src/client/request';
import { createServiceClock } from '../../src/client/service-clock';
import type { Token } from '../../src/client/tokens';
import type { Exchange } from '../../src/client/transport';
import { createManualClock } from '../../src/clock';

const token: Token = { value: 'a', expiresAt: 0, renewAt: 0, secret: 'secret1', generation: 1 };
const reset: Exchange = { kind: 'failure', sent: true, why: 'network', detail: 'ECONNRESET' };
const unsent: Exchange = { kind: 'failure', sent: false, why: 'network', detail: 'ECONNREFUSED' };
const answer = (statusCode: number): Exchange => ({
  kind: 'answer',
  statusCode,
  headers: {},
  text: statusCode === 200 ? '{"data":{"id":"a"}}' : '{"error":{"message":"no","validations":[]}}',
});

describe('behaviour: one request, as often as its row allows', () => {
  const setUp = (
    {
      policy = retryPolicies.update,
      effectFree = false,
      ...changes
    }: Partial<ExecuteParts> & { policy?: RetryPolicy; effectFree?: boolean } = {},
    exchanges: readonly Exchange[] = [],
  ) => {
    const clock = createManualClock();
    const lifetime = createLifetimes(clock).begin({ deadlineMs: 10_000 });
    const left = [...exchanges];
    let sent = 0;
    const execute = createExecute({
      clock,
      random: () => 0.5,
      serviceClock: createServiceClock(),
      failing: () => (code, message, detail) => new ClientError(code, message, detail),
      token: async () => token,
      renew: async () => token,
      async transport() {
        sent += 1;
        return left.shift() ?? assert.fail('sent too often');
      },
      ...changes,
    });
    const request = {
      operation: 'devices.get',
      row: rowOf('devices.get'),
      policy,
      method: 'GET',
      path: '/a',
      url: 'http://a/a',
      effectFree,
      detail: {},
      secrets: [],
    } as unknown as PreparedRequest;
    const run = (how: Partial<Execution> = {}) => execute(request, { lifetime, tokenKinds: ['ORG'], ...how });
    const failure = async (how: Partial<Execution> = {}) => {
      const error = await run(how).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof ClientError, String(error));
      return error;
    };
    return { clock, lifetime, run, failure, sent: () => sent };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('nothing is sent when its time is over, it was cancelled, overtaken or has expired', async () => {
    for (const [end, code] of [
      ['deadline', 'TIMEOUT'],
      ['cut', 'TIMEOUT'],
      ['cancelled', 'CLOSED'],
      ['closed', 'CLOSED'],
    ] as const) {
      const { lifetime, failure, sent } = setUp();
      lifetime.end(end);
      assert.deepEqual([(await failure()).code, sent()], [code, 0]);
    }
    const overtaken = setUp();
    overtaken.lifetime.supersede('BLOCKED_BY_INTERLOCK');
    assert.deepEqual([(await overtaken.failure()).code, overtaken.sent()], ['BLOCKED_BY_INTERLOCK', 0]);
    const expired = setUp({}, [answer(200)]);
    const expiresAt = expired.clock.now() - 1;
    assert.deepEqual([(await expired.failure({ expiresAt })).code, expired.sent()], ['COMMAND_EXPIRED', 0]);
    await expired.run({ expiresAt: expiresAt + 1 });
    assert.equal(expired.sent(), 1);
  });

  it('what ends while it waits for its token is not sent', async () => {
    let give = (_: Token) => {};
    const { lifetime, failure, sent } = setUp({ token: () => new Promise((resolve) => (give = resolve)) });
    const failed = failure();
    await settled();
    lifetime.end('cancelled');
    give(token);
    assert.deepEqual([(await failed).code, sent()], ['CLOSED', 0]);
  });

  it('an exception of ours is not taken for a refusal', async () => {
    const broken = new TypeError('broken');
    const { run, sent } = setUp({ token: () => Promise.reject(broken) });
    await assert.rejects(run(), broken);
    assert.equal(sent(), 0);
  });

  it('without a device to wait its turn for, a token that cannot be asked for ends it', async () => {
    for (const code of ['NETWORK', 'TIMEOUT'] as const) {
      let asked = 0;
      const { failure, sent } = setUp({
        token: () => Promise.reject(new ClientError(code, 'no token', { retryAfter: ++asked })),
      });
      assert.deepEqual([(await failure()).code, asked, sent()], [code, 1, 0]);
    }
  });

  it('a command goes on trying for its token', async () => {
    let asked = 0;
    const { clock, run, sent } = setUp(
      {
        policy: retryPolicies.handleOpen,
        token: async () => {
          asked += 1;
          if (asked === 1) throw new ClientError('NETWORK', 'no token');
          return token;
        },
      },
      [answer(200)],
    );
    const turn = { sent() {}, resendWaitMs: () => 1, leave() {} };
    const running = run({ turn });
    await settled();
    await clock.advance(1000);
    await running;
    assert.deepEqual([asked, sent()], [2, 1]);
  });

  it('a deadline that comes between two attempts ends with the failure of the first', async () => {
    const { lifetime, failure, sent } = setUp({}, [unsent]);
    const failed = failure();
    await settled();
    lifetime.end('deadline');
    assert.deepEqual([(await failed).code, sent()], ['NETWORK', 1]);
  });

  it('a newer value that comes between two attempts ends the older one', async () => {
    const { lifetime, failure, sent } = setUp({}, [unsent]);
    const failed = failure();
    await settled();
    lifetime.supersede('newer value');
    assert.deepEqual([(await failed).code, sent()], ['NETWORK', 1]);
  });

  it('after a lost answer, the status that says it is done means done', async () => {
    const { clock, run, sent } = setUp({ policy: retryPolicies.remove }, [reset, answer(404)]);
    const running = run();
    await settled();
    await clock.advance(1000);
    const { settledBy, statusCode, data } = await running;
    assert.deepEqual([settledBy, statusCode, data, sent()], ['read-back', 200, undefined, 2]);
  });

  it('after a lost answer, another refusal leaves open what the first sending did', async () => {
    const { clock, failure, sent } = setUp({ policy: retryPolicies.remove }, [reset, answer(409)]);
    const failed = failure();
    await settled();
    await clock.advance(1000);
    assert.deepEqual([(await failed).code, sent()], ['UNKNOWN_OUTCOME', 2]);
  });

  it('what must be reconciled is not sent again where nothing can be read', async () => {
    const { failure, sent } = setUp({ policy: retryPolicies.deviceUpdate }, [reset]);
    assert.deepEqual([(await failure()).code, sent()], ['UNKNOWN_OUTCOME', 1]);
  });

  it('what has no effect has nothing to be reconciled: its loss is told as it is', async () => {
    const { failure, sent } = setUp({ policy: retryPolicies.deviceUpdate, effectFree: true }, [reset]);
    const settle = () => assert.fail('there is nothing to read');
    assert.deepEqual([(await failure({ settle })).code, sent()], ['NETWORK', 1]);
  });

  it('each attempt is recorded with its number', async () => {
    const records: [number, number | undefined][] = [];
    const { clock, run } = setUp({ onCall: ({ attempt, statusCode }) => void records.push([attempt, statusCode]) }, [
      unsent,
      answer(200),
    ]);
    const running = run();
    await settled();
    await clock.advance(1000);
    await running;
    assert.deepEqual(records, [
      [1, undefined],
      [2, 200],
    ]);
  });
});
