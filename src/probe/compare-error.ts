import type { RawAnswer } from '../client';
import { isObject } from './compare-value';
import type { Difference } from './difference';

/** What differs in the answer to a read of an id that does not exist: its status, and the form of its body. spec 7.1 */
export function compareError({ statusCode, text }: RawAnswer): Difference[] {
  const status: Difference[] =
    statusCode === 404 ? [] : [{ kind: 'error-status', at: '', expected: '404', found: String(statusCode) }];
  const form = formOf(text);
  return form === undefined
    ? status
    : [...status, { kind: 'error-body', at: 'error', expected: 'error.message', found: form }];
}

/** The form of an error body where it is not that of the service. */
function formOf(text: string): string | undefined {
  if (text.trim() === '') return 'empty';
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text.trimStart().startsWith('<') ? 'HTML' : 'text';
  }
  if (!isObject(body)) return 'JSON without an object';
  if (isObject(body.error)) return typeof body.error.message === 'string' ? undefined : 'error without message';
  if (typeof body.error === 'string') return 'error: text';
  return typeof body.message === 'string' ? 'message' : 'another object';
}
