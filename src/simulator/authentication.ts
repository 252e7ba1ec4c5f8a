import { limits, type OperationRow } from '../catalog';
import { defined } from '../object';
import { type Caller, ServiceRefusal } from './handler';
import type { ServiceState } from './service-state';

/** Names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

export const apiKeyHeader = 'Em-Api-Subscription-Key';

function headerOf(headers: RequestHeaders, name: string, max: number): string | undefined {
  const value = headers[name.toLowerCase()];
  const text = Array.isArray(value) ? value.join(', ') : value;
  if (text !== undefined && text.length > max) {
    const message = `must have at most ${max} characters`;
    throw new ServiceRefusal(400, `${name} ${message}`, [{ message, propertyName: name }]);
  }
  return text;
}

function unauthorized(message: string): ServiceRefusal {
  return new ServiceRefusal(401, message, [], { 'www-authenticate': 'Bearer' });
}

/** The bearer token of a request, or undefined when it has none. */
export function bearerToken(headers: RequestHeaders): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(String(headers.authorization ?? ''))?.[1];
}

/**
 * Who calls an operation. Throws 400 for a header that is too long, 401 for a missing or wrong API key and a missing,
 * unknown or expired token, 403 for a token of the wrong kind. spec 5
 */
export function authenticate(
  state: ServiceState,
  row: Pick<OperationRow, 'token'>,
  headers: RequestHeaders,
  now: number,
): Caller {
  const apiKey = headerOf(headers, apiKeyHeader, limits.apiKeyCharacters);
  headerOf(headers, 'Authorization', limits.authorizationCharacters);
  if (apiKey === undefined) throw unauthorized(`${apiKeyHeader} is required`);
  if (apiKey !== state.apiKey) throw unauthorized(`${apiKeyHeader} is not valid`);
  if (row.token.length === 0) return { kind: 'none' };
  const value = bearerToken(headers);
  if (value === undefined) throw unauthorized('Authorization: Bearer <token> is required');
  const token = state.tokens.find((known) => known.value === value);
  if (token === undefined) throw unauthorized('The access token is not valid');
  if (token.expiresAt <= now) throw unauthorized('The access token has expired');
  if (!row.token.includes(token.kind))
    throw new ServiceRefusal(403, `A token of kind ${row.token.join(' or ')} is required`);
  return {
    kind: token.kind,
    ...defined({ organizationId: token.organizationId }),
  };
}
