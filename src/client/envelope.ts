import type { OperationRow } from '../catalog';
import { defined } from '../object';
import { isDeeperThan, type Problem, problem } from '../schema';
import { foreignWords, isWebPage } from './foreign-words';
import type { Page } from './interface';

export type ParsedBody =
  | { readonly kind: 'data'; readonly data: unknown; readonly page?: Page }
  | { readonly kind: 'error'; readonly message: string; readonly validations: readonly Problem[] }
  /** An error that somebody else tells, such as the gateway in front of the service. */
  | { readonly kind: 'foreign'; readonly message: string }
  | { readonly kind: 'unusable'; readonly why: string };

/**
 * How deep an answer may nest, lists and objects counted together. The service nests less than ten deep; deeper
 * values overflow the stack of recursive code, such as masking, cloning a message or printing it.
 */
export const maxAnswerDepth = 64;
const maxMessageLength = 500;
const maxValidations = 100;

/** Reads an answer by the row that it answers. spec 1.5, 2.1 */
export function readAnswer(
  answer: OperationRow['answer'],
  text: string,
  contentType: string | undefined,
): Extract<ParsedBody, { kind: 'data' | 'unusable' }> {
  if (answer.kind === 'empty' && text.trim() === '') return { kind: 'data', data: undefined };
  const parsed = parse(text, contentType);
  if ('why' in parsed) return { kind: 'unusable', why: parsed.why };
  const body = parsed.value;
  if (answer.kind === 'empty') return { kind: 'data', data: undefined };
  if (!isObject(body) || !hasShape(answer.kind, body.data))
    return { kind: 'unusable', why: `its data is not ${expected[answer.kind]}` };
  const page = isObject(body.page) ? readPage(body.page) : undefined;
  return { kind: 'data', data: body.data, ...defined({ page }) };
}

/** Reads an error of the service, or in what words something else tells one; `unusable`: a web page, or nothing. spec 7.1 */
export function readError(text: string, contentType: string | undefined): Exclude<ParsedBody, { kind: 'data' }> {
  const parsed = parse(text, contentType);
  if ('why' in parsed)
    return parsed.isText === true
      ? { kind: 'foreign', message: foreignWords(text) }
      : { kind: 'unusable', why: parsed.why };
  const body = parsed.value;
  if (!isObject(body) || !isObject(body.error)) return { kind: 'foreign', message: foreignWords(body) };
  const { message, validations } = body.error;
  return {
    kind: 'error',
    message: typeof message === 'string' ? message.slice(0, maxMessageLength) : '',
    validations: Array.isArray(validations) ? validations.slice(0, maxValidations).flatMap(serviceProblem) : [],
  };
}

const expected = { one: 'an object', many: 'a list', results: 'an object with a list of results' } as const;

function hasShape(kind: keyof typeof expected, data: unknown): boolean {
  if (kind === 'many') return Array.isArray(data);
  return isObject(data) && (kind === 'one' || Array.isArray(data.results));
}

function serviceProblem(given: unknown): Problem[] {
  if (!isObject(given)) return [];
  const field = typeof given.propertyName === 'string' ? given.propertyName : '';
  const message = typeof given.message === 'string' ? given.message.slice(0, maxMessageLength) : 'is refused';
  return [problem(field, 'service', message)];
}

function readPage(given: Record<string, unknown>): Page {
  const numbers = ['count', 'totalCount', 'offset'].filter((name) => typeof given[name] === 'number');
  const links = ['next', 'previous'].filter((name) => typeof given[name] === 'string' && given[name] !== '');
  const isLast = given.next === null || given.next === '';
  return {
    ...Object.fromEntries([...numbers, ...links].map((name) => [name, given[name]])),
    ...(isLast ? { next: null } : {}),
  };
}

/** The parsed value, or why it cannot be used; `isText`: it is neither JSON nor a web page. */
function parse(text: string, contentType: string | undefined): { value: unknown } | { why: string; isText?: boolean } {
  if (text.trim() === '') return { why: 'it is empty' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const isPage = isWebPage(text) || contentType?.includes('html') === true;
    const words = foreignWords(text);
    const what = isPage ? 'it is a web page' : 'it is not JSON of the service';
    return { why: words === '' ? what : `${what}: ${words}`, isText: !isPage };
  }
  return isDeeperThan(value, maxAnswerDepth) ? { why: `it nests deeper than ${maxAnswerDepth}` } : { value };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
