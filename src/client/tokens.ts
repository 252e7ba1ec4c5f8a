import { limits, type TokenKind } from '../catalog';
import type { Clock } from '../clock';
import { ClientError, type Fail } from './errors';
import type { Credential, ReleaseWhile } from './interface';
import type { Lifetime } from './lifetime';
import type { ServiceClock } from './service-clock';

export type SecretName = 'secret1' | 'secret2';

export interface Token {
  readonly value: string;
  /** Epoch ms on our clock, to be shown. */
  readonly expiresAt: number;
  /** Monotonic. */
  readonly expiresAtMs: number;
  /**
   * From this monotonic instant on a new token is requested; this one is used until it expires if the request fails.
   */
  readonly renewAtMs: number;
  readonly secret: SecretName;
  readonly generation: number;
}

export interface TokenDependencies {
  readonly credentials: { readonly [Kind in TokenKind]: Credential | undefined };
  readonly clock: Clock;
  /** 0 <= r < 1, for the jitter of waits. */
  readonly random: () => number;
  readonly serviceClock: ServiceClock;
  /**
   * Sends the token operation, and continues when its callers end. `once`: without a retry when the service cannot be
   * reached. `releaseWhile` wraps the waits between attempts. spec 4.1
   */
  readonly request: (
    clientId: string,
    clientSecret: string,
    once: boolean,
    releaseWhile: ReleaseWhile,
  ) => Promise<unknown>;
  readonly onToken: (kind: TokenKind, value: string) => void;
  readonly fail: Fail;
}

export interface Tokens {
  /** `atOnce`: waits neither for the back-off after failures nor for a request that is to be retried. */
  get(kind: TokenKind, lifetime: Lifetime, atOnce?: boolean): Promise<Token>;
  /** Another token than the one that was refused; one request for all whose token was of the same generation. */
  renew(kind: TokenKind, refused: Token, lifetime: Lifetime, atOnce?: boolean): Promise<Token>;
  /** Requests a new token at once, even during the back-off after a failure, and without a retry. */
  force(kind: TokenKind, lifetime: Lifetime): Promise<Token>;
}

/** A token request in flight. */
interface InFlightToken {
  readonly token: Promise<Token>;
  /** Resolves when it has failed once and waits for its retry. */
  readonly waits: Promise<undefined>;
}

/** The last failure, with the back-off after it. */
interface Failure {
  readonly error: ClientError;
  /** Failures of this kind in a row. */
  readonly count: number;
  readonly nextTryAtMs: number;
}

interface CredentialState {
  token?: Token | undefined;
  inFlight?: InFlightToken | undefined;
  /** One more request beside it, for callers that do not wait. */
  urgent?: Promise<Token> | undefined;
  generation: number;
  /** The secret that worked last. */
  preferred: SecretName;
  failure?: Failure | undefined;
}

const unknownLifetimeMs = 300_000;
const renewEarlyMs = 60_000;
const renewEarlyShare = 0.1;
/**
 * Wrong credentials stay wrong until somebody changes them, and the service may lock an account that goes on trying.
 */
const refusalBackoff = { firstMs: 5_000, maxMs: 300_000, jitterMs: 0 } as const;
/** A service that cannot answer may recover at any moment. */
const unavailableBackoff = { firstMs: 1_000, maxMs: 4_000, jitterMs: 1_000 } as const;
const refusingStatuses: ReadonlySet<number | undefined> = new Set([400, 401, 403]);
const bearerCharacters = 'Bearer '.length;

