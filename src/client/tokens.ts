import { limits, type TokenKind } from '../catalog';
import type { Clock } from '../clock';
import { ClientError, type Fail } from './errors';
import type { Credential } from './interface';
import type { Lifetime } from './lifetime';
import type { ServiceClock } from './service-clock';

export type SecretName = 'secret1' | 'secret2';

export interface Token {
  readonly value: string;
  /** On our clock. */
  readonly expiresAt: number;
  /** From here on a new one is asked for; this one serves until it expires if none is given. */
  readonly renewAt: number;
  readonly secret: SecretName;
  readonly generation: number;
}

export interface TokenParts {
  readonly credentials: { readonly [Kind in TokenKind]: Credential | undefined };
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /**
   * Sends the token operation; goes on when those who wait for it leave. `once`: not again when the service cannot be
   * reached. spec 4.1
   */
  readonly request: (clientId: string, clientSecret: string, once: boolean) => Promise<unknown>;
  readonly onToken: (kind: TokenKind, value: string) => void;
  readonly fail: Fail;
}

export interface Tokens {
  get(kind: TokenKind, lifetime: Lifetime): Promise<Token>;
  /** Another token than the one that was refused; one request for all whose token was of the same generation. */
  renew(kind: TokenKind, refused: Token, lifetime: Lifetime): Promise<Token>;
  /** Asks for a new token at once, even while failures are being backed off from, and says at once when it cannot. */
  force(kind: TokenKind, lifetime: Lifetime): Promise<Token>;
}

interface CredentialState {
  token?: Token | undefined;
  flight?: Promise<Token> | undefined;
  generation: number;
  /** The secret that worked last. */
  preferred: SecretName;
  failures: number;
  nextTryAt: number;
  lastFailure: string;
}

const unknownLifetimeMs = 300_000;
const renewEarlyMs = 60_000;
const renewEarlyShare = 0.1;
const firstBackoffMs = 5_000;
const longestBackoffMs = 300_000;
const bearerCharacters = 'Bearer '.length;

/** The tokens of the account's credentials: asked for when needed, one request at a time each. spec 5 */
export function createTokens(parts: TokenParts): Tokens {
  const { clock, serviceClock, fail } = parts;
  const start = (): CredentialState => ({
    generation: 0,
    preferred: 'secret1',
    failures: 0,
    nextTryAt: 0,
    lastFailure: '',
  });
  const states: Record<TokenKind, CredentialState> = { APP: start(), ORG: start() };

  function credentialOf(kind: TokenKind): Credential {
    const credential = parts.credentials[kind];
    if (credential !== undefined) return credential;
    const name = kind === 'APP' ? 'application' : 'organization';
    throw fail('AUTH_FAILED', `the account has no ${name} (${kind}) credential`);
  }

  function obtain(kind: TokenKind, once = false): Promise<Token> {
    const state = states[kind];
    if (state.flight === undefined) {
      state.flight = request(kind, state, once).finally(() => {
        state.flight = undefined;
      });
    }
    return state.flight;
  }

  async function request(kind: TokenKind, state: CredentialState, once: boolean): Promise<Token> {
    try {
      const { secret, data } = await withEitherSecret(credentialOf(kind), state.preferred, once);
      const token = tokenOf(data, secret, state.generation + 1);
      parts.onToken(kind, token.value);
      Object.assign(state, { token, preferred: secret, generation: token.generation, failures: 0, nextTryAt: 0 });
      return token;
    } catch (error) {
      if (error instanceof ClientError && error.cause.statusCode !== undefined) {
        const waitMs = Math.min(firstBackoffMs * 2 ** state.failures, longestBackoffMs);
        state.failures += 1;
        state.nextTryAt = clock.now() + waitMs;
        state.lastFailure = error.message;
      }
      throw error;
    }
  }

  async function withEitherSecret(credential: Credential, preferred: SecretName, once: boolean) {
    const order: SecretName[] = preferred === 'secret1' ? ['secret1', 'secret2'] : ['secret2', 'secret1'];
    let refusal: ClientError | undefined;
    for (const secret of order) {
      const value = credential[secret];
      if (value === undefined || value === '') continue;
      try {
        return { secret, data: await parts.request(credential.clientId, value, once) };
      } catch (error) {
        if (!(error instanceof ClientError) || ![400, 401, 403].includes(error.cause.statusCode ?? 0)) throw error;
        refusal = error;
      }
    }
    throw fail('AUTH_FAILED', `no token was given: ${refusal?.message ?? 'there is no secret'}`, refusal?.cause);
  }

  function tokenOf(data: unknown, secret: SecretName, generation: number): Token {
    const { token, expiresAt } = data as { token?: unknown; expiresAt?: unknown };
    const longest = limits.authorizationCharacters - bearerCharacters;
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || token.length > longest)
      throw fail('BAD_RESPONSE', 'the token cannot be sent in a header', {
        operation: 'token.create',
        statusCode: 200,
      });
    const now = clock.now();
    const instant = typeof expiresAt === 'string' ? serviceClock.fromService(Date.parse(expiresAt)) : Number.NaN;
    const localExpiry = instant > now ? instant : now + unknownLifetimeMs;
    const earlyMs = Math.min(renewEarlyMs, (localExpiry - now) * renewEarlyShare);
    return { value: token, expiresAt: localExpiry, renewAt: localExpiry - earlyMs, secret, generation };
  }

  function refuseWhileBackingOff(state: CredentialState): void {
    const waitMs = state.nextTryAt - clock.now();
    if (waitMs <= 0) return;
    const retryAfter = Math.ceil(waitMs / 1000);
    throw fail('AUTH_FAILED', `${state.lastFailure} (next try in ${retryAfter} s)`, { retryAfter });
  }

  const onEnded = (lifetime: Lifetime) => () =>
    lifetime.ended() === 'deadline'
      ? fail('TIMEOUT', 'no token was given in time')
      : fail('CLOSED', 'the call was cancelled');

  return {
    async get(kind, lifetime) {
      const state = states[kind];
      const { token } = state;
      if (token !== undefined && clock.now() < token.renewAt) return token;
      try {
        refuseWhileBackingOff(state);
        return await lifetime.wait(obtain(kind), onEnded(lifetime));
      } catch (error) {
        if (token === undefined || clock.now() >= token.expiresAt || lifetime.ended() !== undefined) throw error;
        return token;
      }
    },
    async renew(kind, refused, lifetime) {
      const state = states[kind];
      if (state.token !== undefined && state.token.generation !== refused.generation) return state.token;
      state.token = undefined;
      refuseWhileBackingOff(state);
      return lifetime.wait(obtain(kind), onEnded(lifetime));
    },
    async force(kind, lifetime) {
      return lifetime.wait(obtain(kind, true), onEnded(lifetime));
    },
  };
}
