import type { AnswerOf, RequestOf } from '../../src/admin-api';
import type { Handlers } from '../../src/runtime/admin/route';

type Complete<T extends Handlers> = T;
type Assigned<T extends U, U> = T;

/** Compiles only if the compiler rejects each line below a directive. */
export type Refused = [
  // @ts-expect-error a route without a handler
  Complete<Omit<Handlers, 'GET made'>>,
  // @ts-expect-error a handler that answers something else
  Complete<Omit<Handlers, 'GET made'> & { 'GET made': () => Promise<{ made: 'nothing' }> }>,
  // @ts-expect-error a path that is not filled in
  Assigned<{ query: { view: ''; devices: '' } }, RequestOf<'GET accounts/:id/live'>>,
  // @ts-expect-error a query that lacks a value
  Assigned<{ params: { id: '' }; query: { view: '' } }, RequestOf<'GET accounts/:id/live'>>,
  // @ts-expect-error an answer read as that of another route
  Assigned<AnswerOf<'GET made'>, AnswerOf<'GET operations'>>,
];
