import type { OperationRow } from '../catalog';
import { isObject } from './compare-value';
import type { Difference } from './difference';

/** A text that hides a secret: nothing but signs of one kind, with what is left of the secret at its ends. */
const mask =
  /^.{0,4}(\*{2,}|•{2,}|x{4,}|X{4,}|\.{3,}).{0,4}$|^(hidden|masked|redacted)$|^[<[](hidden|masked|redacted)[>\]]$/i;

/** Which secrets of the answer the service hides. What comes unhidden is not told apart: it is never looked at but here. */
export function maskedSecrets(row: OperationRow, data: unknown): Difference[] {
  const found = (row.secrets ?? []).filter((path) => valuesAt(data, path.split('.')).some(isMasked));
  return found.map((path) => ({ kind: 'masked-secret', at: `data.${path}` }));
}

/** The values at a path; what lies in lists on the way counts with each of its items. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  return isObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
}

/** Also of an object of secrets, such as headers, where one of them is hidden. */
function isMasked(value: unknown): boolean {
  if (typeof value === 'string') return mask.test(value);
  return isObject(value) && Object.values(value).some(isMasked);
}
