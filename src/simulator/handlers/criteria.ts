import type { Comparison } from '../../catalog';
import type { Criterion } from '../handler';

/** The value of a field for a criterion: a number is an instant; of several texts, one must match. */
type FieldValue = string | boolean | number | readonly string[] | undefined;

const compare: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
};

/** Whether a record fits every criterion of a `$filter`; a missing field matches none. */
export function meets(filter: readonly Criterion[], fields: Readonly<Record<string, FieldValue>>): boolean {
  return filter.every(({ field, comparison, value }) => {
    const own = fields[field];
    if (own === undefined) return false;
    if (typeof own === 'number') return compare[comparison](own, Date.parse(String(value)));
    return typeof own === 'object' ? own.includes(String(value)) : own === value;
  });
}
