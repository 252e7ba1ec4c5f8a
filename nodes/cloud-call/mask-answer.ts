import { type OperationId, rowOf } from '../../src/catalog';
import { replaceSecrets } from '../../src/client';

const masked = '***';

/** The response of an operation, with every secret masked that its row names. */
export function maskAnswer(id: OperationId, data: unknown): unknown {
  const { answer, secrets = [] } = rowOf(id);
  if (answer.kind === 'empty') return data;
  // A response may hold more than its shape: the row names further paths.
  const mask = (value: unknown) =>
    secrets.reduce<unknown>(
      (kept, path) => maskAt(kept, path.split('.')),
      replaceSecrets(value, answer.data.json, () => masked),
    );
  if (answer.kind === 'results') {
    const { results } = (data ?? {}) as { readonly results?: unknown };
    return Array.isArray(results) ? { ...(data as object), results: results.map(mask) } : data;
  }
  return Array.isArray(data) ? data.map(mask) : mask(data);
}

function maskAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => maskAt(item, name === undefined ? [] : [name, ...rest]));
  if (typeof value !== 'object' || value === null)
    return name === undefined && typeof value === 'string' ? masked : value;
  const parts = Object.entries(value).map(([key, part]) => {
    if (name === undefined) return [key, maskAt(part, [])];
    return [key, key === name ? maskAt(part, rest) : part];
  });
  return Object.fromEntries(parts);
}
