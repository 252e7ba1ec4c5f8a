import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { defined } from '../object';
import type { AssumedRule, JsonSchema, Schema } from './builders';
import { isDateTime } from './formats';

/** One thing wrong with one field of an input. */
export interface Problem {
  /** Path of the field, such as `windows[0].start.day`; empty for the whole value. */
  readonly field: string;
  /** Which rule is broken: a JSON Schema keyword or the name of a cross-field rule. */
  readonly rule: string;
  readonly message: string;
  /** The rule is assumed, not specified: the value may be sent as it is. */
  readonly severity?: 'warning';
  /** What a translated text says of it: its limit, or the values that are known. */
  readonly params?: Readonly<Record<string, string | number>>;
}

export function warning(
  field: string,
  rule: string,
  message: string,
  params: Readonly<Record<string, string | number>> = {},
): Problem {
  return { field, rule, message, severity: 'warning', params };
}

export function problem(field: string, rule: string, message: string, params?: Problem['params']): Problem {
  return { field, rule, message, ...defined({ params }) };
}

let shared: Ajv | undefined;

// ajv costs 36 ms and 9 MB to load: nothing of it is touched before the first check.
function ajv(): Ajv {
  if (shared === undefined) {
    const { Ajv: Constructor } = require('ajv') as typeof import('ajv');
    shared = new Constructor({ allErrors: true, inlineRefs: false, strict: true, ownProperties: true });
    shared.addVocabulary(['unit', 'secret', 'known', 'names', 'assumed']);
    shared.addFormat('date-time', isDateTime);
  }
  return shared;
}

/**
 * A check that returns every problem of a value at once; an empty list means the value fits. Those with `severity` break
 * rules that are only assumed. Compiled at the first call.
 */
export function createCheck(schema: Schema<unknown>, root = ''): (value: unknown) => Problem[] {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv().compile(schema.json);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => {
      const found = describe(error, root);
      return isAssumed(schema.json, error) ? warning(found.field, found.rule, found.message, paramsOf(error)) : found;
    });
  };
}

/** Whether the broken rule is marked as assumed, where it stands or around it. */
function isAssumed(schema: JsonSchema, { schemaPath, keyword }: ErrorObject): boolean {
  const rule = (keyword === 'additionalProperties' ? 'unknown' : keyword) as AssumedRule;
  let node: unknown = schema;
  for (const step of schemaPath.split('/').slice(1, -1).map(decodeStep)) {
    if (marks(node, 'shape')) return true;
    node = (node as Readonly<Record<string, unknown>>)[step];
  }
  return marks(node, 'shape') || marks(node, rule);
}

function marks(node: unknown, rule: AssumedRule): boolean {
  const { assumed } = (node ?? {}) as JsonSchema;
  return Array.isArray(assumed) && assumed.includes(rule);
}

function decodeStep(step: string): string {
  return decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~');
}

function paramsOf({ params }: ErrorObject): Readonly<Record<string, string | number>> {
  const { limit, allowedValues } = params as { readonly limit?: number; readonly allowedValues?: readonly string[] };
  return defined({ limit, values: allowedValues?.join(', ') });
}

function describe(error: ErrorObject, root: string): Problem {
  const at = fieldPath(root, error.instancePath);
  const params = error.params as Record<string, unknown>;
  const limits = paramsOf(error);
  switch (error.keyword) {
    case 'required':
      return problem(join(at, String(params.missingProperty)), 'required', 'is required');
    case 'additionalProperties':
      return problem(join(at, String(params.additionalProperty)), 'unknown', 'is not a field of this operation');
    case 'enum':
      return problem(at, 'enum', `must be one of ${(params.allowedValues as string[]).join(', ')}`, limits);
    case 'type':
      return problem(at, 'type', `must be ${article(String(params.type))}`, { type: String(params.type) });
    case 'minimum':
      return problem(at, 'minimum', `must be at least ${params.limit}`, limits);
    case 'maximum':
      return problem(at, 'maximum', `must be at most ${params.limit}`, limits);
    case 'minLength':
      return problem(at, 'minLength', 'must not be empty');
    case 'maxLength':
      return problem(at, 'maxLength', `must have at most ${params.limit} characters`, limits);
    case 'minItems':
      return problem(at, 'minItems', `must have at least ${params.limit} item${params.limit === 1 ? '' : 's'}`, limits);
    case 'maxItems':
      return problem(at, 'maxItems', `must have at most ${params.limit} items`, limits);
    case 'format':
      return problem(at, 'format', 'must be an ISO 8601 date-time with a zone, such as 2026-01-31T12:00:00Z');
    default:
      return problem(at, error.keyword, error.message ?? 'is not valid');
  }
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function fieldPath(root: string, pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), root);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
