import { ClientError, type ErrorCause } from '../../client';
import { type DeviceNames, type NamesOf, withNames, withNamesInText } from '../accounts/device-names';
import { errorDetail } from './error-detail';
import type { Texts } from './texts';

/** What a Catch node gets: only `message`, `code`, `stack` and `cause` of an error reach it. */
export type PresentedError = Error & { readonly code: string; readonly cause?: ErrorCause & DeviceNames };

/** The error in the language of `texts`, with its stable code, its plain cause, and the names of the device in it. */
export function presentError(error: unknown, texts: Texts, namesOf: NamesOf = () => ({})): PresentedError {
  if (!(error instanceof ClientError)) {
    const message = error instanceof Error ? error.message : String(error);
    return Object.assign(new Error(message), { code: 'INTERNAL' }) as PresentedError;
  }
  const title = texts(`error.${error.code}`);
  const detail = errorDetail(error, texts);
  const sentence = detail === title ? title : `${title}: ${withNamesInText(detail, namesOf)}`;
  return Object.assign(new Error(sentence), { code: error.code, cause: withNames(error.cause, namesOf) });
}
