import type { OperationRow } from '../catalog';
import { isObject } from './compare-value';
import type { Difference } from './difference';

/** What differs in what a paged answer says of its pages; `data` is what the answer holds. spec 2.1 */
export function comparePage(row: OperationRow, body: unknown, data: unknown, url: string): Difference[] {
  if (row.paging === undefined || !isObject(body)) return [];
  if (!isObject(body.page)) return [{ kind: 'no-page', at: 'page' }];
  const { count, totalCount, offset = 0, next } = body.page;
  const items = row.answer.kind === 'results' && isObject(data) ? data.results : data;
  const came = Array.isArray(items) ? items.length : 0;
  const differences: Difference[] = [];
  if (typeof count === 'number' && count !== came)
    differences.push({ kind: 'wrong-count', at: 'page.count', expected: 'the items of the page' });
  if (typeof next === 'string' && next !== '') {
    if (URL.canParse(next, url) && new URL(next, url).origin !== new URL(url).origin)
      differences.push({ kind: 'foreign-next', at: 'page.next' });
  } else if (typeof totalCount === 'number' && Number(offset) + came < totalCount)
    differences.push({ kind: 'no-next', at: 'page.next' });
  return differences;
}
