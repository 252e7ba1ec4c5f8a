import type { TokenKind } from '../catalog';
import type { Fail } from './errors';
import type { PreparedRequest } from './request';
import type { ParsedSettings } from './settings';

/** The kinds of token that can be used for a request, the one to try first in front; none for the token operation. */
export type TokenKindsOf = (request: PreparedRequest, wanted: TokenKind | undefined) => readonly TokenKind[];

/** Throws `INVALID_INPUT` where the wanted kind is not accepted, and `AUTH_FAILED` where the account has no credential for any. */
export function createTokenKindsOf(account: ParsedSettings, fail: Fail): TokenKindsOf {
  return ({ row, operation, tokens: accepted, detail }, wanted) => {
    if (row.token.length === 0) return [];
    const kinds = wanted === undefined ? accepted : accepted.filter((kind) => kind === wanted);
    if (kinds.length === 0) {
      const message = `must be ${accepted.join(' or ')}`;
      const validations = [{ field: 'token', rule: 'enum', message }];
      throw fail('INVALID_INPUT', `${operation}: token ${message}`, { ...detail, validations });
    }
    const configured = kinds.filter((kind) => account.credentials[kind] !== undefined);
    if (configured.length === 0)
      throw fail('AUTH_FAILED', `${operation}: the account has no ${kinds.join(' or ')} credential`, detail);
    return configured;
  };
}
