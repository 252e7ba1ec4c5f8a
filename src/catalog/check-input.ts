import { createCheck, isDate, isDateTime, type Problem, problem, type Schema, warning } from '../schema';
import { type OperationId, rowOf } from './catalog';
import { isObject, isPlainCriterion, pathProblems, unknownNames } from './input-parts';
import { limits } from './limits';
import type { Filter, FilterField, OperationRow, Paging, RuleInput } from './operation';

const checks = new WeakMap<Schema<unknown>, (value: unknown) => Problem[]>();

function checkOf(schema: Schema<unknown>): (value: unknown) => Problem[] {
  let check = checks.get(schema);
  if (check === undefined) {
    check = createCheck(schema);
    checks.set(schema, check);
  }
  return check;
}

/** What is wrong with an input. */
export interface InputCheck {
  /** What the specification forbids, or our safety: nothing is sent. Path problems have the rule `identifier`. */
  readonly problems: Problem[];
  /** What differs from what we only assume: it is sent as it is written. */
  readonly warnings: Problem[];
}

/**
 * Everything, by field, that is wrong with an input: parameters, filter, order, page, query, body, and the restrictions
 * that bind several fields. It can be sent when there are no problems.
 */
export function checkInput(id: OperationId, input: unknown): InputCheck {
  const found = findingsOf(id, input);
  return {
    problems: found.filter(({ severity }) => severity !== 'warning'),
    warnings: found.filter(({ severity }) => severity === 'warning'),
  };
}

function findingsOf(id: OperationId, input: unknown): Problem[] {
  const row = rowOf(id);
  const given = isObject(input) ? input : {};
  const parts: RuleInput = {
    path: isObject(given.path) ? given.path : {},
    query: isObject(given.query) ? given.query : {},
    filter: isObject(given.filter) ? given.filter : {},
    body: isObject(given.body) ? given.body : {},
  };
  return [
    ...unknownParts(row, given),
    ...pathProblems(row.path, parts.path),
    ...filterProblems(row.filter, given.filter),
    ...orderProblems(row.orderby, given.orderby),
    ...pageProblems(row.paging, given.page),
    ...(row.query === undefined ? [] : checkOf(row.query)(given.query ?? {})),
    ...bodyProblems(row, given.body),
    ...(row.rules ?? []).flatMap((rule) => rule.check(parts)),
  ];
}

function bodyProblems({ body, bodyOptional }: OperationRow, given: unknown): Problem[] {
  return body === undefined || (bodyOptional === true && given === undefined) ? [] : checkOf(body)(given ?? {});
}

const partOfRow = {
  path: (row: OperationRow) => row.path.includes('{'),
  query: (row: OperationRow) => row.query !== undefined,
  filter: (row: OperationRow) => row.filter !== undefined,
  orderby: (row: OperationRow) => row.orderby !== undefined,
  page: (row: OperationRow) => row.paging !== undefined,
  body: (row: OperationRow) => row.body !== undefined,
};

function unknownParts(row: OperationRow, given: Record<string, unknown>): Problem[] {
  return Object.keys(given)
    .filter((name) => given[name] !== undefined)
    .filter((name) => !Object.hasOwn(partOfRow, name) || !partOfRow[name as keyof typeof partOfRow](row))
    .map((name) => problem(name, 'unknown', 'is not taken by this operation'));
}

function filterProblems(filter: Filter | undefined, given: unknown): Problem[] {
  if (filter === undefined) return [];
  if (given !== undefined && !isObject(given))
    return [problem('filter', 'type', 'must be an object of criteria', { type: 'object' })];
  const criteria = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  const names = criteria.map(([name]) => name);
  const problems = criteria.flatMap(([name, value]) => criterionProblems(filter, name, value));
  for (const [name, field] of Object.entries(filter.fields))
    if (field.required && !names.includes(name)) problems.push(problem(`filter.${name}`, 'required', 'is required'));
  if (filter.required && criteria.length === 0 && problems.length === 0)
    problems.push(problem('filter', 'required', 'needs at least one criterion'));
  if (filter.combine === 'one' && criteria.length > 1)
    problems.push(problem('filter', 'one', 'takes one criterion only'));
  for (const group of filter.exclusive ?? [])
    if (group.every((name) => names.includes(name)))
      problems.push(
        problem('filter', 'exclusive', `takes only one of ${group.join(', ')}`, { values: group.join(', ') }),
      );
  return problems;
}

