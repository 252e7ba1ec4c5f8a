import assert from 'node:assert/strict';
import { limits } from '../../src/catalog';
import { ClientError } from '../../src/client';
import { createLifetimes } from '../../src/client/lifetime';
import { createServiceClock } from '../../src/client/service-clock';
import { createTokens, type Token, type TokenParts } from '../../src/client/tokens';
import { createManualClock } from '../../src/clock';

const hourMs = 3_600_000;

describe('spec 5: the tokens that are held', () => {
  const setUp = (changes: Partial<TokenParts> = {}) => {
    const clock = createManualClock();
    const lifetimes = createLifetimes(clock);
    const begin = (deadlineMs = 60_000) => lifetimes.begin({ deadlineMs });
    const asked: string[] = [];
    const told: [string, string][] = [];
    let life = hourMs;
    const tokens = createTokens({
      credentials: {
        APP: { clientId: 'app', secret1: 'app-1' },
        ORG: { clientId: 'org', secret1: 'org-1' },
      },
      clock,
      serviceClock: createServiceClock(),
      request: async (clientId, secret, once) => {
        asked.push(`${clientId} ${secret} ${once}`);
        return { token: `token-${asked.length}`, expiresAt: new Date(clock.now() + life).toISOString() };
      },
      onToken: (kind, value) => told.push([kind, value]),
      fail: (code, message, detail) => new ClientError(code, message, detail),
      ...changes,
    });
    return { clock, begin, asked, told, tokens, live: (ms: number) => (life = ms) };
  };
  const refusal = (statusCode: number, message = 'no') => new ClientError('AUTH_FAILED', message, { statusCode });
  const failureOf = async (promise: Promise<Token>) => {
    const error = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ClientError, String(error));
    return error;
  };

  it('a token is renewed in the last tenth of its life, at most a minute before its end', async () => {
    for (const [lifeMs, earlyMs] of [
      [hourMs, 60_000],
      [600_000, 60_000],
      [300_000, 30_000],
    ] as const) {
      const { tokens, clock, begin, asked, live } = setUp();
      live(lifeMs);
      const token = await tokens.get('ORG', begin());
      assert.equal(token.expiresAt, clock.now() + lifeMs);
      assert.equal(token.renewAt, token.expiresAt - earlyMs);
      await clock.advance(lifeMs - earlyMs - 1);
      assert.equal(await tokens.get('ORG', begin()), token);
      await clock.advance(1);
      assert.notEqual(await tokens.get('ORG', begin()), token);
      assert.equal(asked.length, 2);
    }
  });

  it('an expiry that is not in the future counts as five minutes', async () => {
    const { tokens, clock, begin, live } = setUp();
    for (const lifeMs of [0, -hourMs]) {
      live(lifeMs);
      assert.equal((await tokens.force('APP', begin())).expiresAt, clock.now() + 300_000);
    }
  });

  it('each token is told with its kind, and counted by generation', async () => {
    const { tokens, begin, told } = setUp();
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
    const { tokens, begin, asked } = setUp();
    await tokens.get('ORG', begin());
    await tokens.force('ORG', begin());
    assert.deepEqual(asked, ['org org-1 false', 'org org-1 true']);
  });

  it('a refused token is renewed once: who comes with the old one later gets the new one', async () => {
    const { tokens, begin, asked } = setUp();
    const old = await tokens.get('ORG', begin());
    const renewed = await tokens.renew('ORG', old, begin());
    assert.notEqual(renewed.generation, old.generation);
    assert.equal(await tokens.renew('ORG', old, begin()), renewed);
    assert.equal(asked.length, 2);
    await tokens.renew('ORG', renewed, begin());
    assert.equal(asked.length, 3);
  });

  it('a refused token serves nobody any more, also where no other is given', async () => {
    let refuse = false;
    const { tokens, begin } = setUp({
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
    const { tokens, clock, begin } = setUp({
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

  it('a token that was given ends the backing off: the next refusal counts from 5 s again', async () => {
    let refuse = true;
    let asked = 0;
    const { tokens, clock, begin } = setUp({
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

  it('who left does not get the old token', async () => {
    let answer = (_: object) => {};
    let requests = 0;
    const { tokens, clock, begin } = setUp({
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

  it('a wait ends with the time or with the call, and says which', async () => {
    for (const [end, code] of [
      [undefined, 'TIMEOUT'],
      ['closed', 'CLOSED'],
      ['cancelled', 'CLOSED'],
    ] as const) {
      for (const way of ['get', 'force'] as const) {
        const { tokens, clock, begin } = setUp({ request: () => new Promise(() => {}) });
        const lifetime = begin(1000);
        const failed = failureOf(tokens[way]('ORG', lifetime));
        if (end === undefined) await clock.advance(1000);
        else lifetime.end(end);
        assert.equal((await failed).code, code);
      }
    }
  });

  it('a credential that is missing or has no secret is named, and nothing is asked', async () => {
    const { tokens, begin, asked } = setUp({ credentials: { APP: undefined, ORG: { clientId: 'org', secret1: '' } } });
    for (const way of ['get', 'force'] as const) {
      const missing = await failureOf(tokens[way]('APP', begin()));
      assert.deepEqual([missing.code, /application \(APP\)/.test(missing.message)], ['AUTH_FAILED', true]);
    }
    const empty = await failureOf(tokens.get('ORG', begin()));
    assert.deepEqual([empty.code, /there is no secret/.test(empty.message)], ['AUTH_FAILED', true]);
    const other = setUp({ credentials: { APP: undefined, ORG: undefined } });
    assert.match((await failureOf(other.tokens.get('ORG', begin()))).message, /organization \(ORG\)/);
    assert.deepEqual(asked, []);
  });

  it('the second secret is tried only where the first is refused, and the one that worked comes first', async () => {
    const refused = new Map<string, number>([['first', 401]]);
    const asked: string[] = [];
    const { tokens, begin } = setUp({
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
    const { tokens, begin } = setUp({
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
      const { tokens, begin } = setUp({ request: async () => ({ token }) });
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
    const long = setUp({ request: async () => ({ token: 'x'.repeat(longest) }) });
    assert.equal((await long.tokens.get('ORG', long.begin())).value.length, longest);
    const longer = setUp({ request: async () => ({ token: 'x'.repeat(longest + 1) }) });
    await failureOf(longer.tokens.get('ORG', longer.begin()));
  });
});
