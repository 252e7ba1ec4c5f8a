import type { ItemOf, ListOperationId } from '../catalog';
import type { Fail } from './errors';
import type { Page, PageOf } from './interface';
import type { Answer } from './outcome';
import type { PreparedRequest } from './request';

const maxPages = 1_000;

/** What is read of a list so far. */
interface Progress {
  readonly request: PreparedRequest;
  readonly items: readonly unknown[];
  readonly page: Page;
  /** The position behind the last item in the whole list. */
  readonly end: number;
}

/**
 * Reads a list page by page until it is complete: as `next` says, and where there is none, until `totalCount` items have come.
 * Every page is read from the service itself, since a request carries the API key and the token: of a link to another host, such as
 * the one behind a gateway, only the query counts. A list that cannot be read to its end ends with `PAGE_LIMIT`. spec 2.1
 */
export async function* followPages<Id extends ListOperationId>(
  first: PreparedRequest,
  read: (request: PreparedRequest) => Promise<Answer>,
  fail: Fail,
): AsyncGenerator<PageOf<Id>, void, undefined> {
  const incomplete = (why: string) => fail('PAGE_LIMIT', `${first.operation}: ${why}`, first.detail);
  const seen = new Set<string>([new URL(first.url).href]);
  let request = first;
  let end = numberIn(first.url, 'offset') ?? 0;
  let before: string | undefined;
  let isAsked = false;
  let isLast = false;
  for (;;) {
    const { page = {}, data, statusCode } = await read(request);
    const items = itemsOf(first, data) as ItemOf<Id>[];
    end += items.length;
    const written = items.length === 0 ? undefined : JSON.stringify(items[0]);
    // A service that does not know `offset` would be read for ever.
    if (isAsked && written !== undefined && written === before) {
      if (!isLast) throw incomplete('the service gives the same page again');
      yield { items: [], page, statusCode, more: false };
      return;
    }
    before = written;
    const linked = typeof page.next === 'string' ? linkedUrl(page.next, first.url) : undefined;
    const next = linked ?? countedUrl({ request: first, items, page, end });
    isAsked = linked === undefined;
    // Shorter than was asked for, and without a word: most likely the whole list, but a service may give less at once.
    isLast = isUntold(page) && !isFull(request, items);
    yield { items, page, statusCode, more: next !== undefined };
    if (next === undefined) {
      const { totalCount } = page;
      if (typeof page.next === 'string') throw incomplete('the link to the next page cannot be followed');
      if (totalCount !== undefined && end < totalCount)
        throw incomplete(`the service says that there are ${totalCount}, and gives ${end}`);
      return;
    }
    if (seen.has(next.href)) throw incomplete('the link to the next page leads back');
    if (seen.size >= maxPages) throw incomplete(`there are more than ${maxPages} pages`);
    seen.add(next.href);
    request = { ...first, url: next.href };
  }
}

/** Where the list goes on behind what was counted; undefined where nothing says that it does. */
function countedUrl({ request, items, page, end }: Progress): URL | undefined {
  if (items.length === 0) return undefined;
  // Without a word about what follows, a full page may be followed by another one, and so may any page of which nothing is told.
  const mayFollow =
    page.next === undefined && (isFull(request, items) || (isUntold(page) && request.row.paging !== undefined));
  const hasMore = page.totalCount === undefined ? mayFollow : end < page.totalCount;
  return hasMore ? withQuery(new URL(request.url), `?offset=${end}`) : undefined;
}

const isUntold = (page: Page) => Object.keys(page).length === 0;

function isFull({ url }: PreparedRequest, items: readonly unknown[]): boolean {
  const limit = numberIn(url, 'limit');
  return limit !== undefined && items.length >= limit;
}

function linkedUrl(link: string, base: string): URL | undefined {
  if (!URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  const own = new URL(base);
  const hasUser = url.username !== '' || url.password !== '';
  if (url.origin === own.origin && hasUser) return undefined;
  // Of another path, such as the one behind a gateway, only the query counts, too.
  if (url.origin === own.origin)
    return url.search === '' || url.pathname === own.pathname ? url : withQuery(own, url.search);
  if (!['http:', 'https:'].includes(url.protocol) || url.search === '') return undefined;
  return withQuery(own, url.search);
}

/** The parameters of `query` in place of those of the same name; each stays as it is written. */
function withQuery(url: URL, query: string): URL {
  const partsOf = (search: string) =>
    search
      .slice(1)
      .split('&')
      .filter((part) => part !== '')
      .map((part) => [decoded(part.split('=')[0] ?? ''), part] as const);
  const parts = new Map([...partsOf(url.search), ...partsOf(query)]);
  url.search = [...parts.values()].join('&');
  return url;
}

/** The name of a parameter, such as `$filter` for `%24filter`. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function numberIn(url: string, name: string): number | undefined {
  const text = new URL(url).searchParams.get(name);
  return text === null || !/^\d+$/.test(text) ? undefined : Number(text);
}

function itemsOf(request: PreparedRequest, data: unknown): unknown {
  return request.row.answer.kind === 'results' ? (data as { results: unknown }).results : data;
}
