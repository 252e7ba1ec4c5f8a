import {
  type AccountAnswerOf,
  type AccountQueryOf,
  type AccountRoute,
  type AnswerOf,
  accountRoutes,
  methodOf,
  type Permission,
  type RequestOf,
  type Route,
  routes,
  type Site,
} from '../admin-api';
import type { AccountReference } from './account-reference';
import { text } from './texts';

const timeoutMs = 30_000;
/** A command may wait for its turn, and is read back: giving up early would hide its outcome. */
const slowRoutes: { readonly [R in Route]?: number } = { 'POST accounts/:id/operate': 90_000 };

interface Failure {
  readonly responseJSON?: { readonly error?: { readonly message?: string } };
  readonly status?: number;
}

interface AnyRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
}

/**
 * Asks an admin route; the error it throws has a text for the user.
 *
 * @example
 * const { operations } = await ask('GET operations');
 * const health = await ask('GET accounts/:id/health', { params: { id } });
 */
export function ask<R extends Route>(
  route: R,
  ...request: object extends RequestOf<R> ? [] : [RequestOf<R>]
): Promise<AnswerOf<R>>;
export function ask(route: Route, { params = {}, query = {}, body = {} }: AnyRequest = {}): Promise<unknown> {
  const [method, path] = partsOf(route);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const data = method === 'POST' ? body : undefined;
  return send(method, `${filled}${queryText(query)}`, data, routes[route].permission, slowRoutes[route]);
}

/** Reads of an account, deployed or as it stands in the editor. An aborted `signal` ends it, also at the runtime. */
export function askAccount<R extends AccountRoute>(
  { kind, ...account }: AccountReference,
  route: R,
  query: AccountQueryOf<R>,
  signal?: AbortSignal,
): Promise<AccountAnswerOf<R>> {
  const permission = accountRoutes[route].permission[kind];
  const deployed = `accounts/${encodeURIComponent(account.id)}/${route}`;
  if (kind === 'draft') return send('POST', route, { ...account, ...query }, permission, timeoutMs, signal);
  if (methodOf(route) === 'POST') return send('POST', deployed, query, permission, timeoutMs, signal);
  return send('GET', `${deployed}${queryText(query)}`, undefined, permission, timeoutMs, signal);
}

/** The devices and locations of an account that match a search. */
export function askSite(account: AccountReference, search: string, hardware: string): Promise<Site> {
  return askAccount(account, 'site', { search, hardware: hardware === 'any' ? '' : hardware });
}

function partsOf(route: Route): ['GET' | 'POST', string] {
  const path = route.slice(route.indexOf(' ') + 1);
  return [route.startsWith('GET ') ? 'GET' : 'POST', path];
}

function queryText(query: object): string {
  const parts = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

async function send<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body: object | undefined,
  permission: Permission,
  timeout = timeoutMs,
  signal?: AbortSignal,
): Promise<Answer> {
  try {
    // A relative address: only then does the editor add its token and its root.
    const asked = $.ajax<Answer>({
      url: `breakerflow/${path}`,
      method,
      dataType: 'json',
      timeout,
      // A user may have chosen another language for the editor than for the browser.
      headers: { 'Accept-Language': RED.i18n.lang() },
      ...(body === undefined ? {} : { data: JSON.stringify(body), contentType: 'application/json' }),
    });
    signal?.addEventListener('abort', () => asked.abort(), { once: true });
    return await asked;
  } catch (failure) {
    const { responseJSON, status } = failure as Failure;
    if (status === 401) throw new Error(text('ask.noPermission', { permission: `breakerflow.${permission}` }));
    throw new Error(responseJSON?.error?.message ?? text('ask.failed', { status: status ?? 0 }));
  }
}
