import type { OperationRow } from '../catalog';
import type { ServiceRefusal } from './handler';
import { pageOf, type Window } from './paging';

/** What goes back to the caller. */
export interface ServiceReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON value; absent when there is nothing to return. */
  readonly body?: unknown;
}

interface Listed {
  readonly items: readonly unknown[];
  readonly totalCount: number;
}

function isListed(result: unknown): result is Listed {
  return typeof result === 'object' && result !== null && 'items' in result && 'totalCount' in result;
}

/** A list without a total is the whole list, of which the page is a part. */
function listed(items: readonly unknown[], totalCount: unknown, window: Window): Listed {
  return typeof totalCount === 'number'
    ? { items, totalCount }
    : { items: items.slice(window.offset, window.offset + window.limit), totalCount: items.length };
}

/** The envelope around what a handler returned. The status of a successful create is not documented: it is 200. spec 1.5, 7.4 */
export function replyOf(row: OperationRow, result: unknown, window: Window, url: URL): ServiceReply {
  if (row.answer.kind === 'empty') return { status: 204, headers: {} };
  if (row.answer.kind === 'one') return { status: 200, headers: {}, body: { data: result } };
  if (row.answer.kind === 'results') {
    const { results, totalCount, ...rest } = result as { results: unknown[]; totalCount?: number };
    const page = listed(results, totalCount, window);
    return paged(url, window, page, { ...rest, results: page.items });
  }
  const list = isListed(result) ? result : undefined;
  if (row.paging === undefined) return { status: 200, headers: {}, body: { data: list?.items ?? result } };
  const page = list ?? listed(result as unknown[], undefined, window);
  return paged(url, window, page, page.items);
}

function paged(url: URL, window: Window, { items, totalCount }: Listed, data: unknown): ServiceReply {
  return { status: 200, headers: {}, body: { data, page: pageOf(url, window, items.length, totalCount) } };
}

/** spec 7.1 */
export function errorReply(refusal: ServiceRefusal): ServiceReply {
  return {
    status: refusal.status,
    headers: refusal.headers,
    body: { error: { message: refusal.message, validations: refusal.validations } },
  };
}
