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

/** Two kinds of token, their forerunners, and none; each with and without a body. */
const setsKept = 16;

/** The headers of a request; the same object for equal headers, so that a transport can keep what it makes of them. */
export function createRequestHeaders(
  account: ParsedSettings,
): (token: string | undefined, hasBody: boolean) => Headers {
  const sets = new Map<string, Headers>();
  return (token, hasBody) => {
    const key = `${hasBody ? 'body' : 'plain'} ${token ?? ''}`;
    const known = sets.get(key);
    if (known !== undefined) return known;
    if (sets.size >= setsKept) sets.clear();
    const made = {
      ...accountHeaders(account),
      ...(token === undefined ? {} : tokenHeaders(token)),
      ...(hasBody ? bodyHeaders : {}),
    };
    sets.set(key, made);
    return made;
  };
}
