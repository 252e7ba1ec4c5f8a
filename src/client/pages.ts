import type { ItemOf, ListOperationId } from '../catalog';
import type { Fail } from './errors';
import type { Page, PageOf } from './interface';
import type { Answer } from './outcome';
import type { PreparedRequest } from './request';

const maxPages = 1_000;

/**
 * Follows `next` from page to page. Only links to the service itself are followed: they carry the API key and the
 * token.
 */
export async function* followPages<Id extends ListOperationId>(
  first: PreparedRequest,
  read: (request: PreparedRequest) => Promise<Answer>,
  fail: Fail,
): AsyncGenerator<PageOf<Id>, void, undefined> {
  const seen = new Set<string>([new URL(first.url).href]);
  let request = first;
  for (;;) {
    const answer = await read(request);
    const page: Page = answer.page ?? {};
    yield { items: itemsOf(first, answer.data) as ItemOf<Id>[], page, statusCode: answer.statusCode };
    if (page.next === undefined) return;
    const url = resolve(page.next, request.url);
    if (url === undefined || url.origin !== new URL(first.url).origin)
      throw fail('BAD_RESPONSE', `${first.operation}: the link to the next page leads elsewhere`, first.detail);
    if (seen.has(url.href))
      throw fail('PAGE_LIMIT', `${first.operation}: the link to the next page leads back`, first.detail);
    if (seen.size >= maxPages)
      throw fail('PAGE_LIMIT', `${first.operation}: there are more than ${maxPages} pages`, first.detail);
    seen.add(url.href);
    request = { ...first, url: url.href };
  }
}

function resolve(link: string, base: string): URL | undefined {
  if (!URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  return url.username === '' && url.password === '' ? url : undefined;
}

function itemsOf(request: PreparedRequest, data: unknown): unknown {
  return request.row.answer.kind === 'results' ? (data as { results: unknown }).results : data;
}
