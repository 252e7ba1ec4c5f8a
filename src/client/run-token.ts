import type { TokenKind } from '../catalog';
import { defined } from '../object';
import { refusalReason } from '../refusal';
import { ClientError } from './errors';
import type { Lifetime } from './lifetime';
import type { Failed } from './outcome';
import type { Token, TokenHolder, Tokens } from './tokens';

/** The token of one request, through all its attempts. */
export interface RunToken {
  /** The token to send; undefined before `obtain`, and for an operation without a token. */
  value(): string | undefined;
  /** Gets the token if one is needed and missing; resolves with the failure if there is none. */
  obtain(): Promise<Failed | undefined>;
  /** Replaces the token that was refused, once; resolves with `refused` when there is no other. */
  renew(refused: Failed): Promise<Failed | undefined>;
  /** From now on the next kind is used; false where there is none. */
  takeOther(): boolean;
}

interface RunTokenDependencies extends Pick<Tokens, 'get' | 'renew'> {
  readonly lifetime: Lifetime;
  /** In the order in which they are tried; none for an operation without a token. */
  readonly kinds: readonly TokenKind[];
  /** Whose token of a kind is taken; that of the account's first organization by default. */
  readonly holderOf?: (kind: TokenKind) => Promise<TokenHolder>;
  /** An open may request a token once, whatever failed before. */
  readonly atOnce: boolean;
}

export function createRunToken(dependencies: RunTokenDependencies): RunToken {
  const { lifetime, holderOf } = dependencies;
  let [kind, ...otherKinds] = dependencies.kinds;
  let { atOnce } = dependencies;
  let holder: TokenHolder | undefined;
  let token: Token | undefined;
  let renewed = false;

  function takeAtOnce(): boolean {
    const taken = atOnce;
    atOnce = false;
    return taken;
  }

  return {
    value: () => token?.value,
    async obtain() {
      while (kind !== undefined && token === undefined) {
        try {
          holder = holderOf === undefined ? kind : await holderOf(kind);
          token = await dependencies.get(holder, lifetime, takeAtOnce());
        } catch (error) {
          const failed = failedOf(error);
          // Nothing was sent yet: the credentials of the other kind may be accepted.
          if (failed.code !== 'AUTH_FAILED' || otherKinds.length === 0) return failed;
          [kind, ...otherKinds] = otherKinds;
          atOnce = dependencies.atOnce;
        }
      }
      return undefined;
    },
    takeOther() {
      if (otherKinds.length === 0) return false;
      [kind, ...otherKinds] = otherKinds;
      token = undefined;
      renewed = false;
      return true;
    },
    async renew(refused) {
      if (holder === undefined || token === undefined || renewed) return refused;
      renewed = true;
      try {
        token = await dependencies.renew(holder, token, lifetime, takeAtOnce());
        return undefined;
      } catch (error) {
        return failedOf(error);
      }
    },
  };
}

/** The failure of a ClientError; any other error is thrown on. */
export function failedOf(error: unknown): Failed {
  if (!(error instanceof ClientError)) throw error;
  const { statusCode, retryAfter, validations, retryable } = error.cause;
  return {
    code: error.code,
    message: error.message,
    validations,
    retryable,
    ...defined({ statusCode, retryAfter, reason: refusalReason(error) }),
  };
}
