import { type OperationId, type OperationRow, operationIds, rowOf } from '../catalog';

/** An operation of the catalog with the parameters of its path. */
export interface OperationRoute {
  readonly id: OperationId;
  readonly row: OperationRow;
  readonly path: Readonly<Record<string, string>>;
}

export type Routing =
  | { readonly kind: 'found'; readonly route: OperationRoute }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

interface Template {
  readonly id: OperationId;
  readonly row: OperationRow;
  readonly segments: readonly string[];
}

// A literal segment is tried before a parameter at the same place.
const templates: readonly Template[] = operationIds
  .map((id) => ({ id, row: rowOf(id), segments: rowOf(id).path.split('/').slice(1) }))
  .sort((a, b) => parameters(a) - parameters(b));

function parameters({ segments }: Template): number {
  return segments.filter((segment) => segment.startsWith('{')).length;
}

/** The operation behind a method and a path below the base URL; the path is as it stands in the request line. */
export function findRoute(method: string, pathname: string): Routing {
  const given = decodeSegments(pathname);
  if (given === undefined) return { kind: 'none' };
  const matching = templates.filter(({ segments }) => matches(segments, given));
  const template = matching.find(({ row }) => row.method === method);
  if (template !== undefined)
    return {
      kind: 'found',
      route: { id: template.id, row: template.row, path: pathParameters(template.segments, given) },
    };
  return matching.length === 0
    ? { kind: 'none' }
    : { kind: 'method', allowed: [...new Set(matching.map(({ row }) => row.method))] };
}

function decodeSegments(pathname: string): string[] | undefined {
  try {
    return pathname.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function matches(segments: readonly string[], given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, index) => (segment.startsWith('{') ? given[index] !== '' : segment === given[index]))
  );
}

function pathParameters(segments: readonly string[], given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    segments.flatMap((segment, index) => (segment.startsWith('{') ? [[segment.slice(1, -1), given[index] ?? '']] : [])),
  );
}
