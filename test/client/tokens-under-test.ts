import { ClientError } from '../../src/client';
import { createLifetimes } from '../../src/client/lifetime';
import { createServiceClock } from '../../src/client/service-clock';
import { createTokens, type TokenDependencies } from '../../src/client/tokens';
import { createManualClock } from '../../src/clock';

export const hourMs = 3_600_000;

/** The tokens of both kinds of credentials, given an hour long unless told otherwise. */
export function tokensUnderTest(changes: Partial<TokenDependencies> = {}) {
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
    random: () => 0.5,
    serviceClock: createServiceClock(clock),
    request: async (clientId, secret, once) => {
      asked.push(`${clientId} ${secret} ${once}`);
      return { token: `token-${asked.length}`, expiresAt: new Date(clock.now() + life).toISOString() };
    },
    onToken: (kind, value) => told.push([kind, value]),
    fail: (code, message, detail) => new ClientError(code, message, detail),
    ...changes,
  });
  return { clock, begin, asked, told, tokens, live: (ms: number) => (life = ms) };
}

export const refusal = (statusCode: number, message = 'no') => new ClientError('AUTH_FAILED', message, { statusCode });
