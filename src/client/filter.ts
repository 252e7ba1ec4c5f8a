import type { Filter, FilterField } from '../catalog';

/**
 * The text of a `$filter`, not yet percent-encoded: criteria joined by `and`, texts quoted with quotes doubled,
 * instants and booleans bare. The criteria were checked against the row's grammar.
 */
export function filterText(filter: Filter | undefined, criteria: Readonly<Record<string, unknown>>): string {
  return Object.entries(criteria)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => comparisons(value).map((comparison) => ({ name, ...comparison })))
    .map(({ name, operator, operand }) => `${name} ${operator} ${literal(fieldOf(filter, name)?.value, operand)}`)
    .join(' and ');
}

function fieldOf(filter: Filter | undefined, name: string): FilterField | undefined {
  return Object.hasOwn(filter?.fields ?? {}, name) ? filter?.fields[name] : undefined;
}

function comparisons(value: unknown): { operator: string; operand: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ operator: 'eq', operand: value }];
  return Object.entries(value)
    .filter(([, operand]) => operand !== undefined)
    .map(([operator, operand]) => ({ operator, operand }));
}

function literal(kind: FilterField['value'] | undefined, operand: unknown): string {
  // A field that the row does not know: numbers and booleans are written as they are.
  const isBare = kind === undefined ? typeof operand !== 'string' : kind !== 'text';
  return isBare ? String(operand) : `'${String(operand).replaceAll("'", "''")}'`;
}
