import type { TokenKind } from '../catalog';
import { ClientError } from './errors';
import type { Lifetime } from './lifetime';
import type { Failed } from './outcome';
import type { Token, Tokens } from './tokens';

/** The token of one request, through all its attempts. */
export interface RunToken {
  /** What is sent; undefined before `obtain`, and for what takes none. */
  value(): string | undefined;
  /** Gets one where it is needed and there is none yet; answers with why there is none. */
  obtain(): Promise<Failed | undefined>;
  /** Another one than that which was refused, once; `refused` is the answer when there can be none. */
  renew(refused: Failed): Promise<Failed | undefined>;
}

interface RunTokenDependencies extends Pick<Tokens, 'get' | 'renew'> {
  readonly lifetime: Lifetime;
  /** In the order in which they are tried; none for what takes no token. */
  readonly kinds: readonly TokenKind[];
  /** An open may ask once whatever failed before. */
  readonly atOnce: boolean;
}

export function createRunToken(dependencies: RunTokenDependencies): RunToken {
  const { lifetime } = dependencies;
  let [kind, ...otherKinds] = dependencies.kinds;
  let { atOnce } = dependencies;
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
          token = await dependencies.get(kind, lifetime, takeAtOnce());
        } catch (error) {
          const failed = failedOf(error);
          // Nothing was sent: credentials of the other kind may do where one kind's are refused.
          if (failed.code !== 'AUTH_FAILED' || otherKinds.length === 0) return failed;
          [kind, ...otherKinds] = otherKinds;
          atOnce = dependencies.atOnce;
        }
      }
      return undefined;
    },
    async renew(refused) {
      if (kind === undefined || token === undefined || renewed) return refused;
      renewed = true;
      try {
        token = await dependencies.renew(kind, token, lifetime, takeAtOnce());
        return undefined;
      } catch (error) {
        return failedOf(error);
      }
    },
  };
}

/** What an error of ours tells; any other goes on. */
export function failedOf(error: unknown): Failed {
  if (!(error instanceof ClientError)) throw error;
  const { statusCode, retryAfter, validations, retryable } = error.cause;
  return {
    code: error.code,
    message: error.message,
    validations,
    retryable,
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
