import { limits, type Paging } from '../catalog';
import { ServiceRefusal } from './handler';

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** `offset` and `limit` of a request, within the bounds of its operation; throws 400. spec 8 */
export function parsePage(paging: Paging | undefined, query: ReadonlyMap<string, string>): Window {
  const limitMax = paging?.limitMax ?? limits.pagingMax;
  return {
    offset: bounded(paging, query, 'offset', limits.pagingMax, 0),
    limit: bounded(paging, query, 'limit', limitMax, paging?.limitDefault ?? limitMax),
  };
}

function bounded(
  paging: Paging | undefined,
  query: ReadonlyMap<string, string>,
  name: 'offset' | 'limit',
  max: number,
  preset: number,
): number {
  const text = query.get(name);
  if (text === undefined) {
    if (paging?.required) refuse(name, 'is required');
    return preset;
  }
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) refuse(name, `must be an integer from 0 to ${max}`);
  return value;
}

function refuse(propertyName: string, message: string): never {
  throw new ServiceRefusal(400, `${propertyName} ${message}`, [{ message, propertyName }]);
}

/** `page` of an answer; a link is absent where there is no adjacent page. spec 2.1 */
export function pageOf(url: URL, { offset, limit }: Window, count: number, totalCount: number) {
  const next = limit > 0 && offset + count < totalCount && count > 0;
  const previous = limit > 0 && offset > 0;
  return {
    count,
    totalCount,
    offset,
    ...(next ? { next: linkTo(url, offset + count, limit) } : {}),
    ...(previous ? { previous: linkTo(url, Math.max(0, offset - limit), Math.min(limit, offset)) } : {}),
  };
}

function linkTo(url: URL, offset: number, limit: number): string {
  const link = new URL(url);
  link.searchParams.set('offset', String(offset));
  link.searchParams.set('limit', String(limit));
  return link.href;
}
