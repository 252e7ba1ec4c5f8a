import { defined } from '../object';

/** A rule that a schema can mark as assumed; `shape`: every rule of the value and of all within it. */
export type AssumedRule =
  | 'shape'
  | 'enum'
  | 'minimum'
  | 'maximum'
  | 'minLength'
  | 'pattern'
  | 'format'
  | 'required'
  | 'unknown';

/**
 * The part of JSON Schema (draft 7) that the builders emit; `unit`, `secret`, `known`, `names` and `assumed` are
 * annotations.
 */
export interface JsonSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly unit?: string;
  readonly secret?: boolean;
  readonly known?: readonly string[];
  /** What the text is the id of, where a name can stand in its place. */
  readonly names?: 'device';
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: 'date-time';
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly default?: unknown;
  /** The rules that no specification shows: breaking one is a warning. */
  readonly assumed?: readonly AssumedRule[];
}

declare const type: unique symbol;

/** A JSON Schema that carries the TypeScript type of what it accepts. */
export interface Schema<T, Presence extends 'required' | 'optional' | 'always' = 'required' | 'optional' | 'always'> {
  readonly json: JsonSchema;
  readonly presence: Presence;
  readonly [type]?: T;
}

/** The type that a schema accepts. */
export type Infer<S> = S extends { readonly [type]?: infer T } ? Exclude<T, undefined> : never;

type Required<T> = Schema<T, 'required'>;
type Fields = Readonly<Record<string, Schema<unknown>>>;
type Flat<T> = { [K in keyof T]: T[K] } & {};
type WithPresence<F, P> = { [K in keyof F]: F[K] extends { presence: P } ? K : never }[keyof F];

type RecordOf<F extends Fields> = Flat<
  { [K in Exclude<keyof F, WithPresence<F, 'optional'>>]: Infer<F[K]> } & {
    [K in WithPresence<F, 'optional'>]?: Infer<F[K]>;
  }
>;
type ViewOf<F extends Fields> = Flat<
  { [K in WithPresence<F, 'always'>]: Infer<F[K]> } & {
    [K in Exclude<keyof F, WithPresence<F, 'always'>>]?: Infer<F[K]>;
  }
>;

interface Notes {
  readonly about?: string;
  readonly unit?: string;
  readonly secret?: boolean;
  readonly names?: 'device';
  readonly default?: unknown;
}

interface TextNotes extends Notes {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly format?: 'date-time';
}

interface RangeNotes extends Notes {
  readonly min?: number;
  readonly max?: number;
}

function schema<T>(json: JsonSchema): Required<T> {
  return { json, presence: 'required' };
}

function annotations({ about, unit, secret, names, default: preset }: Notes): JsonSchema {
  return {
    ...defined({ description: about, unit, secret, names, default: preset }),
  };
}

/** A string; `min` and `max` count characters. */
export function text(notes: TextNotes = {}): Required<string> {
  const { min, max, pattern, format } = notes;
  return schema({
    type: 'string',
    ...defined({ minLength: min, maxLength: max, pattern, format }),
    ...annotations(notes),
  });
}

function numeric(kind: 'integer' | 'number', notes: RangeNotes): Required<number> {
  return schema({
    type: kind,
    ...defined({ minimum: notes.min, maximum: notes.max }),
    ...annotations(notes),
  });
}

export function integer(notes: RangeNotes = {}): Required<number> {
  return numeric('integer', notes);
}

export function number(notes: RangeNotes = {}): Required<number> {
  return numeric('number', notes);
}

export function boolean(notes: Notes = {}): Required<boolean> {
  return schema({ type: 'boolean', ...annotations(notes) });
}

/** One of a closed set of strings. */
export function oneOf<const V extends readonly string[]>(values: V, notes: Notes = {}): Required<V[number]> {
  return schema({ type: 'string', enum: values, ...annotations(notes) });
}

/** Any string; the known values are offered by forms because the full set is not documented. */
export function known<const V extends readonly string[]>(
  values: V,
  notes: Notes = {},
): Required<V[number] | (string & {})> {
  return schema({ type: 'string', known: values, ...annotations(notes) });
}

export function list<T>(
  items: Schema<T>,
  notes: Notes & { readonly min?: number; readonly max?: number } = {},
): Required<T[]> {
  return schema({
    type: 'array',
    items: items.json,
    ...defined({ minItems: notes.min, maxItems: notes.max }),
    ...annotations(notes),
  });
}

/** An object with free keys and values of one kind. */
export function map<T>(values: Schema<T>, notes: Notes = {}): Required<Record<string, T>> {
  return schema({ type: 'object', additionalProperties: values.json, ...annotations(notes) });
}

/** Any JSON value, passed through as it comes. */
export function anything(notes: Notes = {}): Required<unknown> {
  return schema(annotations(notes));
}

/** What we send: an object with exactly these fields; those not marked {@link optional} are required. */
export function record<F extends Fields>(fields: F, notes: Notes = {}): Required<RecordOf<F>> {
  const required = Object.keys(fields).filter((name) => fields[name]?.presence !== 'optional');
  return schema({
    type: 'object',
    properties: jsonOf(fields),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...annotations(notes),
  });
}

/** What we receive: these fields are known, more may come, and only those marked {@link always} are sure to be there. */
export function view<F extends Fields>(fields: F, notes: Notes = {}): Required<ViewOf<F>> {
  const required = Object.keys(fields).filter((name) => fields[name]?.presence === 'always');
  return schema({
    type: 'object',
    properties: jsonOf(fields),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: true,
    ...annotations(notes),
  });
}

/** Marks a field of a {@link record} that may be absent. */
export function optional<T>(inner: Schema<T>): Schema<T, 'optional'> {
  return { json: inner.json, presence: 'optional' };
}

/** Marks a field of a {@link view} that is never absent. */
export function always<T>(inner: Schema<T>): Schema<T, 'always'> {
  return { json: inner.json, presence: 'always' };
}

type Widened<T, R> = 'shape' extends R
  ? T | Record<string, unknown>
  : 'enum' extends R
    ? T | (string & {})
    : 'required' extends R
      ? Partial<T>
      : T;

/**
 * Marks rules of a schema as assumed, not specified: what breaks one is a warning, and is sent as it is written. The
 * type takes what may be sent.
 */
export function assumed<T, P extends 'required' | 'optional' | 'always', const R extends readonly AssumedRule[]>(
  inner: Schema<T, P>,
  ...rules: R
): Schema<Widened<T, R[number]>, P> {
  return { json: { ...inner.json, assumed: rules }, presence: inner.presence };
}

function jsonOf(fields: Fields): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.json]));
}