/** The tokens of the account's credentials: requested when needed, one request at a time for each credential. spec 5 */
export function createTokens(dependencies: TokenDependencies): Tokens {
  const { clock, random, serviceClock, fail } = dependencies;
  const start = (): CredentialState => ({ generation: 0, preferred: 'secret1' });
  const states: Record<TokenKind, CredentialState> = { APP: start(), ORG: start() };

  function credentialOf(kind: TokenKind): Credential {
    const credential = dependencies.credentials[kind];
    if (credential !== undefined) return credential;
    const name = kind === 'APP' ? 'application' : 'organization';
    throw fail('AUTH_FAILED', `the account has no ${name} (${kind}) credential`);
  }

  function obtain(kind: TokenKind, once = false): InFlightToken {
    const state = states[kind];
    if (state.inFlight === undefined) {
      let onWait = () => {};
      const waits = new Promise<undefined>((resolve) => {
        onWait = () => resolve(undefined);
      });
      const releaseWhile: ReleaseWhile = (wait) => {
        onWait();
        return wait;
      };
      const token = request(kind, once, releaseWhile).finally(() => {
        state.inFlight = undefined;
      });
      state.inFlight = { token, waits };
    }
    return state.inFlight;
  }

  /** Gets a token, and waits for nothing but the service's answer. */
  async function obtainAtOnce(kind: TokenKind): Promise<Token> {
    const state = states[kind];
    if (backoffLeftMs(state) <= 0) {
      const { token, waits } = obtain(kind);
      const given = await Promise.race([token, waits]);
      if (given !== undefined) return given;
    }
    state.urgent ??= request(kind, true, (wait) => wait).finally(() => {
      state.urgent = undefined;
    });
    return state.urgent;
  }

  async function request(kind: TokenKind, once: boolean, releaseWhile: ReleaseWhile): Promise<Token> {
    const state = states[kind];
    try {
      const { secret, data } = await withEitherSecret(credentialOf(kind), state.preferred, once, releaseWhile);
      const token = tokenOf(data, secret, state.generation + 1);
      dependencies.onToken(kind, token.value);
      Object.assign(state, { token, preferred: secret, generation: token.generation, failure: undefined });
      return token;
    } catch (error) {
      if (error instanceof ClientError) backOff(state, error);
      throw error;
    }
  }

  function backOff(state: CredentialState, error: ClientError): void {
    const refused = error.code === 'AUTH_FAILED';
    const requested = !refused || error.cause.statusCode !== undefined;
    // An urgent request that failed does not lengthen the back-off of the others.
    if (!requested || error.code === 'CLOSED' || backoffLeftMs(state) > 0) return;
    const { failure } = state;
    const again = failure !== undefined && (failure.error.code === 'AUTH_FAILED') === refused;
    const count = again ? failure.count + 1 : 1;
    const { firstMs, maxMs, jitterMs } = refused ? refusalBackoff : unavailableBackoff;
    const waitMs = Math.min(firstMs * 2 ** (count - 1), maxMs) + random() * jitterMs;
    state.failure = { error, count, nextTryAtMs: clock.monotonicMs() + waitMs };
  }

  function backoffLeftMs({ failure }: CredentialState): number {
    return failure === undefined ? 0 : failure.nextTryAtMs - clock.monotonicMs();
  }

  async function withEitherSecret(
    credential: Credential,
    preferred: SecretName,
    once: boolean,
    releaseWhile: ReleaseWhile,
  ) {
    const order: SecretName[] = preferred === 'secret1' ? ['secret1', 'secret2'] : ['secret2', 'secret1'];
    let refusal: ClientError | undefined;
    for (const secret of order) {
      const value = credential[secret];
      if (value === undefined || value === '') continue;
      try {
        return { secret, data: await dependencies.request(credential.clientId, value, once, releaseWhile) };
      } catch (error) {
        if (!(error instanceof ClientError) || !refusingStatuses.has(error.cause.statusCode)) throw error;
        refusal = error;
      }
    }
    throw fail('AUTH_FAILED', `no token was given: ${refusal?.message ?? 'there is no secret'}`, refusal?.cause);
  }

  function tokenOf(data: unknown, secret: SecretName, generation: number): Token {
    const { token, expiresAt } = data as { token?: unknown; expiresAt?: unknown };
    const maxCharacters = limits.authorizationCharacters - bearerCharacters;
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || token.length > maxCharacters)
      throw fail('BAD_RESPONSE', 'the token cannot be sent in a header', {
        operation: 'token.create',
        statusCode: 200,
      });
    const statedLifeMs = typeof expiresAt === 'string' ? Date.parse(expiresAt) - serviceClock.now() : Number.NaN;
    const lifeMs = statedLifeMs > 0 ? statedLifeMs : unknownLifetimeMs;
    const expiresAtMs = clock.monotonicMs() + lifeMs;
    const renewAtMs = expiresAtMs - Math.min(renewEarlyMs, lifeMs * renewEarlyShare);
    return { value: token, expiresAt: clock.now() + lifeMs, expiresAtMs, renewAtMs, secret, generation };
  }

  function refuseWhileBackingOff(state: CredentialState): void {
    const waitMs = backoffLeftMs(state);
    if (state.failure === undefined || waitMs <= 0) return;
    const { code, message, cause } = state.failure.error;
    const retryAfter = Math.ceil(waitMs / 1000);
    throw fail(code, `${message} (next try in ${retryAfter} s)`, { retryable: cause.retryable, retryAfter });
  }

  const onEnded = (lifetime: Lifetime) => () =>
    lifetime.ended() === 'deadline'
      ? fail('TIMEOUT', 'no token was given in time')
      : fail('CLOSED', 'the call was cancelled');

  /** Requests the next token while the current one is still used. */
  function renewInBackground(kind: TokenKind): void {
    if (backoffLeftMs(states[kind]) <= 0) obtain(kind).token.catch(() => {});
  }

  function requestToken(kind: TokenKind, lifetime: Lifetime, atOnce: boolean): Promise<Token> {
    if (!atOnce) refuseWhileBackingOff(states[kind]);
    return lifetime.wait(atOnce ? obtainAtOnce(kind) : obtain(kind).token, onEnded(lifetime));
  }

  return {
    async get(kind, lifetime, atOnce = false) {
      const { token } = states[kind];
      if (token !== undefined && clock.monotonicMs() < token.renewAtMs) return token;
      if (atOnce && token !== undefined && clock.monotonicMs() < token.expiresAtMs) {
        renewInBackground(kind);
        return token;
      }
      try {
        return await requestToken(kind, lifetime, atOnce);
      } catch (error) {
        const over = token === undefined || clock.monotonicMs() >= token.expiresAtMs;
        if (over || lifetime.ended() !== undefined) throw error;
        return token;
      }
    },
    async renew(kind, refused, lifetime, atOnce = false) {
      const state = states[kind];
      if (state.token !== undefined && state.token.generation !== refused.generation) return state.token;
      state.token = undefined;
      return requestToken(kind, lifetime, atOnce);
    },
    async force(kind, lifetime) {
      return lifetime.wait(obtain(kind, true).token, onEnded(lifetime));
    },
  };
}
