import { defined } from '../object';
import type { AnsweringRow, RecordReading } from './record-reading';

/** Names under which services put a list that others put under `data`. */
const listNames = ['items', 'value', 'values', 'results', 'records', 'list', 'content'];

/** The value within the envelopes, undefined where there is none, and the innermost envelope that tells of a list. */
export function unwrapped(
  body: unknown,
  { isRecord, knowsData }: RecordReading,
  kind: AnsweringRow['answer']['kind'],
): { readonly value: unknown; readonly envelope?: Record<string, unknown> } {
  let value = body;
  let envelope: Record<string, unknown> | undefined;
  const holdsRecord = (given: unknown) => {
    const only = Array.isArray(given) && given.length === 1 ? (given[0] as unknown) : given;
    return isObject(only) && isRecord(only);
  };
  const isEnvelope = (given: unknown): given is Record<string, unknown> =>
    isObject(given) &&
    Object.hasOwn(given, 'data') &&
    (!knowsData || !isRecord(given, 'data') || holdsRecord(given.data));
  for (let depth = 0; depth < 2 && isEnvelope(value); depth += 1) {
    if (envelope === undefined || !isObject(envelope.page)) envelope = value;
    value = value.data;
  }
  if (kind === 'one') {
    const isBare = envelope === undefined && isObject(value) && !isRecord(value);
    return { value: isBare ? undefined : value, ...defined({ envelope }) };
  }
  const around = envelope ?? (isObject(value) ? value : undefined);
  const listed = isObject(value)
    ? listNames.find((name) => Array.isArray((value as Record<string, unknown>)[name]))
    : undefined;
  const list = value === null ? [] : isObject(value) && listed !== undefined ? value[listed] : value;
  if (kind === 'many')
    return { value: isObject(list) && !isRecord(list) ? undefined : list, ...defined({ envelope: around }) };
  if (!isObject(value))
    return { value: Array.isArray(list) ? { results: list } : value, ...defined({ envelope: around }) };
  const hasNone = listed === undefined && (Object.hasOwn(value, 'results') || Object.hasOwn(value, 'deviceId'));
  if (listed === undefined && !hasNone) return { value: undefined, ...defined({ envelope: around }) };
  const others = Object.entries(value).filter(([name]) => name !== listed);
  const results = hasNone ? (value.results ?? []) : list;
  return { value: { ...Object.fromEntries(others), results }, ...defined({ envelope: around }) };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
