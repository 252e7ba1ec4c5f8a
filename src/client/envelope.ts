import type { OperationRow } from '../catalog';
import { defined } from '../object';
import { isDeeperThan, maxDepth, type Problem, problem, TooDeepError, type Unread } from '../schema';
import { foreignWords, isWebPage, shortened } from './foreign-words';
import type { Page } from './interface';
import { readPage } from './page';
import { type AnsweringRow, recordReading } from './record-reading';
import { isObject, unwrapped } from './unwrap';

/** An answer as it came. */
export interface ReceivedAnswer {
  readonly text: string;
  readonly statusCode: number;
  readonly contentType?: string | undefined;
}

export type ReadAnswer =
  | { readonly kind: 'data'; readonly data: unknown; readonly page?: Page }
  /** The record is missing, or all of it but what it is known by; `data` is what there is of it. */
  | { readonly kind: 'partial'; readonly data?: object; readonly why: string }
  | { readonly kind: 'unusable'; readonly why: string };

export type ReadError =
  | { readonly kind: 'error'; readonly message: string; readonly validations: readonly Problem[] }
  /** An error that somebody else tells, such as the gateway in front of the service. */
  | { readonly kind: 'foreign'; readonly message: string }
  | { readonly kind: 'unusable'; readonly why: string };

const deep = `it nests deeper than ${maxDepth}`;
const maxMessageLength = 500;
const maxValidations = 100;
const maxValueLength = 60;
/**
 * Reads an answer by its row: with its envelope, without one or within two, and each field for what it plainly says. A read with a
 * field that cannot be read is unusable; of an answer to a write the rest counts, because it is carried out. spec 1.5, 2.1
 */
export function readAnswer(row: OperationRow, { text, statusCode, contentType }: ReceivedAnswer): ReadAnswer {
  const { answer } = row;
  if (text.trim() === '') {
    if (answer.kind === 'empty') return { kind: 'data', data: undefined };
    return answer.kind === 'many' && statusCode === 204
      ? { kind: 'data', data: [] }
      : { kind: 'partial', why: 'it is empty' };
  }
  const parsed = parse(text, contentType);
  if ('why' in parsed) {
    const saysDone = answer.kind === 'empty' && parsed.isText === true && !/^\s*[[{]/.test(text);
    return saysDone ? { kind: 'data', data: undefined } : { kind: 'unusable', why: parsed.why };
  }
  if (answer.kind === 'empty') return { kind: 'data', data: undefined };
  try {
    return readBody({ ...row, answer }, parsed.value, text);
  } catch (error) {
    if (error instanceof TooDeepError) return { kind: 'unusable', why: deep };
    throw error;
  }
}

function readBody({ answer, method, secrets }: AnsweringRow, body: unknown, text: string): ReadAnswer {
  if (isObject(body) && isObject(body.error) && !('data' in body))
    return { kind: 'unusable', why: withWords('it tells an error', foreignWords(body.error)) };
  const reading = recordReading(answer);
  const { value, envelope } = unwrapped(body, reading, answer.kind);
  const page = envelope === undefined ? undefined : readPage(envelope);
  const unread: Unread[] = [];
  const data = value === undefined ? undefined : reading.read(value, unread);
  const [first] = unread;
  if (first !== undefined && first.field !== '' && method === 'GET')
    return { kind: 'unusable', why: unreadWords(unread) };
  if (data === undefined) {
    if (isDeeperThan(body, maxDepth)) throw new TooDeepError();
    return { kind: 'partial', why: withWords(nothing[answer.kind], secrets === undefined ? shortened(text) : '') };
  }
  if (answer.kind === 'one' && !reading.isWhole(data as object))
    return { kind: 'partial', data: data as object, why: 'it holds no more than an id' };
  return { kind: 'data', data, ...defined({ page }) };
}

/** Reads an error of the service, or in what words something else tells one; `unusable`: a web page, or nothing. spec 7.1 */
export function readError(text: string, contentType: string | undefined): ReadError {
  const parsed = parse(text, contentType);
  if ('why' in parsed)
    return parsed.isText === true
      ? { kind: 'foreign', message: foreignWords(text) }
      : { kind: 'unusable', why: parsed.why };
  const body = parsed.value;
  if (isDeeperThan(body, maxDepth)) return { kind: 'unusable', why: deep };
  if (!isObject(body) || !isObject(body.error)) return { kind: 'foreign', message: foreignWords(body) };
  const { message, validations } = body.error;
  return {
    kind: 'error',
    message: typeof message === 'string' ? message.slice(0, maxMessageLength) : '',
    validations: Array.isArray(validations) ? validations.slice(0, maxValidations).flatMap(serviceProblem) : [],
  };
}

const nothing = {
  one: 'its data is not an object',
  many: 'its data is not a list',
  results: 'its data is not an object with a list of results',
} as const;

function unreadWords([first, ...others]: readonly Unread[]): string {
  const { field, expected, value } = first as Unread;
  const said = value === undefined ? 'something else' : shortened(JSON.stringify(value), maxValueLength);
  return `its ${field} is ${said}, not ${expected}${others.length === 0 ? '' : `, and ${others.length} more`}`;
}

const withWords = (what: string, words: string) => (words === '' ? what : `${what}: ${words}`);

function serviceProblem(given: unknown): Problem[] {
  if (!isObject(given)) return [];
  const field = typeof given.propertyName === 'string' ? given.propertyName : '';
  const message = typeof given.message === 'string' ? given.message.slice(0, maxMessageLength) : 'is refused';
  return [problem(field, 'service', message)];
}

/** The parsed value, or why it cannot be used; `isText`: it is neither JSON nor a web page. */
function parse(text: string, contentType: string | undefined): { value: unknown } | { why: string; isText?: boolean } {
  if (text.trim() === '') return { why: 'it is empty' };
  let value: unknown;
  try {
    // A byte order mark is no part of the JSON text.
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    const isPage = isWebPage(text) || contentType?.includes('html') === true;
    const words = foreignWords(text);
    return { why: withWords(isPage ? 'it is a web page' : 'it is not JSON of the service', words), isText: !isPage };
  }
  return { value };
}
