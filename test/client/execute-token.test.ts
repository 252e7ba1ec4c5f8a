import assert from 'node:assert/strict';
import type { TokenKind } from '../../src/catalog';
import { createUrgency } from '../../src/client/priority';
import { answer, noToken, runUnderTest, token } from './run-under-test';

const refused = answer(401);

describe('behaviour: the token of a request', () => {
  it('one that is refused is replaced once, at once', async () => {
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

  it('where no other is given, that is the failure', async () => {
    const { failure } = runUnderTest({
      renew: () => Promise.reject(noToken('AUTH_FAILED', { statusCode: 403, retryAfter: 5 })),
      exchanges: [refused],
    });
    const { code, message, cause } = await failure();
    assert.deepEqual([code, cause.statusCode, cause.retryAfter], ['AUTH_FAILED', 403, 5]);
    assert.match(message, /no token$/);
  });

  it('what takes none is sent without, and a 401 is its end', async () => {
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

  it('is of the next kind where credentials of one are refused, and for nothing else', async () => {
    for (const [code, asked] of [
      ['AUTH_FAILED', ['APP', 'ORG']],
      ['NETWORK', ['APP']],
      ['TIMEOUT', ['APP']],
      ['BAD_RESPONSE', ['APP']],
    ] as const) {
      const kinds: TokenKind[] = [];
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

  it('where all kinds are refused, the last refusal is told', async () => {
    const { failure, sent } = runUnderTest({
      tokenKinds: ['APP', 'ORG'],
      token: (kind) => Promise.reject(noToken('AUTH_FAILED', { statusCode: kind === 'APP' ? 401 : 403 })),
    });
    const { code, cause } = await failure();
    assert.deepEqual([code, cause.statusCode, 'retryAfter' in cause, sent()], ['AUTH_FAILED', 403, false, 0]);
  });

  it('what is said of a failure to get one is only what is known', async () => {
    const { failure } = runUnderTest({ token: () => Promise.reject(noToken('CLOSED')) });
    const { cause } = await failure();
    assert.deepEqual(['statusCode' in cause, 'retryAfter' in cause], [false, false]);
  });

  it('a command tries for its token as for its connection, in vain too; not where it is refused', async () => {
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

  it('an open asks for it at once, one time; nothing else does', async () => {
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

  it('an open that had it at once renews it in turn, and one that renews it first does so at once', async () => {
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

  it('a failure to get one is as worth another try as it says itself', async () => {
    for (const retryable of [true, false]) {
      const { failure } = runUnderTest({ token: () => Promise.reject(noToken('BAD_RESPONSE', { retryable })) });
      assert.equal((await failure()).cause.retryable, retryable);
    }
  });
});
