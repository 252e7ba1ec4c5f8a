import { type Problem, problem } from '../schema';
import { pathParameters } from './catalog';
import { secretNames } from './shapes/organization';
import { identifierPattern } from './shapes/values';

const identifierExpression = new RegExp(identifierPattern);
const identifierWords = 'must consist of letters, digits and _ - . : =, and not of dots alone';
/** A name that cannot be taken for anything else of the grammar of a filter or an order. */
export const plainName = /^[A-Za-z_]\w{0,127}$/;
const comparisonNames: readonly string[] = ['eq', 'gt', 'ge', 'lt', 'le'];

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether `value` can stand in a path as an identifier; `..` and percent escapes cannot. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && identifierExpression.test(value);
}

/** What is wrong with the parameters of a path; the rule of a text that means another path is `identifier`. */
export function pathProblems(path: string, given: Readonly<Record<string, unknown>>): Problem[] {
  const names = pathParameters(path);
  const unknown = names.length === 0 ? [] : unknownNames(given, names, '');
  const wrong = names.flatMap((name) => {
    const value = given[name];
    if (value === undefined || value === '') return [problem(name, 'required', 'is required')];
    if (name === 'secretName' && !secretNames.includes(value as 'secret1'))
      return [problem(name, 'enum', `must be one of ${secretNames.join(', ')}`, { values: secretNames.join(', ') })];
    return isIdentifier(value) ? [] : [problem(name, 'identifier', identifierWords)];
  });
  return [...unknown, ...wrong];
}

export function unknownNames(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
  at: string,
): Problem[] {
  return Object.keys(given)
    .filter((name) => given[name] !== undefined && !names.includes(name))
    .map((name) => problem(`${at}${name}`, 'unknown', `is not taken here; known are ${names.join(', ')}`));
}

/** Whether a criterion that the row does not know can be written without changing the others. */
export function isPlainCriterion(name: string, value: unknown): boolean {
  if (!plainName.test(name)) return false;
  const operands = isObject(value) ? Object.entries(value) : [['eq', value] as const];
  return operands.every(
    ([comparison, operand]) =>
      comparisonNames.includes(comparison) && ['string', 'number', 'boolean'].includes(typeof operand),
  );
}
