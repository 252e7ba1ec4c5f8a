/** Words with which a service says that it has no value. */
const absences = new Set(['', '-', '--', 'null', 'nil', 'none', 'nan', 'n/a', 'undefined']);
/**
 * Words for true and false. Device data has a handle position as a boolean in which true means closed; a service may spell the
 * position there.
 */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'on', 'closed', 'close'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off', 'open'].map((word) => [word, false] as const),
]);
/** From here on an instant in a number is milliseconds, below it seconds: as seconds it would lie in the year 5138. */
const leastMs = 100_000_000_000;
/** 2001: a smaller number is a duration, or something else. */
const leastEpochSeconds = 1_000_000_000;

/** A scalar that says something else than what is asked for. */
export const unreadable = Symbol('unreadable');
/** `undefined`: it says that there is no value. */
export type Plain<T> = T | undefined | typeof unreadable;

const isAbsence = (text: string) => absences.has(text.trim().toLowerCase());

/**
 * The number that a scalar says.
 *
 * @example
 * plainNumber('120.4'); // 120.4
 * plainNumber('N/A'); // undefined
 * plainNumber('120,4'); // unreadable
 */
export function plainNumber(value: unknown): Plain<number> {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return unreadable;
  const text = value.trim();
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))) return Number(text);
  return isAbsence(text) ? undefined : unreadable;
}

/** The same for true and false, such as `'TRUE'`, `1` or `'off'`. */
export function plainBoolean(value: unknown): Plain<boolean> {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return unreadable;
  const text = String(value).trim().toLowerCase();
  return booleans.get(text) ?? (isAbsence(text) ? undefined : unreadable);
}

/** The same for a text: a number that stands in its place, such as an id, is its digits. */
export function plainText(value: unknown): Plain<string> {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : unreadable;
}

/** The same for an ISO 8601 instant: epoch seconds or milliseconds are one too, as numbers or as text. */
export function plainInstant(given: unknown): Plain<string> {
  if (typeof given === 'string' && isAbsence(given)) return undefined;
  const value = typeof given === 'string' && /^\d{10,13}$/.test(given) ? Number(given) : given;
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || value < leastEpochSeconds) return unreadable;
  const date = new Date(value < leastMs ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? unreadable : date.toISOString();
}
