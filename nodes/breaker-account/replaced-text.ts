import type { AssumptionLine } from '../../src/admin-api';

/** What an account stores in place of assumptions: by operation, then by part, and for names and factors by field. */
export type StoredReplaced = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

type Place = Pick<AssumptionLine, 'operations' | 'part' | 'field'>;

/** Reads the stored text; undefined where it is something else, which a person must mend. */
export function readReplaced(text: string): StoredReplaced | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return isObject(value) && Object.values(value).every(isObject) ? (value as StoredReplaced) : undefined;
  } catch {
    return undefined;
  }
}

/** What replaces an assumption; empty where nothing does. */
export function valueAt(replaced: StoredReplaced, { operations: [operation = ''], part, field }: Place): string {
  const given = replaced[operation]?.[part];
  const value = field === undefined ? given : isObject(given) ? given[field] : undefined;
  return value === undefined ? '' : String(value);
}

/** The same with a value in all operations of an assumption; an empty one is what is assumed. Nothing else changes. */
export function withValue(replaced: StoredReplaced, { operations, part, field }: Place, value: string): StoredReplaced {
  const stored = value === '' ? undefined : part === 'factors' ? Number(value) : value;
  return operations.reduce<StoredReplaced>((all, operation) => {
    const parts = all[operation] ?? {};
    const held = parts[part];
    const changed = field === undefined ? stored : put(isObject(held) ? held : {}, field, stored);
    const kept = put(parts, part, isObject(changed) && Object.keys(changed).length === 0 ? undefined : changed);
    return put(all, operation, Object.keys(kept).length === 0 ? undefined : kept) as StoredReplaced;
  }, replaced);
}

function put(holder: Readonly<Record<string, unknown>>, name: string, value: unknown): Record<string, unknown> {
  const others = Object.entries(holder).filter(([key]) => key !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
