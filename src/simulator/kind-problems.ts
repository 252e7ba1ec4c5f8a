import { createCheck, integer, type Problem, problem, type Schema } from '../schema';

const checkTimes = createCheck(integer({ min: 1 }), 'times');

/** All that is wrong with the kind of a fault that came as JSON, its fields, and how often it applies. */
export function kindProblems(
  kinds: Readonly<Record<string, { readonly fields: Schema<unknown> }>>,
  { kind, match: _, times, ...fields }: Readonly<Record<string, unknown>>,
): Problem[] {
  const row = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (row === undefined) {
    const values = Object.keys(kinds).join(', ');
    return [problem('kind', 'enum', `must be one of ${values}`, { values })];
  }
  return [...createCheck(row.fields)(fields), ...(times === undefined ? [] : checkTimes(times))];
}

/** The problems in one sentence; undefined where there are none. */
export function problemsText(problems: readonly Problem[]): string | undefined {
  if (problems.length === 0) return undefined;
  return problems.map(({ field, message }) => (field === '' ? message : `${field} ${message}`)).join('; ');
}
