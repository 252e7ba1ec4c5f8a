import { type FilterField, namesOfParameter, type OperationRow, pathParameters } from '../catalog';
import { defined } from '../object';
import type { JsonSchema } from '../schema';
import { isWithin, type Pointer, pointerOf, segmentsOf } from './pointer';

/** What the catalog says about one field of a call. */
export interface FieldSpec {
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The field at a pointer; undefined if the operation does not have it. */
export function fieldSpecAt(row: OperationRow, pointer: Pointer): FieldSpec | undefined {
  const [part, ...rest] = segmentsOf(pointer);
  const [name = ''] = rest;
  switch (part) {
    case 'path':
      return rest.length === 1 && pathParameters(row.path).includes(name)
        ? { schema: { type: 'string', ...defined({ names: namesOfParameter(name) }) }, required: true }
        : undefined;
    case 'query':
      return row.query === undefined || rest.length !== 1 ? undefined : within(row.query.json, rest, true);
    case 'body':
      return row.body === undefined ? undefined : within(row.body.json, rest, true);
    case 'filter':
      return Object.hasOwn(row.filter?.fields ?? {}, name)
        ? criterion(row.filter?.fields[name], rest.slice(1))
        : undefined;
    case 'orderby':
      return row.orderby === undefined || rest.length !== 1 ? undefined : orderPlace(row.orderby, name);
    case 'page':
      return row.paging === undefined || rest.length !== 1 || (name !== 'offset' && name !== 'limit')
        ? undefined
        : { schema: { type: 'integer' }, required: row.paging.required === true };
    default:
      return undefined;
  }
}

function within(schema: JsonSchema, segments: readonly string[], required: boolean): FieldSpec | undefined {
  const [name, ...rest] = segments;
  if (name === undefined) return { schema, required };
  if (schema.type === 'array') return schema.items === undefined ? undefined : within(schema.items, rest, true);
  const known = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
  if (known !== undefined) return within(known, rest, schema.required?.includes(name) === true);
  if (schema.additionalProperties === false) return undefined;
  return within(typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}, rest, false);
}

function criterion(field: FilterField | undefined, rest: readonly string[]): FieldSpec | undefined {
  if (field === undefined || rest.length > 1) return undefined;
  if (rest[0] !== undefined && !field.compare.includes(rest[0] as 'eq')) return undefined;
  const required = field.required === true;
  if (field.value === 'boolean') return { schema: { type: 'boolean' }, required };
  const format = field.value === 'text' ? {} : ({ format: 'date-time' } as const);
  return {
    schema: { type: 'string', ...format, ...defined({ enum: field.values, names: field.names }) },
    required,
  };
}

function orderPlace(by: readonly string[], name: string): FieldSpec | undefined {
  if (name === 'by') return { schema: { type: 'string', enum: by }, required: false };
  return name === 'direction' ? { schema: { type: 'string', enum: ['asc', 'desc'] }, required: false } : undefined;
}

/** The pointer of a problem's field: the catalog names the fields of path, query and body without their part. */
export function pointerOfField(row: OperationRow, field: string): Pointer {
  const segments = field === '' ? [] : field.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const [head = ''] = segments;
  const parts = { filter: row.filter, orderby: row.orderby, page: row.paging };
  if (Object.hasOwn(parts, head) && parts[head as keyof typeof parts] !== undefined) return pointerOf(segments);
  if (pathParameters(row.path).includes(head)) return pointerOf(['path', ...segments]);
  if (Object.hasOwn(row.query?.json.properties ?? {}, head)) return pointerOf(['query', ...segments]);
  return pointerOf(['body', ...segments]);
}

/** The first given pointer that is `pointer` or contains it. */
export function holderOf(pointers: Iterable<Pointer>, pointer: Pointer): Pointer | undefined {
  for (const candidate of pointers) if (isWithin(pointer, candidate)) return candidate;
  return undefined;
}
