import type { JsonSchema } from './builders';
import { isDeeperThan } from './depth';
import { type Plain, plainBoolean, plainInstant, plainNumber, plainText, unreadable } from './plain-scalar';

/** A value that says something else than its schema asks for. */
export interface Unread {
  /** Its path without positions in lists, such as `results.currentA.val`; empty for the whole value. */
  readonly field: string;
  /** What was expected, such as `a number`. */
  readonly expected: string;
  /** Absent where the schema marks it secret. */
  readonly value?: unknown;
}

/**
 * Reads a value as its schema means it, however plainly the service says the same in another form: `null` is absent, a number
 * or a boolean may be text, one object may stand in a list and a list of one may be that object, and letter case and
 * separators of known texts do not count. What cannot be read is absent, and added to `unread`. The value belongs to the reading:
 * it is changed in place, and returned as it is where nothing needs to be read otherwise. Throws a {@link TooDeepError}.
 */
export type Reading = (value: unknown, unread: Unread[]) => unknown;

/**
 * How deep a value may nest, lists and objects counted together. The service nests less than ten deep; deeper values overflow
 * the stack of recursive code, such as masking, cloning a message or printing it.
 */
export const maxDepth = 64;

/** A value that nests deeper than {@link maxDepth}. */
export class TooDeepError extends Error {}

interface Place {
  readonly field: string;
  readonly secret: boolean;
  readonly depth: number;
}

/**
 * `around` is how deep the value itself lies.
 *
 * @example
 * const read = createReading(view({ volts: number(), mode: known(['user-defined']) }).json);
 * read({ volts: '120.4', mode: 'USER_DEFINED', more: 1 }, []); // { volts: 120.4, mode: 'user-defined', more: 1 }
 */
export function createReading(schema: JsonSchema, around = 0): Reading {
  const place = { field: '', secret: false, depth: around };
  return readingOf(schema, place) ?? ((value) => shallow(value, place));
}

/** How many lists of one and objects around `val` a value may stand in. */
const maxWrappers = 4;

/** Undefined: whatever comes is passed on. */
function readingOf(schema: JsonSchema, { field, secret, depth }: Place): Reading | undefined {
  const place = { field, secret: secret || schema.secret === true, depth };
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const other = otherScalar(plainNumber, 'a number', place);
      return (value, unread) => (typeof value === 'number' ? value : other(value, unread));
    }
    case 'boolean': {
      const other = otherScalar(plainBoolean, 'true or false', place);
      return (value, unread) => (typeof value === 'boolean' ? value : other(value, unread));
    }
    case 'string':
      return textReading(schema, place);
    case 'array':
      return listReading(schema.items ?? {}, place);
    case 'object':
      return objectReading(schema, place);
    default:
      return undefined;
  }
}

function refuse(place: Place, expected: string, value: unknown, unread: Unread[]): undefined {
  shallow(value, place);
  const { field, secret } = place;
  unread.push({ field, expected, ...(secret ? {} : { value }) });
  return undefined;
}

/** What wrappers hold: lists of one, and objects around `val` with `isScalar`; null where they hold nothing. */
function unwrapped(given: unknown, isScalar: boolean): unknown {
  let value = given;
  for (let count = 0; count < maxWrappers && typeof value === 'object' && value !== null; count += 1) {
    if (Array.isArray(value)) {
      if (value.length > 1) return value;
      value = value[0] ?? null;
    } else if (isScalar && 'val' in value) value = value.val ?? null;
    else return value;
  }
  return value;
}

function otherScalar(plain: (value: unknown) => Plain<unknown>, expected: string, place: Place): Reading {
  return (given, unread) => {
    const value = unwrapped(given, true);
    if (value === null) return undefined;
    const said = plain(value);
    return said === unreadable ? refuse(place, expected, value, unread) : said;
  };
}

/** A text without what services write differently: `no-restrictions`, `NO_RESTRICTIONS` and `NoRestrictions` are the same. */
const folded = (text: string) => text.toLowerCase().replaceAll(/[-_\s]/g, '');

/** Shorter ones may be epoch seconds or milliseconds, or words for absent. */
const leastInstantLength = '2026-01-31T12:00Z'.length;

function textReading(schema: JsonSchema, place: Place): Reading {
  const isInstant = schema.format === 'date-time';
  const other = otherScalar(isInstant ? plainInstant : plainText, isInstant ? 'an instant' : 'a text', place);
  const spellings = schema.enum ?? schema.known;
  if (spellings === undefined) {
    const leastLength = isInstant ? leastInstantLength : 0;
    return (value, unread) => (typeof value === 'string' && value.length >= leastLength ? value : other(value, unread));
  }
  const known = new Set(spellings);
  const byFolded = new Map(spellings.map((spelling) => [folded(spelling), spelling]));
  return (value, unread) => {
    if (typeof value === 'string' && known.has(value)) return value;
    const text = other(value, unread);
    return typeof text === 'string' ? (byFolded.get(folded(text)) ?? text) : text;
  };
}

function listReading(items: JsonSchema, place: Place): Reading {
  const readItem = readingOf(items, { ...place, depth: place.depth + 1 });
  const isMeasured = items.type === 'integer' || items.type === 'number';
  return (value, unread) => {
    if (value === null || value === '') return undefined;
    const list: unknown[] = Array.isArray(value) ? value : isEmptyObject(value) ? [] : [value];
    // Without a single sample there is no such phase.
    if (isMeasured && list.length === 0) return undefined;
    if (readItem === undefined) return shallow(list, place);
    let hasAbsent = false;
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index];
      const read = readItem(item, unread);
      if (read === item) continue;
      // Samples count from the first one: what is missing among them keeps its place.
      if (read === undefined && isMeasured) continue;
      list[index] = read;
      hasAbsent ||= read === undefined;
    }
    return hasAbsent ? list.filter((item) => item !== undefined) : list;
  };
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Passes what is not known, as long as it does not nest too deep. */
function shallow<T>(value: T, { depth }: Place): T {
  if (isDeeperThan(value, maxDepth - depth)) throw new TooDeepError();
  return value;
}

function objectReading({ properties = {}, additionalProperties }: JsonSchema, place: Place): Reading {
  const below = { ...place, depth: place.depth + 1 };
  const readings: Record<string, Reading | undefined> = Object.create(null);
  for (const [name, schema] of Object.entries(properties))
    readings[name] = readingOf(schema, { ...below, field: place.field === '' ? name : `${place.field}.${name}` });
  const isMeasures =
    typeof additionalProperties !== 'object' &&
    Object.values(properties).every(({ type }) => type === 'integer' || type === 'number');
  const others = typeof additionalProperties === 'object' ? readingOf(additionalProperties, below) : undefined;
  const readOther: Reading = others ?? ((value) => shallow(value, below));

  function readFields(fields: Record<string, unknown>, unread: Unread[]): unknown {
    // Without a list of the fields: a page has thousands of small objects.
    for (const name in fields) {
      const value = fields[name];
      if (isMeasures && typeof value === 'number') continue;
      const read = (readings[name] ?? readOther)(value, unread);
      if (read === value) continue;
      if (read === undefined) delete fields[name];
      else fields[name] = read;
    }
    return fields;
  }

  return (given, unread) => {
    const value = Array.isArray(given) ? unwrapped(given, false) : given;
    if (value === null || value === '') return undefined;
    if (typeof value === 'object' && !Array.isArray(value)) return readFields(value as Record<string, unknown>, unread);
    return typeof value !== 'object' && 'val' in properties
      ? readFields({ val: value }, unread)
      : refuse(place, 'an object', value, unread);
  };
}
