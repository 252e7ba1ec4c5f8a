import type { Filter, FilterField } from '../catalog';
import { isDateTime } from '../schema';
import { type Criterion, ServiceRefusal } from './handler';

interface Term {
  readonly field: string;
  readonly comparison: string;
  readonly quoted: boolean;
  readonly value: string;
}

// Sticky: each term begins where the one before it ended. A quote inside a quoted value is doubled.
const termPattern = /\s*(\w+)\s+(\w+)\s+(?:'((?:[^']|'')*)'|([^\s']+))(\s+and\s+(?=\S)|\s*$)/y;
const datePattern = /^\d{4}-\d{2}-\d{2}$/;

function refuse(propertyName: string, message: string): never {
  throw new ServiceRefusal(400, `${propertyName}: ${message}`, [{ message, propertyName }]);
}

function readTerms(text: string): Term[] {
  const terms: Term[] = [];
  termPattern.lastIndex = 0;
  let end = 0;
  while (end < text.length) {
    termPattern.lastIndex = end;
    const found = termPattern.exec(text);
    if (found === null) refuse('$filter', `syntax error at character ${end + 1}`);
    const [, field = '', comparison = '', quoted, bare = ''] = found;
    terms.push({
      field,
      comparison,
      quoted: quoted !== undefined,
      value: quoted === undefined ? bare : quoted.replaceAll("''", "'"),
    });
    end = termPattern.lastIndex;
    if (end === text.length && found[5]?.trim() === 'and') refuse('$filter', 'ends with and');
  }
  return terms;
}

/** Reads a `$filter` by the grammar of its operation; throws 400 for everything that does not fit. */
export function parseFilter(filter: Filter, text: string | undefined): Criterion[] {
  if (text !== undefined && text.trim() === '') refuse('$filter', 'is empty');
  const criteria = readTerms(text ?? '').map((term) => criterionOf(filter, term));
  const names = new Set(criteria.map(({ field }) => field));
  const seen = new Set<string>();
  for (const { field, comparison } of criteria) {
    if (seen.has(`${field} ${comparison}`)) refuse('$filter', `names ${field} ${comparison} twice`);
    seen.add(`${field} ${comparison}`);
  }
  for (const [name, field] of Object.entries(filter.fields))
    if (field.required && !names.has(name)) refuse('$filter', `${name} is required`);
  if (filter.required && criteria.length === 0) refuse('$filter', 'is required');
  if (filter.combine === 'one' && criteria.length > 1) refuse('$filter', 'takes one criterion only');
  for (const group of filter.exclusive ?? [])
    if (group.every((name) => names.has(name))) refuse('$filter', `takes only one of ${group.join(', ')}`);
  return criteria;
}

function criterionOf(filter: Filter, term: Term): Criterion {
  const field = Object.hasOwn(filter.fields, term.field) ? filter.fields[term.field] : undefined;
  if (field === undefined) refuse('$filter', `${term.field} is not a criterion of this operation`);
  const comparison = field.compare.find((known) => known === term.comparison);
  if (comparison === undefined) refuse('$filter', `${term.field} is compared with ${field.compare.join(', ')} only`);
  return { field: term.field, comparison, value: operandOf(field, term) };
}

function operandOf(field: FilterField, { field: name, quoted, value }: Term): string | boolean {
  if (quoted !== (field.value === 'text'))
    refuse('$filter', `the value of ${name} must ${quoted ? 'not ' : ''}be in single quotes`);
  if (field.value === 'boolean') {
    if (value !== 'true' && value !== 'false') refuse('$filter', `the value of ${name} must be true or false`);
    return value === 'true';
  }
  if (field.value === 'instant' && !isDateTime(value) && !datePattern.test(value))
    refuse('$filter', `the value of ${name} must be an ISO 8601 date-time`);
  if (field.values !== undefined && !field.values.includes(value))
    refuse('$filter', `the value of ${name} must be one of ${field.values.join(', ')}`);
  return value;
}

/** Reads a `$orderby`: a field, then `asc` (default) or `desc`; throws 400. spec 4.7 */
export function parseOrderby(
  fields: readonly string[],
  text: string,
): { readonly by: string; readonly direction: 'asc' | 'desc' } {
  const [by = '', direction = 'asc', ...rest] = text.trim().split(/\s+/);
  if (!fields.includes(by)) refuse('$orderby', `must be one of ${fields.join(', ')}`);
  if (rest.length > 0 || (direction !== 'asc' && direction !== 'desc'))
    refuse('$orderby', 'the direction must be asc or desc');
  return { by, direction };
}
