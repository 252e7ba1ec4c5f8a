import { defined } from '../../object';
import { ClientError, type Fail } from '../errors';
import type { Result } from '../execution';
import type { CallOptions, Page, UnreadOrganization } from '../interface';
import type { PreparedRequest } from '../request';
import type { TokenKindsOf } from '../token-kinds';
import { nameOf, type Organization } from './organization';
import type { Routing } from './routing';

/** The list that one organization, or the application, gives. */
interface SomePage {
  readonly items: unknown[];
  readonly page: Page;
  readonly statusCode: number;
  readonly more: boolean;
}

type Follow<P> = (read: (request: PreparedRequest) => Promise<Result>) => AsyncIterable<P>;

interface ListDependencies {
  /** Absent where the account has one organization. */
  readonly routing: Routing | undefined;
  readonly send: (request: PreparedRequest, options: CallOptions) => Promise<Result>;
  readonly tokenKindsOf: TokenKindsOf;
  readonly fail: Fail;
}

/** Reads lists of which nothing tells whose they are: by the application's token, or those of all organizations as one. spec 5.2 */
export function createLists({ routing, send, tokenKindsOf, fail }: ListDependencies) {
  async function* pages<P extends SomePage>(
    request: PreparedRequest,
    options: CallOptions,
    follow: Follow<P>,
    more: () => CallOptions = () => ({}),
  ): AsyncGenerator<P, void, undefined> {
    const follows = (how: CallOptions = {}) => follow((page) => send(page, { ...options, ...how, ...more() }));
    if (routing === undefined || !routing.isOfAll(request, options)) {
      yield* follows();
      return;
    }
    const kinds = tokenKindsOf(request, options.token);
    if (kinds[0] === 'APP') {
      let hasBegun = false;
      try {
        for await (const page of follows({ token: 'APP' })) {
          hasBegun = true;
          yield page;
        }
        return;
      } catch (error) {
        const mayGoOn = error instanceof ClientError && error.code === 'AUTH_FAILED' && kinds.includes('ORG');
        if (hasBegun || !mayGoOn) throw error;
      }
    }
    const token = kinds[0] === 'APP' ? { token: 'ORG' as const } : {};
    yield* pagesOfAll({
      organizations: routing.organizations,
      pagesOf: ({ key }) => follows({ organization: key, ...token }),
      onUnread: options.onUnread,
      fail,
    });
  }

  return {
    pages,
    /** One call; of a list, the first page of each organization. */
    async call(request: PreparedRequest, options: CallOptions): Promise<Result> {
      const isList = request.row.answer.kind === 'many' && request.method === 'GET';
      if (routing === undefined || !isList) return send(request, options);
      const results: Result[] = [];
      const items: unknown[] = [];
      const all = pages<SomePage>(request, options, async function* (read) {
        const result = await read(request);
        results.push(result);
        const { data, page = {}, statusCode } = result;
        yield { items: data as unknown[], page, statusCode, more: false };
      });
      for await (const page of all) items.push(...page.items);
      const [first] = results;
      if (first === undefined) throw fail('BAD_RESPONSE', `${request.operation}: nothing was read`, request.detail);
      if (results.length === 1) return first;
      const totals = results.map(({ page }) => page?.totalCount);
      const isCounted = totals.every((total) => total !== undefined);
      return {
        ...first,
        data: items,
        receivedAt: Math.min(...results.map(({ receivedAt }) => receivedAt)),
        receivedAtMs: Math.min(...results.map(({ receivedAtMs }) => receivedAtMs)),
        // Links lead on in one organization only.
        ...defined({ page: isCounted ? { totalCount: totals.reduce((sum, total) => sum + total, 0) } : undefined }),
      };
    },
  };
}

interface AllOrganizations<P> {
  readonly organizations: readonly Organization[];
  readonly pagesOf: (organization: Organization) => AsyncIterable<P>;
  readonly onUnread: CallOptions['onUnread'];
  readonly fail: Fail;
}

/**
 * The list of every organization, one after the other, each item once. Where an organization cannot be read the others still are;
 * then `onUnread` is told, or the list ends with the error of the first, which says that it is not complete.
 */
async function* pagesOfAll<P extends SomePage>({
  organizations,
  pagesOf,
  onUnread,
  fail,
}: AllOrganizations<P>): AsyncGenerator<P, void, undefined> {
  const seen = new Set<string>();
  const unread: UnreadOrganization[] = [];
  for (const [index, organization] of organizations.entries()) {
    try {
      for await (const page of pagesOf(organization)) {
        const items = page.items.filter((item) => isNew(item, seen));
        yield { ...page, items, more: page.more || index < organizations.length - 1 };
      }
    } catch (error) {
      if (!(error instanceof ClientError) || error.code === 'CLOSED' || error.code === 'INVALID_INPUT') throw error;
      unread.push({ organization: nameOf(organization), error });
    }
  }
  const [first] = unread;
  if (first === undefined) return;
  if (onUnread !== undefined && unread.length < organizations.length) {
    onUnread(unread);
    return;
  }
  const names = unread.map(({ organization }) => `"${organization.name}"`).join(', ');
  const { code, message, cause } = first.error;
  throw fail(code, `the list is not complete, ${names} could not be read: ${message}`, cause);
}

function isNew(item: unknown, seen: Set<string>): boolean {
  if (typeof item !== 'object' || item === null) return true;
  const { id, code } = item as { readonly id?: unknown; readonly code?: unknown };
  const key = typeof id === 'string' ? id : code;
  if (typeof key !== 'string') return true;
  const isFirst = !seen.has(key.toLowerCase());
  seen.add(key.toLowerCase());
  return isFirst;
}
