import type english from '../../../nodes/breaker-directory/locales/en-US/breaker-directory.json';
import { type TextsOf, text, textsOf } from '..';

/** The texts of the circuit directory, in dialog and sidebar. */
export const circuitText: TextsOf<typeof english, 'breaker-directory'> = textsOf<typeof english, 'breaker-directory'>(
  'breaker-directory',
);

/** A problem in words; the key of its text is its rule. */
export function problemText(rule: Parameters<typeof text>[0] & `problem.${string}`, params?: object): string {
  return text(rule, { ...params });
}
