import assert from 'node:assert/strict';
import {
  type InputOf,
  type OperationId,
  type RetryClass,
  type RetryPolicy,
  retryPolicies,
  rowOf,
  triesOtherToken,
} from '../../src/catalog';
import type { ErrorCode } from '../../src/client';
import { errorAnswer, type ScriptedReply } from '../support/scripted-service';
import { type ClientUnderTest, startClientOverHttp, startClientUnderTest, tokenRoute } from './client-under-test';
import { type RetryCase, retryCases } from './retry-cases';

interface Expected {
  readonly arrived: number | 'several';
  readonly code: ErrorCode;
}
interface Fault {
  readonly name: string;
  readonly reply: ScriptedReply;
  /** With the fault at every attempt. */
  expected(policy: RetryPolicy, effectFree: boolean, id: OperationId): Expected;
}

const page = { text: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } };

function lost(code: ErrorCode) {
  return ({ afterSending: { then, retries } }: RetryPolicy, effectFree: boolean): Expected => ({
    // The reads are not scripted here: they do not tell, so nothing is sent again.
    arrived: then === 'retry' ? 1 + retries : 1,
    code: effectFree ? code : 'UNKNOWN_OUTCOME',
  });
}
function unclear(_: RetryPolicy, effectFree: boolean): Expected {
  return { arrived: 1, code: effectFree ? 'BAD_RESPONSE' : 'UNKNOWN_OUTCOME' };
}
function refused(code: ErrorCode) {
  return (): Expected => ({ arrived: 1, code });
}

const faults: readonly Fault[] = [
  { name: 'a reset after the request', reply: 'reset', expected: lost('NETWORK') },
  { name: 'a reset while sending', reply: 'reset-early', expected: lost('NETWORK') },
  { name: 'no answer', reply: 'hang', expected: lost('TIMEOUT') },
  { name: 'an answer cut off', reply: 'truncate', expected: lost('BAD_RESPONSE') },
  { name: 'a gateway page with 502', reply: { status: 502, ...page }, expected: lost('BAD_RESPONSE') },
  { name: 'an empty 504', reply: { status: 504 }, expected: lost('BAD_RESPONSE') },
  { name: 'a bare 503', reply: { status: 503, ...page }, expected: lost('BAD_RESPONSE') },
  { name: 'a 500 of the service', reply: errorAnswer(500, 'oops'), expected: unclear },
  { name: 'a web page with 200', reply: { status: 200, ...page }, expected: unclear },
  {
    name: 'a 429',
    reply: errorAnswer(429, 'Too Many Requests'),
    expected: ({ tooManyRequests }) => ({ arrived: tooManyRequests ? 'several' : 1, code: 'RATE_LIMITED' }),
  },
  {
    name: 'a 503 of the service',
    reply: errorAnswer(503, 'Device Unavailable'),
    expected: ({ unavailable }, _, id) => ({
      arrived: 1 + unavailable,
      code: rowOf(id).reachesDevice ? 'DEVICE_OFFLINE' : 'BAD_RESPONSE',
    }),
  },
  { name: 'a 400', reply: errorAnswer(400, 'no'), expected: refused('REFUSED') },
  { name: 'a 403', reply: errorAnswer(403, 'no'), expected: refused('FORBIDDEN') },
  { name: 'a 409', reply: errorAnswer(409, 'no'), expected: refused('CONFLICT') },
  { name: 'a 418', reply: errorAnswer(418, 'no'), expected: refused('WRONG_HARDWARE') },
  { name: 'a 422', reply: errorAnswer(422, 'no'), expected: refused('REFUSED') },
  {
    name: 'a redirect',
    reply: { status: 302, headers: { location: 'https://elsewhere.test/' } },
    expected: refused('UNEXPECTED_REDIRECT'),
  },
];

const classes = Object.keys(retryPolicies) as RetryClass[];
const allowedAfterDeadlineMs = 5_000;

