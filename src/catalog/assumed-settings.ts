import type { AssumptionSetting, OperationRow } from './operation';

/** What the account's table of assumptions can replace in a row. */
export function settingsOf({ assumed = [] }: OperationRow): AssumptionSetting[] {
  return assumed.flatMap(({ settings = [] }) => settings);
}

/** The kind of token is not specified: after a 403 the other kind is tried once. spec 4.9 */
export function triesOtherToken({ assumed = [] }: OperationRow): boolean {
  return assumed.some(({ what, settings = [] }) => what === 'token' && settings.some(({ part }) => part === 'token'));
}
