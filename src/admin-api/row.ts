/** What goes through a route: a GET takes a query, a POST a body of JSON. */
interface Exchange {
  /** A value that is no text is sent as JSON. */
  readonly query?: object;
  readonly body?: object;
  readonly answer: unknown;
}

/** A user needs `breakerflow.read` or `breakerflow.write`. */
export type Permission = 'read' | 'write';

/** A row of the table of routes: who may use it; what it takes and answers are types only. */
export interface Row<P, E extends Exchange> {
  readonly permission: P;
  /** Never there: it carries the types. */
  readonly exchange?: E;
}

export function read<E extends Exchange>(): Row<Permission, E> {
  return { permission: 'read' };
}

export function write<E extends Exchange>(): Row<Permission, E> {
  return { permission: 'write' };
}

/** Whoever tries a draft has a server of their own choice called. */
export function readAccount<E extends Exchange>(): Row<Readonly<Record<'deployed' | 'draft', Permission>>, E> {
  return { permission: { deployed: 'read', draft: 'write' } };
}