describe('behaviour: retries by operation', () => {
  let tested: ClientUnderTest;
  let compared = 0;

  const call = ({ id, input }: RetryCase) => tested.client.call(id, input as InputOf<OperationId>);
  const isEffectFree = (name: RetryClass) => name === 'read' || name === 'token';
  const tokenRequests = (name: RetryClass) => (name === 'token' ? 0 : tested.service.count(tokenRoute));

  for (const name of classes) {
    const policy: RetryPolicy = retryPolicies[name];
    const attempt = retryCases[name];

    describe(`class ${name}`, () => {
      beforeEach(async () => {
        tested = await startClientUnderTest({ settings: { responseTimeoutMs: 1_000, commandSpacingMs: 0 } });
      });
      afterEach(() => tested.close());

      for (const fault of faults) {
        it(`${fault.name} at every attempt is met as the table says, within the deadline`, async () => {
          tested.service.on(attempt.route, fault.reply);
          const startedAt = tested.clock.now();
          // Requests that the service leaves hanging end on the clock.
          const held = fault.reply === 'hang' ? 1 : 0;
          const error = await tested.failure(call(attempt), { held });
          const expected = fault.expected(policy, isEffectFree(name), attempt.id);
          // The other kind of token is tried once.
          const otherToken = error.code === 'FORBIDDEN' && triesOtherToken(rowOf(attempt.id)) ? 1 : 0;
          assert.equal(error.code, expected.code);
          const arrived = tested.service.count(attempt.route);
          if (expected.arrived === 'several') assert(arrived > 1);
          else assert.equal(arrived, expected.arrived + otherToken);
          assert(tested.clock.now() - startedAt <= policy.deadlineMs + allowedAfterDeadlineMs);
          compared += 1;
        });
      }

      it('a 401 means one renewal and one more request', async () => {
        tested.service.on(attempt.route, errorAnswer(401, 'no'));
        const error = await tested.failure(call(attempt));
        assert.equal(error.code, 'AUTH_FAILED');
        assert.equal(tested.service.count(attempt.route), name === 'token' ? 1 : 2);
        assert.equal(tokenRequests(name), name === 'token' ? 0 : 2);
        compared += 1;
      });

      if (name !== 'token')
        it('a 401 once is not noticed', async () => {
          tested.service.on(attempt.route, errorAnswer(401, 'no'), attempt.success as ScriptedReply);
          await tested.turn(call(attempt));
          assert.equal(tested.service.count(attempt.route), 2);
        });
    });

    describe(`class ${name}, nothing sent`, () => {
      beforeEach(async () => {
        tested = await startClientOverHttp({ tls: true, settings: { commandSpacingMs: 0 } });
        if (name !== 'token') await tested.turn(tested.client.authenticate('ORG'));
        if (name !== 'token') await tested.turn(tested.client.authenticate('APP'));
      });
      afterEach(() => tested.close());

      it('is tried again as often as the table says', async () => {
        tested.service.dropConnections(Number.POSITIVE_INFINITY);
        const startedAt = tested.clock.now();
        const error = await tested.failure(call(attempt));
        assert.equal(error.code, 'NETWORK');
        assert.equal(tested.service.count(attempt.route), 0);
        const elapsedMs = tested.clock.now() - startedAt;
        assert(elapsedMs <= policy.deadlineMs);
        if (policy.beforeSending < 100) assert.equal(tested.service.droppedConnections(), 1 + policy.beforeSending);
        else assert(tested.service.droppedConnections() > 3);
        compared += 1;
      });

      if (policy.beforeSending > 0)
        it('succeeds once the connection can be made', async () => {
          tested.service.on(attempt.route, attempt.success as ScriptedReply);
          tested.service.dropConnections(1);
          const reply = await tested.turn(call(attempt));
          assert.equal(reply.settledBy, 'answer');
          assert.equal(tested.service.count(attempt.route), 1);
        });
    });
  }

  after(() => assert.equal(compared, classes.length * (faults.length + 2)));
});
