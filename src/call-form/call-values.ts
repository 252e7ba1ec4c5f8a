import type { OperationRow } from '../catalog';
import type { TypedValue } from '../fields';
import type { JsonSchema } from '../schema';
import { fieldSpecAt } from './parameters';
import type { Pointer } from './pointer';

/** What a node stores of a call: where each value is taken from. */
export type CallValues = ReadonlyMap<Pointer, TypedValue>;

/** The sources whose value is in the flow file; all others are known when a message comes. */
const literalSources: ReadonlySet<string> = new Set(['str', 'num', 'bool', 'json']);

export function isLiteral({ source }: TypedValue): boolean {
  return literalSources.has(source);
}

/** The result for a text that does not have its stated type, such as a number that is not one. */
export const unreadable: unique symbol = Symbol('unreadable');

/** The value of a literal; `undefined` for an empty one, which is not sent. */
export function literalOf({ value, source }: TypedValue): unknown {
  switch (source) {
    case 'num': {
      if (value.trim() === '') return undefined;
      const number = Number(value);
      return Number.isNaN(number) ? unreadable : number;
    }
    case 'bool':
      return value === 'true' ? true : value === 'false' ? false : value === '' ? undefined : unreadable;
    case 'json':
      if (value.trim() === '') return undefined;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        return unreadable;
      }
    default:
      return value;
  }
}

/** Reads the stored text: an object of {`type`, `value`} by pointer. Undefined when it is something else. */
export function readValues(text: string): CallValues | undefined {
  try {
    const stored = JSON.parse(text.trim() === '' ? '{}' : text) as unknown;
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined;
    const entries = Object.entries(stored).map(([pointer, typed]) => {
      const { type, value } = (typed ?? {}) as { readonly type?: unknown; readonly value?: unknown };
      if (typeof type !== 'string' || typeof value !== 'string') throw new TypeError(pointer);
      return [pointer, { source: type, value }] as const;
    });
    return new Map(entries);
  } catch {
    return undefined;
  }
}

/**
 * The value as the service takes it. An empty text of an optional field is not sent; an instant may be a Date or epoch
 * milliseconds; an environment variable is always a text and is converted to the type of the field.
 */
export function serviceValue(row: OperationRow, pointer: Pointer, value: unknown, source: string): unknown {
  const place = fieldSpecAt(row, pointer);
  if (place === undefined || value === null) return value ?? undefined;
  const { schema, required } = place;
  if (value === '' && !(required && mayBeEmpty(schema))) return undefined;
  if (schema.format === 'date-time') return instantText(value);
  return source === 'env' && typeof value === 'string' ? parseText(schema, value) : value;
}

function mayBeEmpty({ type, enum: values, minLength, pattern, format }: JsonSchema): boolean {
  return (
    type === 'string' &&
    values === undefined &&
    minLength === undefined &&
    pattern === undefined &&
    format === undefined
  );
}

function instantText(value: unknown): unknown {
  const instant = typeof value === 'number' ? new Date(value) : value;
  return instant instanceof Date && !Number.isNaN(instant.getTime()) ? instant.toISOString() : value;
}

function parseText({ type }: JsonSchema, text: string): unknown {
  if (type === 'integer' || type === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === undefined || type === 'string') return text;
  const read = literalOf({ value: text, source: 'json' });
  return read === unreadable ? text : read;
}
