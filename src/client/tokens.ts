import { limits, type TokenKind } from '../catalog';
import type { Clock } from '../clock';
import { ClientError, type Fail } from './errors';
import type { Credential, ReleaseWhile } from './interface';
import type { Lifetime } from './lifetime';
import type { ServiceClock } from './service-clock';

export type SecretName = 'secret1' | 'secret2';

/** Whose token it is: the application's, that of the account's first organization, or that of another by its key. */
export type TokenHolder = TokenKind | `ORG:${string}`;

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
  readonly credentials: { readonly [Holder in TokenHolder]?: Credential | undefined };
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
  readonly onToken: (holder: TokenHolder, value: string) => void;
  readonly fail: Fail;
}

export interface Tokens {
  /** `atOnce`: waits neither for the back-off after failures nor for a request that is to be retried. */
  get(holder: TokenHolder, lifetime: Lifetime, atOnce?: boolean): Promise<Token>;
  /** Another token than the one that was refused; one request for all whose token was of the same generation. */
  renew(holder: TokenHolder, refused: Token, lifetime: Lifetime, atOnce?: boolean): Promise<Token>;
  /** Requests a new token at once, even during the back-off after a failure, and without a retry. */
  force(holder: TokenHolder, lifetime: Lifetime): Promise<Token>;
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
  const states = new Map<TokenHolder, CredentialState>();

  function stateOf(holder: TokenHolder): CredentialState {
    const known = states.get(holder);
    if (known !== undefined) return known;
    const state: CredentialState = { generation: 0, preferred: 'secret1' };
    states.set(holder, state);
    return state;
  }

  function credentialOf(holder: TokenHolder): Credential {
    const credential = dependencies.credentials[holder];
    if (credential !== undefined) return credential;
    const name = holder === 'APP' ? 'application (APP)' : 'organization (ORG)';
    throw fail('AUTH_FAILED', `the account has no ${name} credential`);
  }

  function obtain(holder: TokenHolder, once = false): InFlightToken {
    const state = stateOf(holder);
    if (state.inFlight === undefined) {
      let onWait = () => {};
      const waits = new Promise<undefined>((resolve) => {
        onWait = () => resolve(undefined);
      });
      const releaseWhile: ReleaseWhile = (wait) => {
        onWait();
        return wait;
      };
      const token = request(holder, once, releaseWhile).finally(() => {
        state.inFlight = undefined;
      });
      state.inFlight = { token, waits };
    }
    return state.inFlight;
  }

  /** Gets a token, and waits for nothing but the service's answer. */
  async function obtainAtOnce(holder: TokenHolder): Promise<Token> {
    const state = stateOf(holder);
    if (backoffLeftMs(state) <= 0) {
      const { token, waits } = obtain(holder);
      const given = await Promise.race([token, waits]);
      if (given !== undefined) return given;
    }
    state.urgent ??= request(holder, true, (wait) => wait).finally(() => {
      state.urgent = undefined;
    });
    return state.urgent;
  }

  async function request(holder: TokenHolder, once: boolean, releaseWhile: ReleaseWhile): Promise<Token> {
    const state = stateOf(holder);
    try {
      const { secret, data } = await withEitherSecret(credentialOf(holder), state.preferred, once, releaseWhile);
      const token = tokenOf(data, secret, state.generation + 1);
      dependencies.onToken(holder, token.value);
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
  function renewInBackground(holder: TokenHolder): void {
    if (backoffLeftMs(stateOf(holder)) <= 0) obtain(holder).token.catch(() => {});
  }

  function requestToken(holder: TokenHolder, lifetime: Lifetime, atOnce: boolean): Promise<Token> {
    if (!atOnce) refuseWhileBackingOff(stateOf(holder));
    return lifetime.wait(atOnce ? obtainAtOnce(holder) : obtain(holder).token, onEnded(lifetime));
  }

  return {
    async get(holder, lifetime, atOnce = false) {
      const { token } = stateOf(holder);
      if (token !== undefined && clock.monotonicMs() < token.renewAtMs) return token;
      if (atOnce && token !== undefined && clock.monotonicMs() < token.expiresAtMs) {
        renewInBackground(holder);
        return token;
      }
      try {
        return await requestToken(holder, lifetime, atOnce);
      } catch (error) {
        const over = token === undefined || clock.monotonicMs() >= token.expiresAtMs;
        if (over || lifetime.ended() !== undefined) throw error;
        return token;
      }
    },
    async renew(holder, refused, lifetime, atOnce = false) {
      const state = stateOf(holder);
      if (state.token !== undefined && state.token.generation !== refused.generation) return state.token;
      state.token = undefined;
      return requestToken(holder, lifetime, atOnce);
    },
    async force(holder, lifetime) {
      return lifetime.wait(obtain(holder, true).token, onEnded(lifetime));
    },
  };
}
