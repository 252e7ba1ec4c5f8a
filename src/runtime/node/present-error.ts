import { ClientError, type ErrorCause } from '../../client';
import { type DeviceNames, type NamesOf, withNames, withNamesInText } from '../accounts/device-names';
import type { Texts } from './texts';

/** What a Catch node gets: only `message`, `code`, `stack` and `cause` of an error reach it. */
export type PresentedError = Error & { readonly code: string; readonly cause?: ErrorCause & DeviceNames };

/** The error in the runtime's language, with its stable code, its plain cause, and the names of the device in it. */
export function presentError(error: unknown, texts: Texts, namesOf: NamesOf = () => ({})): PresentedError {
  if (!(error instanceof ClientError)) {
    const message = error instanceof Error ? error.message : String(error);
    return Object.assign(new Error(message), { code: 'INTERNAL' }) as PresentedError;
  }
  const problems = error.cause.validations.map(({ field, message }) =>
    field === '' ? message : `${field} ${message}`,
  );
  const title = texts(`error.${error.code}`);
  const detail = problems.length > 0 ? problems.join('; ') : error.message;
  return Object.assign(new Error(`${title}: ${withNamesInText(detail, namesOf)}`), {
    code: error.code,
    cause: withNames(error.cause, namesOf),
  });
}
