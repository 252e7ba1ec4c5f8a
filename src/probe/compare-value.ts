import { isDateTime, type JsonSchema } from '../schema';
import type { Difference } from './difference';
import { unitDifference } from './plausible-units';

/** A name that the service's programmers chose, such as `createdBy`: what stands as a key may be an id or a person's word. */
const programmersName = /^[a-z]+([A-Z][a-z]+)+$/;
/** A word of a closed set; a text that somebody typed has other characters, or is longer. */
const plainWord = /^[A-Za-z][A-Za-z_-]{0,29}$/;
/** The items of one list that are compared. */
const maxItems = 50;

type Compare = (value: unknown, schema: JsonSchema, at: string) => Difference[];

/** Every way in which `value` differs from what the schema says, field by field. Never throws. */
export const compareValue: Compare = (value, schema, at) => {
  if (value === null) return [{ kind: 'null', at, ...expectedOf(schema) }];
  switch (schema.type) {
    case undefined:
      return [];
    case 'object':
      return isObject(value) ? fieldDifferences(value, schema, at) : [otherType(value, schema, at)];
    case 'array':
      return Array.isArray(value)
        ? value.slice(0, maxItems).flatMap((item) => compareValue(item, schema.items ?? {}, `${at}[]`))
        : [otherType(value, schema, at)];
    case 'string':
      return textDifferences(value, schema, at);
    case 'boolean':
      if (typeof value === 'boolean') return [];
      return typeof value === 'string' && /^(true|false)$/i.test(value)
        ? [{ kind: 'boolean-as-text', at }]
        : [otherType(value, schema, at)];
    default:
      return numberDifferences(value, schema, at);
  }
};

function fieldDifferences(value: Readonly<Record<string, unknown>>, schema: JsonSchema, at: string): Difference[] {
  const properties = schema.properties;
  // An object with free keys: these are the account's own.
  if (properties === undefined) return [];
  const known = Object.entries(properties).flatMap(([name, inner]) => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const field = `${at}.${name}`;
    if (given !== undefined) return compareValue(given, inner, field);
    return schema.required?.includes(name) ? [{ kind: 'missing', at: field } as const] : [];
  });
  const extra = Object.keys(value)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name): Difference => ({ kind: 'extra', at, ...(programmersName.test(name) ? { found: name } : {}) }));
  return [...known, ...extra];
}

function textDifferences(value: unknown, schema: JsonSchema, at: string): Difference[] {
  if (typeof value === 'number') return [{ kind: 'text-as-number', at }];
  if (typeof value !== 'string') return [otherType(value, schema, at)];
  if (schema.format === 'date-time' && !isDateTime(value))
    return [{ kind: 'time-format', at, expected: 'ISO 8601 with a zone' }];
  const values = schema.enum ?? schema.known;
  if (values === undefined || values.includes(value)) return [];
  const spelled = values.find((each) => each.toLowerCase() === value.toLowerCase());
  if (spelled !== undefined) return [{ kind: 'other-letters', at, expected: spelled, found: value }];
  // What is merely known, such as kinds of loads, may be a text that a person has typed.
  const isClosed = schema.enum !== undefined;
  return isClosed ? [{ kind: 'new-value', at, ...(plainWord.test(value) ? { found: value } : {}) }] : [];
}

function numberDifferences(value: unknown, schema: JsonSchema, at: string): Difference[] {
  if (typeof value === 'number') return unitDifference(value, at);
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? [{ kind: 'number-as-text', at }]
    : [otherType(value, schema, at)];
}

function otherType(value: unknown, schema: JsonSchema, at: string): Difference {
  return { kind: 'other-type', at, ...expectedOf(schema), found: typeName(value) };
}

function expectedOf({ type }: JsonSchema): { expected?: string } {
  return type === undefined ? {} : { expected: type };
}

/** The type of a value in the words of JSON Schema. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
