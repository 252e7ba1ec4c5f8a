import type { ParsedSettings } from './settings';

type Headers = Readonly<Record<string, string>>;

/** The headers that every request carries. spec 4, 5.1 */
export function accountHeaders(account: ParsedSettings): Record<string, string> {
  return { Accept: 'application/json', [account.apiKeyHeader]: account.apiKey };
}

/** What all but the token operation carry. spec 5.2 */
export function tokenHeaders(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

/** What a request with a body carries. spec 4 */
export const bodyHeaders: Headers = { 'Content-Type': 'application/json' };

/** Enough for the tokens of an application with ten organizations, and for no token, each with and without a body. */
const maxHeaderSets = 32;

/** The headers of a request; the same object for equal headers, so that a transport can keep what it makes of them. */
export function createRequestHeaders(
  account: ParsedSettings,
): (token: string | undefined, hasBody: boolean) => Headers {
  const headersByKey = new Map<string, Headers>();
  return (token, hasBody) => {
    const key = `${hasBody ? 'body' : 'plain'} ${token ?? ''}`;
    const known = headersByKey.get(key);
    if (known !== undefined) return known;
    if (headersByKey.size >= maxHeaderSets) headersByKey.clear();
    const headers = {
      ...accountHeaders(account),
      ...(token === undefined ? {} : tokenHeaders(token)),
      ...(hasBody ? bodyHeaders : {}),
    };
    headersByKey.set(key, headers);
    return headers;
  };
}
