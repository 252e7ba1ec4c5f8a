/** What goes through a route: a GET takes a query, a POST a body of JSON. */
interface Exchange {
  /** A value that is not a string is sent as JSON. */
  readonly query?: object;
  readonly body?: object;
  readonly answer: unknown;
}

/** A user needs `breakerflow.read` or `breakerflow.write`. */
export type Permission = 'read' | 'write';

/** A row of the table of routes: the permission, and the types of request and answer. */
export interface Row<P, E extends Exchange> {
  readonly permission: P;
  /** Never set: it only carries the types. */
  readonly exchange?: E;
}

export function read<E extends Exchange>(): Row<Permission, E> {
  return { permission: 'read' };
}

export function write<E extends Exchange>(): Row<Permission, E> {
  return { permission: 'write' };
}

/** A draft needs the permission to write, because reading it calls a server that the user has chosen. */
export function readAccount<E extends Exchange>(): Row<Readonly<Record<'deployed' | 'draft', Permission>>, E> {
  return { permission: { deployed: 'read', draft: 'write' } };
}

/** `posted`: a deployed account is asked by POST, too: what a form holds must not be in a URL, and may be long. */
export function readAccountPosted<E extends Exchange>(): ReturnType<typeof readAccount<E>> & { readonly posted: true } {
  return { ...readAccount<E>(), posted: true };
}
