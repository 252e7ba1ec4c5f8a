import type { CheckedSettings } from './settings';

/** The headers that every request carries. spec 4, 5.1 */
export function accountHeaders(account: CheckedSettings): Record<string, string> {
  return { Accept: 'application/json', [account.apiKeyHeader]: account.apiKey };
}

/** What all but the token operation carry. spec 5.2 */
export function tokenHeaders(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

/** What a request with a body carries. spec 4 */
export const bodyHeaders: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' };
