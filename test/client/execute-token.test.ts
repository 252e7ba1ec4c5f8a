import assert from 'node:assert/strict';
import { createUrgency } from '../../src/client/priority';
import type { TokenHolder } from '../../src/client/tokens';
import { answer, noToken, runUnderTest, token } from './run-under-test';

const refused = answer(401);

describe('behaviour: the token of a request', () => {
  it('a refused token is replaced once, at once', async () => {
    for (const [second, ends] of [
      [answer(200), undefined],
      [refused, 'AUTH_FAILED'],
    ] as const) {
      const renewed: string[] = [];
      const { run, failure, out } = runUnderTest({
        renew: async (kind, old) => {
          renewed.push(`${kind} ${old.value}`);
          return { ...token, value: 'b' };
        },
        exchanges: [refused, second],
      });
      if (ends === undefined) await run();
      else assert.equal((await failure()).code, ends);
      assert.deepEqual(renewed, ['ORG a']);
      assert.deepEqual(
        out.map(({ token: sent, afterMs }) => [sent, afterMs]),
        [
          ['a', 0],
          ['b', 0],
        ],
      );
    }
  });

  it('a failed renewal fails the request', async () => {
    const { failure } = runUnderTest({
      renew: () => Promise.reject(noToken('AUTH_FAILED', { statusCode: 403, retryAfter: 5 })),
      exchanges: [refused],
    });
    const { code, message, cause } = await failure();
    assert.deepEqual([code, cause.statusCode, cause.retryAfter], ['AUTH_FAILED', 403, 5]);
    assert.match(message, /no token$/);
  });

  it('an operation without a token is sent without one, and a 401 fails it', async () => {
    const { failure, out } = runUnderTest({
      tokenKinds: [],
      token: () => assert.fail('no token is taken'),
      renew: () => assert.fail('there is nothing to renew'),
      exchanges: [refused],
    });
    assert.equal((await failure()).cause.statusCode, 401);
    assert.equal(
      out.some((sent) => 'token' in sent),
      false,
    );
  });

  it('the next kind is used only where the credentials of the first are refused', async () => {
    for (const [code, asked] of [
      ['AUTH_FAILED', ['APP', 'ORG']],
      ['NETWORK', ['APP']],
      ['TIMEOUT', ['APP']],
      ['BAD_RESPONSE', ['APP']],
    ] as const) {
      const kinds: TokenHolder[] = [];
      const { run, failure, sent } = runUnderTest({
        tokenKinds: ['APP', 'ORG'],
        token: async (kind) => {
          kinds.push(kind);
          if (kind === 'APP') throw noToken(code);
          return token;
        },
        exchanges: [answer(200)],
      });
      if (code === 'AUTH_FAILED') await run();
      else assert.equal((await failure()).code, code);
      assert.deepEqual([kinds, sent()], [asked, code === 'AUTH_FAILED' ? 1 : 0]);
    }
  });

  it('the last refusal is reported where all kinds are refused', async () => {
    const { failure, sent } = runUnderTest({
      tokenKinds: ['APP', 'ORG'],
      token: (kind) => Promise.reject(noToken('AUTH_FAILED', { statusCode: kind === 'APP' ? 401 : 403 })),
    });
    const { code, cause } = await failure();
    assert.deepEqual([code, cause.statusCode, 'retryAfter' in cause, sent()], ['AUTH_FAILED', 403, false, 0]);
  });

  it('a failure to get a token reports only known fields', async () => {
    const { failure } = runUnderTest({ token: () => Promise.reject(noToken('CLOSED')) });
    const { cause } = await failure();
    assert.deepEqual(['statusCode' in cause, 'retryAfter' in cause], [false, false]);
  });

  it('a command retries a failed token request as it retries a failed connection, but not a refused one', async () => {
    const turn = { sent() {}, resendWaitMs: () => 0 };
    for (const [code, asked] of [
      ['NETWORK', 3],
      ['TIMEOUT', 3],
      ['BAD_RESPONSE', 3],
      ['RATE_LIMITED', 3],
      ['AUTH_FAILED', 1],
      ['CLOSED', 1],
    ] as const) {
      let count = 0;
      const { failure } = runUnderTest({
        token: async () => {
          count += 1;
          throw noToken(code);
        },
      });
      assert.deepEqual([(await failure({ permit: turn })).code, count], [code, asked]);
    }
  });

  it('only an open requests a token at once, and once', async () => {
    const turn = { sent() {}, resendWaitMs: () => 0, leave() {} };
    for (const [priority, asked] of [
      ['open', [true, false, false]],
      ['command', [false, false, false]],
    ] as const) {
      const heard: (boolean | undefined)[] = [];
      const { failure } = runUnderTest({
        token: async (_, __, atOnce) => {
          heard.push(atOnce);
          throw noToken('BAD_RESPONSE');
        },
      });
      await failure({ permit: turn, urgency: createUrgency(priority) });
      assert.deepEqual(heard, asked);
    }
  });

  it('an open requests only its first token or its first renewal at once', async () => {
    const heard: (boolean | undefined)[] = [];
    const { run } = runUnderTest({
      token: async (_, __, atOnce) => {
        heard.push(atOnce);
        return token;
      },
      renew: async (_, __, ___, atOnce) => {
        heard.push(atOnce);
        return token;
      },
      exchanges: [refused, answer(200)],
    });
    await run({ urgency: createUrgency('open') });
    assert.deepEqual(heard, [true, false]);
  });

  it('a failed token request is retryable if its own error is', async () => {
    for (const retryable of [true, false]) {
      const { failure } = runUnderTest({ token: () => Promise.reject(noToken('BAD_RESPONSE', { retryable })) });
      assert.equal((await failure()).cause.retryable, retryable);
    }
  });
});
