import assert from 'node:assert/strict';
import { ClientError } from '../../src/client';
import type { TokenDependencies } from '../../src/client/tokens';
import { failureOf } from './client-under-test';
import { refusal, tokensUnderTest } from './tokens-under-test';

const badGateway = () => new ClientError('BAD_RESPONSE', '502', { statusCode: 502, retryable: true });

/** A service that fails with `error` until told otherwise. */
function failing(error: () => ClientError, changes: Partial<TokenDependencies> = {}) {
  let fails = true;
  let asked = 0;
  const tested = tokensUnderTest({
    request: async () => {
      asked += 1;
      if (fails) throw error();
      return { token: `token-${asked}` };
    },
    ...changes,
  });
  return {
    ...tested,
    asked: () => asked,
    answer() {
      fails = false;
    },
  };
}

describe('behaviour: a service that cannot give a token now', () => {
  it('is asked again after seconds, however often it has failed', async () => {
    for (const [random, waits] of [
      [0, [1_000, 2_000, 4_000, 4_000, 4_000]],
      [0.5, [1_500, 2_500, 4_500, 4_500, 4_500]],
    ] as const) {
      const { tokens, clock, begin, asked } = failing(badGateway, { random: () => random });
      for (const [index, waitMs] of waits.entries()) {
        await failureOf(tokens.get('ORG', begin()));
        assert.equal(asked(), index + 1);
        await clock.advance(waitMs - 1);
        await failureOf(tokens.get('ORG', begin()));
        assert.equal(asked(), index + 1, `not sooner than ${waitMs}`);
        await clock.advance(1);
      }
    }
  });

  it('is told by what it did, with the seconds to the next try, and never as refused credentials', async () => {
    for (const [code, detail] of [
      ['BAD_RESPONSE', { statusCode: 502, retryable: true }],
      ['NETWORK', {}],
      ['TIMEOUT', {}],
      ['RATE_LIMITED', { statusCode: 429 }],
    ] as const) {
      const { tokens, begin } = failing(() => new ClientError(code, 'because', detail));
      await failureOf(tokens.get('ORG', begin()));
      const later = await failureOf(tokens.get('ORG', begin()));
      assert.deepEqual(
        [later.code, later.message, later.cause.retryAfter, later.cause.retryable],
        [code, 'because (next try in 2 s)', 2, true],
      );
      assert.equal('statusCode' in later.cause, false, 'nothing was asked');
    }
  });

  it('200 s of it delay the first token after it by no more than 5 s', async () => {
    const { tokens, clock, begin, answer } = failing(badGateway, { random: () => 0.999 });
    for (let second = 0; second < 200; second++) {
      await failureOf(tokens.get('ORG', begin()));
      await clock.advance(1_000);
    }
    answer();
    const backAtMs = clock.monotonicMs();
    let given = false;
    while (!given) {
      given = await tokens.get('ORG', begin()).then(
        () => true,
        () => false,
      );
      if (!given) await clock.advance(100);
    }
    assert(clock.monotonicMs() - backAtMs <= 5_000);
  });

  it('does not begin with the waits of refused credentials, nor they with its own', async () => {
    let error = refusal(403);
    const { tokens, clock, begin } = failing(() => error, { random: () => 0 });
    for (const waitMs of [5_000, 10_000]) {
      await failureOf(tokens.get('ORG', begin()));
      await clock.advance(waitMs);
    }
    error = badGateway();
    await failureOf(tokens.get('ORG', begin()));
    assert.equal((await failureOf(tokens.get('ORG', begin()))).cause.retryAfter, 1);
    await clock.advance(1_000);
    error = refusal(403);
    await failureOf(tokens.get('ORG', begin()));
    assert.equal((await failureOf(tokens.get('ORG', begin()))).cause.retryAfter, 5);
  });

  it('a missing credential is told each time and not backed off from', async () => {
    const { tokens, begin } = tokensUnderTest({ credentials: { APP: undefined, ORG: undefined } });
    for (let count = 0; count < 2; count++) {
      const { code, cause } = await failureOf(tokens.get('ORG', begin()));
      assert.deepEqual([code, cause.retryAfter], ['AUTH_FAILED', undefined]);
    }
  });

  it('a client that is closed meanwhile is not backed off from', async () => {
    const { tokens, begin, asked } = failing(() => new ClientError('CLOSED', 'closed'));
    for (const count of [1, 2]) {
      assert.equal((await failureOf(tokens.get('ORG', begin()))).code, 'CLOSED');
      assert.equal(asked(), count);
    }
  });

  it('a step of the wall clock changes none of its waits', async () => {
    const { tokens, clock, begin, asked } = failing(badGateway, { random: () => 0 });
    await failureOf(tokens.get('ORG', begin()));
    clock.step(-3_600_000);
    await clock.advance(1_000);
    await failureOf(tokens.get('ORG', begin()));
    assert.equal(asked(), 2);
    clock.step(3_600_000);
    await failureOf(tokens.get('ORG', begin()));
    assert.equal(asked(), 2);
  });
});

