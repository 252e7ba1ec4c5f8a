import { plainNumber } from '../schema';
import type { Page } from './interface';

const numbers = ['count', 'totalCount', 'offset'] as const;
const links = ['next', 'previous'] as const;
/** The filters of the service are those of OData, whose lists are told of beside them. */
const alternatives: { readonly [Name in keyof Page]?: string } = {
  totalCount: '@odata.count',
  next: '@odata.nextLink',
};

/** What an envelope tells of its list: in `page`, or beside it. spec 2.1 */
export function readPage(envelope: Readonly<Record<string, unknown>>): Page | undefined {
  const { page } = envelope;
  const given = typeof page === 'object' && page !== null ? (page as Record<string, unknown>) : envelope;
  const fieldOf = (name: keyof Page) => given[name] ?? given[alternatives[name] ?? name];
  const read: Record<string, unknown> = {};
  for (const name of numbers) {
    const value = fieldOf(name);
    const number = value === undefined ? undefined : plainNumber(value);
    if (typeof number === 'number') read[name] = number;
  }
  for (const name of links) {
    const value = fieldOf(name);
    if (typeof value === 'string' && value !== '') read[name] = value;
  }
  if (given.next === null || given.next === '') read.next = null;
  return given === page || Object.keys(read).length > 0 ? read : undefined;
}
