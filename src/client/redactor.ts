import { ClientError, type Fail } from './errors';
import type { ErrorCode } from './interface';
import type { ParsedSettings } from './settings';
import type { TokenHolder } from './tokens';

/** Tokens remembered per credential: an answer in flight may echo a token that was renewed meanwhile. */
const maxTokens = 4;

export interface Redactor {
  remember(holder: TokenHolder, token: string): void;
  /** Returns a factory of errors without the account's secrets, its tokens and `more`. */
  createFail(more?: readonly string[]): Fail;
}

const isUnreached = (code: ErrorCode) => code === 'NETWORK' || code === 'TIMEOUT';

/** Knows every secret of the account and removes it from errors. */
export function createRedactor(account: ParsedSettings): Redactor {
  const constantSecrets = [account.apiKey];
  for (const credential of [account.credentials.APP, ...account.organizations.map((one) => one.credential)])
    if (credential !== undefined) constantSecrets.push(credential.secret1, credential.secret2 ?? '');
  const tokens = new Map<TokenHolder, string[]>();

  return {
    remember(holder, token) {
      tokens.set(holder, [token, ...(tokens.get(holder) ?? [])].slice(0, maxTokens));
    },
    createFail:
      (more = []) =>
      (code, message, detail) =>
        new ClientError(code, message, isUnreached(code) ? { address: account.baseUrl, ...detail } : detail, [
          ...constantSecrets,
          ...[...tokens.values()].flat(),
          ...more,
        ]),
  };
}
