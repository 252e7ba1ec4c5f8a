import { createCheck, type Schema } from '../schema';

/**
 * What is wrong with the kind of a fault that came as JSON, its fields, and how often it applies; undefined if nothing
 * is wrong.
 */
export function kindProblem(
  kinds: Readonly<Record<string, { readonly fields: Schema<unknown> }>>,
  { kind, match: _, times, ...fields }: Readonly<Record<string, unknown>>,
): string | undefined {
  const row = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (row === undefined) return `kind must be one of ${Object.keys(kinds).join(', ')}`;
  const [problem] = createCheck(row.fields)(fields);
  if (problem !== undefined)
    return `${problem.field} ${problem.rule === 'required' ? 'is required' : 'is not valid'} for ${kind}`;
  if (times !== undefined && !(Number.isInteger(times) && Number(times) > 0)) return 'times must be a positive integer';
  return undefined;
}
