import assert from 'node:assert/strict';
import { ClientError } from '../../src/client';
import { createManualClock } from '../../src/clock';
import { retryUntilDone } from '../../src/runtime/made';

const hourMs = 3_600_000;
const refusal = (statusCode: number) => new ClientError('REFUSED', `refused with ${statusCode}`, { statusCode });

describe('a task at the service that is tried until it succeeds', () => {
  /** How often it was tried, and what was told of it. */
  async function over(spanMs: number, failure: (attempt: number) => unknown) {
    const clock = createManualClock();
    const told: string[] = [];
    let attempts = 0;
    const loop = retryUntilDone(
      clock,
      async () => {
        attempts += 1;
        const error = failure(attempts);
        if (error !== undefined) throw error;
      },
      (error) => told.push((error as Error).message),
    );
    for (let passedMs = 0; passedMs < spanMs; passedMs += 5_000) await clock.advance(5_000);
    await loop.close();
    return { attempts, told };
  }

  it('is tried every five minutes in the end while the service cannot be reached, and told of once', async () => {
    const { attempts, told } = await over(5 * hourMs, () => new ClientError('NETWORK', 'not reachable'));
    assert.deepEqual(told, ['not reachable']);
    assert(attempts >= 60 && attempts <= 68, `${attempts} attempts`);
  });

  for (const [what, error] of [
    ['refuses it', refusal(409)],
    ['refuses each part of it', new AggregateError([refusal(403), refusal(409)], 'two parts')],
    ['refuses it, told in other words', new Error('in other words', { cause: refusal(400) })],
  ] as const)
    it(`is tried once an hour in the end where the service ${what}, and told of once`, async () => {
      const { attempts, told } = await over(24 * hourMs, () => error);
      assert.equal(told.length, 1);
      assert(attempts >= 30 && attempts <= 34, `${attempts} attempts`);
    });

  for (const [what, error] of [
    ['one part is refused and another cannot be reached', new AggregateError([refusal(403), new Error('lost')], 'two')],
    ['the token is refused', refusal(401)],
    ['it is asked too often', refusal(429)],
    ['it fails', refusal(500)],
  ] as const)
    it(`is tried every five minutes where ${what}`, async () => {
      const { attempts } = await over(5 * hourMs, () => error);
      assert(attempts >= 60, `${attempts} attempts`);
    });

  it('is told of anew when it fails for another reason', async () => {
    const failures = [refusal(409), refusal(409), refusal(403), refusal(409), undefined];
    const { attempts, told } = await over(hourMs, (attempt) => failures[attempt - 1]);
    assert.equal(attempts, 5);
    assert.deepEqual(told, ['refused with 409', 'refused with 403', 'refused with 409']);
  });
});
