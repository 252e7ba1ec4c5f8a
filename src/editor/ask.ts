import type { Site } from '../admin-api';
import type { AccountReference } from './account-reference';
import { text } from './texts';

const timeoutMs = 30_000;

interface Failure {
  readonly responseJSON?: { readonly error?: { readonly message?: string } };
  readonly status?: number;
}

/** Asks an admin route; the error it throws has a text for the user. */
export async function ask(method: 'GET' | 'POST', url: string, body?: unknown): Promise<unknown> {
  try {
    // A relative address: only then does the editor add its token and its root.
    return await $.ajax({
      url,
      method,
      dataType: 'json',
      timeout: timeoutMs,
      // A user may have chosen another language for the editor than for the browser.
      headers: { 'Accept-Language': RED.i18n.lang() },
      ...(body === undefined ? {} : { data: JSON.stringify(body), contentType: 'application/json' }),
    });
  } catch (failure) {
    const { responseJSON, status } = failure as Failure;
    if (status === 401) {
      const permission = method === 'GET' ? 'breakerflow.read' : 'breakerflow.write';
      throw new Error(text('ask.noPermission', { permission }));
    }
    throw new Error(responseJSON?.error?.message ?? text('ask.failed', { status: status ?? 0 }));
  }
}

/** The devices and locations of an account that match a search. */
export async function askSite(account: AccountReference, search: string, hardware: string): Promise<Site> {
  const kind = hardware === 'any' ? '' : hardware;
  if (account.kind === 'deployed') {
    const query = `search=${encodeURIComponent(search)}&hardware=${encodeURIComponent(kind)}`;
    return (await ask('GET', `breakerflow/accounts/${encodeURIComponent(account.id)}/site?${query}`)) as Site;
  }
  const { id, stored, credentials } = account;
  return (await ask('POST', 'breakerflow/site', { id, stored, credentials, search, hardware: kind })) as Site;
}
