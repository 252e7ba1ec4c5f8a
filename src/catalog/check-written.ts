import { type Problem, problem } from '../schema';
import { type OperationId, rowOf } from './catalog';
import { isObject, isPlainCriterion, pathProblems, plainName } from './input-parts';
import type { RuleInput } from './operation';

/** The longest body that is sent as it is written. */
const bodyBytesMax = 1024 * 1024;
const queryName = /^[$A-Za-z_][\w$.-]{0,127}$/;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[^\r\n\0]*$/;
const partNames = ['path', 'query', 'filter', 'orderby', 'page', 'body'];

/**
 * What keeps an input from being sent as it is written: an identifier that means another path, texts that mean another
 * request, a body that is no JSON or longer than 1 MiB, headers that would end theirs. No rule of the specification.
 */
export function checkWritten(id: OperationId, input: unknown): Problem[] {
  const row = rowOf(id);
  const given = isObject(input) ? input : {};
  const path = isObject(given.path) ? given.path : {};
  const parts: RuleInput = { path, query: {}, filter: {}, body: isObject(given.body) ? given.body : {} };
  return [
    ...Object.keys(given)
      .filter((name) => given[name] !== undefined && !partNames.includes(name))
      .map((name) => problem(name, 'unknown', `is no part of a request; known are ${partNames.join(', ')}`)),
    ...pathProblems(row.path, path),
    ...queryProblems(given.query),
    ...filterProblems(given.filter),
    ...orderProblems(given.orderby),
    ...pageProblems(given.page),
    ...(row.method === 'GET' && given.body !== undefined ? [problem('body', 'get', 'is not sent with GET')] : []),
    ...bodyProblems(given.body),
    ...(row.rules ?? []).filter(({ clause }) => clause === 'safety').flatMap((rule) => rule.check(parts)),
  ];
}

function entriesOf(given: unknown, at: string, wrong: (name: string, value: unknown) => boolean): Problem[] {
  if (given === undefined) return [];
  if (!isObject(given)) return [problem(at, 'type', 'must be an object', { type: 'object' })];
  return Object.entries(given)
    .filter(([name, value]) => value !== undefined && wrong(name, value))
    .map(([name]) => problem(`${at}.${name}`, 'written', 'cannot be written into a request'));
}

const queryProblems = (given: unknown) =>
  entriesOf(
    given,
    'query',
    (name, value) => !queryName.test(name) || !['string', 'number', 'boolean'].includes(typeof value),
  );
const filterProblems = (given: unknown) => entriesOf(given, 'filter', (name, value) => !isPlainCriterion(name, value));
const orderProblems = (given: unknown) =>
  entriesOf(given, 'orderby', (_, value) => typeof value !== 'string' || !plainName.test(value));
const pageProblems = (given: unknown) =>
  entriesOf(
    given,
    'page',
    (name, value) => !['offset', 'limit'].includes(name) || !Number.isSafeInteger(value) || Number(value) < 0,
  );

function bodyProblems(body: unknown): Problem[] {
  if (body === undefined) return [];
  let text: string | undefined;
  try {
    text = JSON.stringify(body);
  } catch {
    // A cycle, or a number that JSON does not have.
  }
  if (text === undefined) return [problem('body', 'json', 'must be JSON')];
  if (new TextEncoder().encode(text).length > bodyBytesMax) return [problem('body', 'size', 'must have at most 1 MiB')];
  return headerProblems(isObject(body) ? body.additionalHttpHeaders : undefined);
}

// The service sends them: a line break would add another header to its request.
function headerProblems(headers: unknown): Problem[] {
  if (!isObject(headers)) return [];
  return Object.entries(headers)
    .filter(([name, value]) => !headerName.test(name) || (typeof value === 'string' && !headerValue.test(value)))
    .map(([name]) =>
      problem(`additionalHttpHeaders.${name}`, 'headerPair', 'must be the name and the value of a header'),
    );
}
