import assert from 'node:assert/strict';
import { limits } from '../../src/catalog';
import { failureOf } from './client-under-test';
import { refusal, tokensUnderTest } from './tokens-under-test';

describe('spec 5: how tokens are asked for', () => {
  it('a token that was given ends the backing off: the next refusal counts from 5 s again', async () => {
    let refuse = true;
    let asked = 0;
    const { tokens, clock, begin } = tokensUnderTest({
      request: async () => {
        asked += 1;
        if (refuse) throw refusal(403);
        return { token: 'a' };
      },
    });
    await failureOf(tokens.get('ORG', begin()));
    refuse = false;
    const token = await tokens.force('ORG', begin());
    refuse = true;
    await failureOf(tokens.renew('ORG', token, begin()));
    assert.equal((await failureOf(tokens.renew('ORG', token, begin()))).cause.retryAfter, 5);
    assert.equal(asked, 3);
    await clock.advance(5000);
    await failureOf(tokens.renew('ORG', token, begin()));
    assert.equal(asked, 4);
  });

  it('who asks while a refusal is backed off from hears what it said, and in how many seconds the next try is', async () => {
    const { tokens, clock, begin } = tokensUnderTest({
      request: async () => {
        throw refusal(403, 'the account is locked');
      },
    });
    await failureOf(tokens.get('ORG', begin()));
    for (const [afterMs, seconds] of [
      [0, 5],
      [999, 5],
      [1, 4],
      [3999, 1],
    ] as const) {
      await clock.advance(afterMs);
      const { code, message, cause } = await failureOf(tokens.get('ORG', begin()));
      assert.deepEqual(
        [code, message, cause.retryAfter],
        ['AUTH_FAILED', `no token was given: the account is locked (next try in ${seconds} s)`, seconds],
      );
    }
  });

  it('a wait ends with the time or with the call, and says which', async () => {
    for (const [end, code] of [
      [undefined, 'TIMEOUT'],
      ['closed', 'CLOSED'],
      ['cancelled', 'CLOSED'],
    ] as const) {
      for (const way of ['get', 'force'] as const) {
        const { tokens, clock, begin } = tokensUnderTest({ request: () => new Promise(() => {}) });
        const lifetime = begin(1000);
        const failed = failureOf(tokens[way]('ORG', lifetime));
        if (end === undefined) await clock.advance(1000);
        else lifetime.end(end);
        assert.equal((await failed).code, code);
      }
    }
  });

  it('a credential that is missing or has no secret is named, and nothing is asked', async () => {
    const { tokens, begin, asked } = tokensUnderTest({
      credentials: { APP: undefined, ORG: { clientId: 'org', secret1: '' } },
    });
    for (const way of ['get', 'force'] as const) {
      const missing = await failureOf(tokens[way]('APP', begin()));
      assert.deepEqual([missing.code, /application \(APP\)/.test(missing.message)], ['AUTH_FAILED', true]);
    }
    const empty = await failureOf(tokens.get('ORG', begin()));
    assert.deepEqual([empty.code, /there is no secret/.test(empty.message)], ['AUTH_FAILED', true]);
    const other = tokensUnderTest({ credentials: { APP: undefined, ORG: undefined } });
    assert.match((await failureOf(other.tokens.get('ORG', begin()))).message, /organization \(ORG\)/);
    assert.deepEqual(asked, []);
  });

  it('the second secret is tried only where the first is refused, and the one that worked comes first', async () => {
    const refused = new Map<string, number>([['first', 401]]);
    const asked: string[] = [];
    const { tokens, begin } = tokensUnderTest({
      credentials: { APP: undefined, ORG: { clientId: 'org', secret1: 'first', secret2: 'second' } },
      request: async (_, secret) => {
        asked.push(secret);
        const statusCode = refused.get(secret);
        if (statusCode !== undefined) throw refusal(statusCode, `${secret} is refused`);
        return { token: 'a' };
      },
    });
    assert.equal((await tokens.force('ORG', begin())).secret, 'secret2');
    assert.equal((await tokens.force('ORG', begin())).secret, 'secret2');
    assert.deepEqual(asked.splice(0), ['first', 'second', 'second']);
    refused.set('second', 400);
    const both = await failureOf(tokens.force('ORG', begin()));
    assert.match(both.message, /first is refused/);
    assert.equal(both.cause.statusCode, 401);
    assert.deepEqual(asked.splice(0), ['second', 'first']);
    refused.delete('first');
    assert.equal((await tokens.force('ORG', begin())).secret, 'secret1');
    refused.set('first', 500);
    asked.splice(0);
    assert.equal((await failureOf(tokens.force('ORG', begin()))).cause.statusCode, 500);
    assert.deepEqual(asked, ['first']);
  });

  it('a failure of ours is not backed off from, and passes as it is', async () => {
    const broken = new TypeError('broken');
    let asked = 0;
    const { tokens, begin } = tokensUnderTest({
      request: async () => {
        asked += 1;
        throw broken;
      },
    });
    for (let count = 1; count <= 2; count++) {
      await assert.rejects(tokens.get('ORG', begin()), broken);
      assert.equal(asked, count);
    }
  });

  it('a token takes what fits into a header beside its scheme, visible ASCII only', async () => {
    for (const [token, fits] of [
      ['!', true],
      ['~', true],
      ['', false],
      ['a b', false],
      ['a\x7f', false],
      ['é', false],
      ['\x20a', false],
    ] as const) {
      const { tokens, begin } = tokensUnderTest({ request: async () => ({ token }) });
      if (fits) assert.equal((await tokens.get('ORG', begin())).value, token);
      else {
        const error = await failureOf(tokens.get('ORG', begin()));
        assert.deepEqual(
          [error.code, error.cause.operation, error.cause.statusCode],
          ['BAD_RESPONSE', 'token.create', 200],
        );
      }
    }
    const longest = limits.authorizationCharacters - 'Bearer '.length;
    const long = tokensUnderTest({ request: async () => ({ token: 'x'.repeat(longest) }) });
    assert.equal((await long.tokens.get('ORG', long.begin())).value.length, longest);
    const longer = tokensUnderTest({ request: async () => ({ token: 'x'.repeat(longest + 1) }) });
    await failureOf(longer.tokens.get('ORG', longer.begin()));
  });
});