describe('behaviour: a token that is asked for at once', () => {
  it('is asked for although failures are backed off from, by one request for all who do', async () => {
    for (const error of [badGateway, () => refusal(403)]) {
      const { tokens, begin, asked, answer } = failing(error);
      await failureOf(tokens.get('ORG', begin()));
      answer();
      await failureOf(tokens.get('ORG', begin()));
      assert.equal(asked(), 1);
      const given = await Promise.all([1, 2, 3].map(() => tokens.get('ORG', begin(), true)));
      assert.deepEqual([asked(), new Set(given).size], [2, 1]);
      assert.equal(await tokens.get('ORG', begin()), given[0]);
    }
  });

  it('one that fails leaves the waits of the others as they are', async () => {
    const { tokens, clock, begin, asked } = failing(() => refusal(403));
    await failureOf(tokens.get('ORG', begin()));
    for (let count = 0; count < 3; count++) await failureOf(tokens.get('ORG', begin(), true));
    assert.equal(asked(), 4);
    assert.equal((await failureOf(tokens.get('ORG', begin()))).cause.retryAfter, 5);
    await clock.advance(5_000);
    await failureOf(tokens.get('ORG', begin()));
    assert.equal((await failureOf(tokens.get('ORG', begin()))).cause.retryAfter, 10);
  });

  it('shares the request that is under way, but not its wait to be sent again', async () => {
    const sent: boolean[] = [];
    let wait = () => {};
    let answerFirst = (_: object) => {};
    const { tokens, begin } = tokensUnderTest({
      request: (_, __, once, releaseWhile) => {
        sent.push(once);
        if (sent.length > 1) return Promise.resolve({ token: 'second' });
        return new Promise((resolve) => {
          answerFirst = resolve;
          wait = () => releaseWhile(new Promise(() => {}));
        });
      },
    });
    const patient = tokens.get('ORG', begin());
    const urgent = tokens.get('ORG', begin(), true);
    await Promise.resolve();
    assert.deepEqual(sent, [false]);
    wait();
    assert.equal((await urgent).value, 'second');
    assert.deepEqual(sent, [false, true]);
    answerFirst({ token: 'first' });
    assert.equal((await patient).value, 'first');
  });

  it('is the answer of the request that is under way where that comes', async () => {
    const { tokens, begin, asked } = tokensUnderTest();
    const [one, other] = await Promise.all([tokens.get('ORG', begin()), tokens.get('ORG', begin(), true)]);
    assert.equal(one, other);
    assert.deepEqual(asked, ['org org-1 false']);
  });

  it('waits for no renewal while the last one is still valid, and renews it in the background', async () => {
    let requests = 0;
    const { tokens, clock, begin } = tokensUnderTest({
      request: () => (++requests === 1 ? Promise.resolve({ token: 'a' }) : new Promise(() => {})),
    });
    const token = await tokens.get('ORG', begin());
    await clock.advance(299_999);
    assert.equal(await tokens.get('ORG', begin(), true), token);
    assert.equal(requests, 2);
  });

  it('a renewal in the background that fails disturbs nobody, and is backed off from', async () => {
    let requests = 0;
    const { tokens, clock, begin } = tokensUnderTest({
      request: () => (++requests === 1 ? Promise.resolve({ token: 'a' }) : Promise.reject(badGateway())),
    });
    const token = await tokens.get('ORG', begin());
    await clock.advance(299_000);
    assert.equal(await tokens.get('ORG', begin(), true), token);
    await clock.advance(1);
    assert.equal(await tokens.get('ORG', begin(), true), token);
    assert.equal(requests, 2);
  });

  it('one that was refused is renewed at once where that is asked for', async () => {
    let fails = false;
    let requests = 0;
    const { tokens, begin } = tokensUnderTest({
      request: async () => {
        requests += 1;
        if (fails) throw badGateway();
        return { token: `token-${requests}` };
      },
    });
    const old = await tokens.get('ORG', begin());
    fails = true;
    await failureOf(tokens.renew('ORG', old, begin()));
    fails = false;
    await failureOf(tokens.renew('ORG', old, begin()));
    assert.equal((await tokens.renew('ORG', old, begin(), true)).value, 'token-3');
  });
});

describe('behaviour: the life of a token', () => {
  it('is measured from when it came, by the clock of the service, and no step of ours changes it', async () => {
    for (const stepMs of [-3_600_000, 0, 3_600_000]) {
      const { tokens, clock, begin, asked, live } = tokensUnderTest();
      live(600_000);
      await tokens.get('ORG', begin());
      clock.step(stepMs);
      await clock.advance(539_999);
      await tokens.get('ORG', begin());
      assert.equal(asked.length, 1, `${stepMs}`);
      await clock.advance(1);
      await tokens.get('ORG', begin());
      assert.equal(asked.length, 2, `${stepMs}`);
    }
  });
});
