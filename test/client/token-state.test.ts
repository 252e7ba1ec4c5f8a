import assert from 'node:assert/strict';
import { failureOf } from './client-under-test';
import { hourMs, refusal, tokensUnderTest } from './tokens-under-test';

describe('spec 5: the state of tokens', () => {
  it('a token is renewed in the last tenth of its life, at most a minute before its end', async () => {
    for (const [lifeMs, earlyMs] of [
      [hourMs, 60_000],
      [600_000, 60_000],
      [300_000, 30_000],
    ] as const) {
      const { tokens, clock, begin, asked, live } = tokensUnderTest();
      live(lifeMs);
      const token = await tokens.get('ORG', begin());
      assert.equal(token.expiresAt, clock.now() + lifeMs);
      assert.equal(token.expiresAtMs, clock.monotonicMs() + lifeMs);
      assert.equal(token.renewAtMs, token.expiresAtMs - earlyMs);
      await clock.advance(lifeMs - earlyMs - 1);
      assert.equal(await tokens.get('ORG', begin()), token);
      await clock.advance(1);
      assert.notEqual(await tokens.get('ORG', begin()), token);
      assert.equal(asked.length, 2);
    }
  });

  it('an expiry that is not in the future counts as five minutes', async () => {
    const { tokens, clock, begin, live } = tokensUnderTest();
    for (const lifeMs of [0, -hourMs]) {
      live(lifeMs);
      assert.equal((await tokens.force('APP', begin())).expiresAt, clock.now() + 300_000);
    }
  });

  it('an expiry that is no text counts as five minutes', async () => {
    for (const expiresAt of [undefined, null, 3000]) {
      const { tokens, clock, begin } = tokensUnderTest({ request: async () => ({ token: 'a', expiresAt }) });
      assert.equal((await tokens.get('ORG', begin())).expiresAt, clock.now() + 300_000);
    }
  });

  it('each token is told with its kind, and counted by generation', async () => {
    const { tokens, begin, told } = tokensUnderTest();
    const generations = [];
    for (const kind of ['APP', 'ORG', 'ORG'] as const) generations.push((await tokens.force(kind, begin())).generation);
    assert.deepEqual(generations, [1, 1, 2]);
    assert.deepEqual(told, [
      ['APP', 'token-1'],
      ['ORG', 'token-2'],
      ['ORG', 'token-3'],
    ]);
  });

  it('only who demands a token asks once and without retries', async () => {
    const { tokens, begin, asked } = tokensUnderTest();
    await tokens.get('ORG', begin());
    await tokens.force('ORG', begin());
    assert.deepEqual(asked, ['org org-1 false', 'org org-1 true']);
  });

  it('a refused token is renewed once: who comes with the old one later gets the new one', async () => {
    const { tokens, begin, asked } = tokensUnderTest();
    const old = await tokens.get('ORG', begin());
    const renewed = await tokens.renew('ORG', old, begin());
    assert.notEqual(renewed.generation, old.generation);
    assert.equal(await tokens.renew('ORG', old, begin()), renewed);
    assert.equal(asked.length, 2);
    await tokens.renew('ORG', renewed, begin());
    assert.equal(asked.length, 3);
  });

  it('a refused token is never used again, even if the renewal fails', async () => {
    let refuse = false;
    const { tokens, begin } = tokensUnderTest({
      request: async () => {
        if (refuse) throw refusal(403);
        return { token: 'a' };
      },
    });
    const old = await tokens.get('ORG', begin());
    refuse = true;
    assert.equal((await failureOf(tokens.renew('ORG', old, begin()))).code, 'AUTH_FAILED');
    assert.equal((await failureOf(tokens.get('ORG', begin()))).code, 'AUTH_FAILED');
  });

  it('a token near its end serves to the last millisecond where no other is given, and not longer', async () => {
    let refuse = false;
    const { tokens, clock, begin } = tokensUnderTest({
      request: async () => {
        if (refuse) throw refusal(500);
        return { token: 'a' };
      },
    });
    const token = await tokens.get('ORG', begin());
    refuse = true;
    await clock.advance(299_999);
    assert.equal(await tokens.get('ORG', begin()), token);
    await clock.advance(1);
    await failureOf(tokens.get('ORG', begin()));
  });

  it('a cancelled caller does not get the old token', async () => {
    let answer = (_: object) => {};
    let requests = 0;
    const { tokens, clock, begin } = tokensUnderTest({
      request: () =>
        ++requests === 1 ? Promise.resolve({ token: 'a' }) : new Promise((resolve) => (answer = resolve)),
    });
    await tokens.get('ORG', begin());
    await clock.advance(299_000);
    const lifetime = begin(500);
    const failed = failureOf(tokens.get('ORG', lifetime));
    await clock.advance(500);
    assert.equal((await failed).code, 'TIMEOUT');
    answer({ token: 'b' });
  });
});