function criterionProblems(filter: Filter, name: string, value: unknown): Problem[] {
  const at = `filter.${name}`;
  const field = filter.fields[name];
  if (field === undefined || !Object.hasOwn(filter.fields, name)) {
    const message = `is not a criterion; known are ${Object.keys(filter.fields).join(', ')}`;
    if (filter.assumed !== true || !isPlainCriterion(name, value)) return [problem(at, 'unknown', message)];
    return [warning(at, 'unknown', message)];
  }
  if (field.value === 'boolean')
    return typeof value === 'boolean' ? [] : [problem(at, 'type', 'must be true or false', { type: 'boolean' })];
  const comparisons: [string, unknown][] =
    isObject(value) && !(field.compare.length === 1 && field.compare[0] === 'eq')
      ? Object.entries(value).filter(([, operand]) => operand !== undefined)
      : [['eq', value]];
  if (comparisons.length === 0) return [problem(at, 'required', 'needs a comparison')];
  return comparisons.flatMap(([comparison, operand]) => {
    if (!field.compare.includes(comparison as 'eq'))
      return [
        problem(at, 'comparison', `must be compared with ${field.compare.join(', ')}`, {
          values: field.compare.join(', '),
        }),
      ];
    if (typeof operand !== 'string' || operand === '')
      return [problem(at, 'type', 'must be a text', { type: 'string' })];
    if (field.values !== undefined && !field.values.includes(operand))
      return [problem(at, 'enum', `must be one of ${field.values.join(', ')}`, { values: field.values.join(', ') })];
    return formatProblem(at, field.value, operand);
  });
}

function formatProblem(at: string, kind: FilterField['value'], operand: string): Problem[] {
  if (kind === 'instant' && !isDateTime(operand))
    return [problem(at, 'format', 'must be an ISO 8601 date-time with a zone')];
  if (kind === 'date' && !isDateTime(operand) && !isDate(operand))
    return [problem(at, 'format', 'must be an ISO 8601 date, or a date-time with a zone')];
  return [];
}

function orderProblems(orderby: readonly string[] | undefined, given: unknown): Problem[] {
  if (orderby === undefined || given === undefined) return [];
  if (!isObject(given))
    return [problem('orderby', 'type', 'must be an object with by and direction', { type: 'object' })];
  const { by, direction } = given;
  const problems = unknownNames(given, ['by', 'direction'], 'orderby.');
  if (!orderby.includes(by as string))
    problems.push(
      problem('orderby.by', 'enum', `must be one of ${orderby.join(', ')}`, { values: orderby.join(', ') }),
    );
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc')
    problems.push(problem('orderby.direction', 'enum', 'must be one of asc, desc', { values: 'asc, desc' }));
  return problems;
}

function pageProblems(paging: Paging | undefined, given: unknown): Problem[] {
  if (paging === undefined) return [];
  if (given !== undefined && !isObject(given))
    return [problem('page', 'type', 'must be an object with offset and limit', { type: 'object' })];
  const values = given ?? {};
  const bounds = { offset: limits.pagingMax, limit: paging.limitMax };
  const wrong = Object.entries(bounds).flatMap(([name, max]) => {
    const value = values[name];
    if (value === undefined) return paging.required ? [problem(`page.${name}`, 'required', 'is required')] : [];
    return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max
      ? []
      : [problem(`page.${name}`, 'range', `must be an integer from 0 to ${max}`, { min: 0, max })];
  });
  return [...unknownNames(values, Object.keys(bounds), 'page.'), ...wrong];
}
