import type { AssumedRule, JsonSchema } from '../schema';
import { triesOtherToken } from './assumed-settings';
import { type OperationId, rowOf } from './catalog';
import type { OperationRow } from './operation';

/** What a row says of its request, in words: each is specified, ours for safety, or assumed. */
export interface RowFacts {
  /** Refused beforehand. */
  readonly specified: readonly string[];
  /** Refused beforehand too, whatever the specification says. */
  readonly safety: readonly string[];
  /** A warning, and sent as it is written. */
  readonly assumed: readonly string[];
}

interface Fact {
  readonly words: string;
  readonly assumed: boolean;
}

/** Everything that a row says of the request of an operation. */
export function factsOf(id: OperationId): RowFacts {
  const row = rowOf(id);
  const facts = [...headFacts(row), ...filterFacts(row), ...pageFacts(row), ...payloadFacts(row)];
  const rules = row.rules ?? [];
  const words = (assumed: boolean) => facts.filter((fact) => fact.assumed === assumed).map((fact) => fact.words);
  return {
    specified: [
      ...words(false),
      ...rules.filter(({ clause }) => clause !== 'safety').map(({ clause }) => `rule of ${clause}`),
    ],
    safety: rules.filter(({ clause }) => clause === 'safety').map(() => 'rule of safety'),
    assumed: words(true),
  };
}

function headFacts(row: OperationRow): Fact[] {
  const marked = (part: string) => row.assumed?.some(({ what, settings }) => what === part && settings) ?? false;
  return [
    { words: `method ${row.method}`, assumed: marked('method') },
    { words: `path ${row.path}`, assumed: marked('path') },
    ...row.token.map((kind) => ({ words: `token ${kind}`, assumed: triesOtherToken(row) || marked('authorization') })),
    ...(row.hardware === undefined ? [] : [{ words: `hardware ${row.hardware}`, assumed: false }]),
  ];
}

function filterFacts({ filter, orderby = [] }: OperationRow): Fact[] {
  const assumed = filter?.assumed === true;
  return [
    ...Object.entries(filter?.fields ?? {}).map(([name, { compare, required, values }]) => ({
      words: [`filter ${name} ${compare.join('/')}`, ...(values ?? []), ...(required ? ['required'] : [])].join(' '),
      assumed,
    })),
    ...orderby.map((name) => ({ words: `order ${name}`, assumed: false })),
  ];
}

function pageFacts({ paging }: OperationRow): Fact[] {
  return paging === undefined
    ? []
    : [{ words: `page limit at most ${paging.limitMax}${paging.required ? ', required' : ''}`, assumed: false }];
}

function payloadFacts({ query, body }: OperationRow): Fact[] {
  return [
    ...(query === undefined ? [] : schemaFacts(query.json, 'query', false)),
    ...(body === undefined ? [] : schemaFacts(body.json, 'body', false)),
  ];
}

const bounds = {
  minimum: (json: JsonSchema) => json.minimum !== undefined && `at least ${json.minimum}`,
  maximum: (json: JsonSchema) => json.maximum !== undefined && `at most ${json.maximum}`,
  // One character or item is what `required` says.
  minLength: (json: JsonSchema) => (json.minLength ?? 0) > 1 && `at least ${json.minLength} characters`,
  maxLength: (json: JsonSchema) => json.maxLength !== undefined && `at most ${json.maxLength} characters`,
  enum: (json: JsonSchema) => json.enum?.join(', '),
  pattern: (json: JsonSchema) => json.pattern !== undefined && 'form of the text',
  format: (json: JsonSchema) => json.format,
} as const;

function schemaFacts(json: JsonSchema, at: string, around: boolean): Fact[] {
  const within = around || json.assumed?.includes('shape') === true;
  const isAssumed = (rule: AssumedRule) => within || json.assumed?.includes(rule) === true;
  const own = Object.entries(bounds).flatMap(([rule, words]) => {
    const said = words(json);
    return said ? [{ words: `${at} ${said}`, assumed: isAssumed(rule as AssumedRule) }] : [];
  });
  const others =
    json.additionalProperties === false ? [{ words: `${at} no other field`, assumed: isAssumed('unknown') }] : [];
  const fields = Object.entries(json.properties ?? {}).flatMap(([name, inner]) => {
    const path = `${at}.${name}`;
    const required = json.required?.includes(name) === true;
    return [
      { words: `${path} ${inner.type ?? 'any value'}`, assumed: within },
      ...(required ? [{ words: `${path} required`, assumed: isAssumed('required') }] : []),
      ...schemaFacts(inner, path, within),
    ];
  });
  const items = json.items === undefined ? [] : schemaFacts(json.items, `${at}[]`, within);
  return [...own, ...others, ...fields, ...items];
}
