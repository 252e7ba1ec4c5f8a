import assert from 'node:assert/strict';
import { type RetryPolicy, retryPolicies } from '../../src/catalog';
import type { Reconciled } from '../../src/client/reconcile';
import type { Exchange } from '../../src/client/transport';
import { answer, type RunUnderTest, reset, runUnderTest } from './run-under-test';

const { deviceUpdate: reconciled, update: repeated, restart: reported, deactivate: doneAt409 } = retryPolicies;
const happened: Reconciled = { happened: true, data: { id: 'read' } };
const notHappened: Reconciled = { happened: false };
const oops = answer(500);

describe('behaviour: what became of a request whose answer is lost', () => {
  /** Runs it with what reading tells, and counts how long after the start what was asked about began. */
  function settling(
    policy: RetryPolicy,
    exchanges: readonly (Exchange | (() => Exchange))[],
    told: readonly Reconciled[],
  ) {
    const left = [...told];
    const asked: number[] = [];
    const tested = runUnderTest({ policy, exchanges });
    const startedAt = tested.clock.monotonicMs();
    const reconcile = async (sentAt: number) => {
      asked.push(sentAt - startedAt);
      return left.shift();
    };
    return { ...tested, asked, run: () => tested.run({ reconcile }), failure: () => tested.failure({ reconcile }) };
  }

  it('is read: what has happened is the answer', async () => {
    for (const exchange of [reset, oops]) {
      const { run, asked } = settling(reconciled, [exchange], [happened]);
      const { settledBy, data, statusCode, text } = await run();
      assert.deepEqual([settledBy, data, statusCode, text, asked], ['read-back', { id: 'read' }, 200, '', [0]]);
    }
  });

  it('is sent again where it is seen not to have happened, as often as the row allows; the time asked about is that of the first', async () => {
    const { run, asked, sent } = settling(reconciled, [reset, reset], [notHappened, happened]);
    assert.equal((await run()).settledBy, 'read-back');
    assert.deepEqual([asked, sent()], [[0, 0], 2]);
    const tooOften = settling(reconciled, [reset, reset], [notHappened, notHappened]);
    assert.equal((await tooOften.failure()).code, 'UNKNOWN_OUTCOME');
    assert.equal(tooOften.sent(), 2);
  });

  it('is not known where reading does not tell, nor is it sent again', async () => {
    const { failure, sent } = settling(reconciled, [reset], [undefined]);
    assert.deepEqual([(await failure()).code, sent()], ['UNKNOWN_OUTCOME', 1]);
  });

  it('an answer that does not tell is never followed by another sending', async () => {
    const { failure, sent } = settling(reconciled, [oops], [notHappened]);
    assert.deepEqual([(await failure()).code, sent()], ['UNKNOWN_OUTCOME', 1]);
  });

  it('what is only to be reported is not sent again, whatever number stands beside it', async () => {
    const policy = { ...reported, afterSending: { ...reported.afterSending, retries: 1 } };
    const { failure, sent } = settling(policy, [reset], []);
    assert.deepEqual([(await failure()).code, sent()], ['UNKNOWN_OUTCOME', 1]);
  });

  it('is read only where the row says so', async () => {
    for (const [policy, exchanges] of [
      [reported, [reset]],
      [reported, [oops]],
      [repeated, [reset, reset]],
    ] as const) {
      const { failure, asked } = settling(policy, exchanges, []);
      assert.equal((await failure()).code, 'UNKNOWN_OUTCOME');
      assert.deepEqual(asked, []);
    }
  });

  it('a refusal that follows is told as it is, unless reading shows that the first sending did it', async () => {
    const done = settling(repeated, [reset, answer(409)], [happened]);
    assert.deepEqual([(await done.run()).settledBy, done.asked], ['read-back', [0]]);
    for (const told of [notHappened, undefined]) {
      const { code, cause } = await settling(repeated, [reset, answer(409)], [told]).failure();
      assert.deepEqual([code, cause.statusCode], ['CONFLICT', 409]);
    }
  });

  it('with the status that says it is done nothing is read; with another one it stays open', async () => {
    const { run, asked } = settling(doneAt409, [reset, answer(409)], []);
    assert.deepEqual([(await run()).settledBy, asked], ['read-back', []]);
    assert.equal((await settling(doneAt409, [reset, answer(404)], [undefined]).failure()).code, 'UNKNOWN_OUTCOME');
  });

  it('a refusal that cannot be read is no word of the service', async () => {
    const page: Exchange = { kind: 'answer', statusCode: 409, headers: {}, text: '<html>' };
    const { failure, asked } = settling(repeated, [reset, page], []);
    assert.equal((await failure()).code, 'UNKNOWN_OUTCOME');
    assert.deepEqual(asked, []);
  });

  it('what we do not send any more is no refusal of the service', async () => {
    const tested: RunUnderTest = runUnderTest({ policy: repeated, exchanges: [reset] });
    const failed = await tested.failure({
      expiresAtMs: tested.clock.monotonicMs() + 1,
      reconcile: () => assert.fail('nothing is read for that'),
    });
    assert.deepEqual([failed.code, /too old to be sent/.test(failed.message)], ['UNKNOWN_OUTCOME', true]);
  });

  it('a first refusal is not asked about', async () => {
    const { failure, asked } = settling(reconciled, [answer(409)], []);
    assert.deepEqual([(await failure()).code, asked], ['CONFLICT', []]);
  });

  it('is read after the deadline too, but not for who has left or was overtaken', async () => {
    for (const [end, reads] of [
      ['deadline', true],
      ['closed', false],
      ['cancelled', false],
      ['cut', false],
    ] as const) {
      const endsWhileSent = () => {
        tested.lifetime.end(end);
        return reset;
      };
      const tested: ReturnType<typeof settling> = settling(reconciled, [endsWhileSent], [happened]);
      if (reads) assert.equal((await tested.run()).settledBy, 'read-back');
      else assert.equal((await tested.failure()).code, 'UNKNOWN_OUTCOME');
      assert.equal(tested.asked.length, reads ? 1 : 0);
    }
  });
});
