import { type OperationId, rowOf } from '../catalog';
import { replaceSecrets } from './body-secrets';

const masked = '***';

/** The response of an operation, with its secrets masked as its row of the catalog says. */
export function maskAnswer(id: OperationId, data: unknown): unknown {
  const { answer, secrets = [] } = rowOf(id);
  if (answer.kind === 'empty') return data;
  // `answer` describes only a part of the response; `secrets` of the row has the paths of the other secrets.
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

/** Whether the response of an operation holds secrets. */
export function answersWithSecret(id: OperationId): boolean {
  const { answer, secrets = [] } = rowOf(id);
  return answer.kind !== 'empty' && secrets.length > 0;
}
