import type { OperationRow } from '../../catalog';
import type { JsonSchema } from '../../schema';

/** An answer on its way. */
export interface VariedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON value; absent when there is none. */
  readonly body?: unknown;
  /** In place of `body`: the text as it is sent. */
  readonly text?: string;
}

/** What the answer is one to. */
export interface VariedRequest {
  readonly method: string;
  /** Absent where the service has no such operation. */
  readonly row?: OperationRow | undefined;
  readonly url: URL;
}

/** One way in which a service differs from the simulator where the specification is silent. */
export interface Variant {
  /** In one sentence. */
  readonly about: string;
  /** Changes an answer. */
  reply?(reply: VariedReply, request: VariedRequest): VariedReply;
  /** Changes what the service makes of the query of a request. */
  query?(query: URLSearchParams, row: OperationRow): void;
  /** Changes what is pushed to a stream or sent to a webhook, which has this schema. */
  push?(payload: unknown, schema: JsonSchema): unknown;
}

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A variant that changes values wherever they are: in the data of answers and in what is pushed. */
export function ofValues(about: string, change: Change): Variant {
  return {
    about,
    reply: (reply, { row }) => withData(reply, row, (data, schema) => changed(data, schema, change)),
    push: (payload, schema) => changed(payload, schema, change),
  };
}

/** A value in place of `value`; undefined leaves its field out. */
export type Change = (value: unknown, schema: JsonSchema) => unknown;

/** Changes a value as its schema describes it, from the inside to the outside. */
export function changed(value: unknown, schema: JsonSchema, change: Change): unknown {
  return change(withChangedParts(value, schema, change), schema);
}

function withChangedParts(
  value: unknown,
  { items, properties, additionalProperties }: JsonSchema,
  change: Change,
): unknown {
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => changed(item, items, change));
  if (!isFields(value)) return value;
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const schemaOf = (name: string) => properties?.[name] ?? others;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, changed(inner, schemaOf(name), change)]),
  );
}

/** The reply with other data, where the answer of the row has any. */
export function withData(
  reply: VariedReply,
  row: OperationRow | undefined,
  change: (data: unknown, schema: JsonSchema) => unknown,
): VariedReply {
  if (row === undefined || row.answer.kind === 'empty' || !isFields(reply.body) || !('data' in reply.body))
    return reply;
  const { kind, data } = row.answer;
  const list: JsonSchema = { type: 'array', items: data.json };
  const schema: JsonSchema =
    kind === 'one' ? data.json : kind === 'many' ? list : { type: 'object', properties: { results: list } };
  return { ...reply, body: { ...reply.body, data: change(reply.body.data, schema) } };
}

/** Whether the answer is one to a write that was carried out; getting a token is none. */
export function isDone({ status }: VariedReply, { method, row }: VariedRequest): boolean {
  return status >= 200 && status < 300 && method !== 'GET' && row !== undefined && row.retry !== 'token';
}
