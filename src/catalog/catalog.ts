import type { AnswerOfRow, InputOfRow, ItemOfRow, OperationRow } from './operation';
import { batchCommands } from './operations/batch-commands';
import { devices } from './operations/devices';
import { eventHistory } from './operations/event-history';
import { evse } from './operations/evse';
import { locations } from './operations/locations';
import { meter } from './operations/meter';
import { ocpp } from './operations/ocpp';
import { organizations } from './operations/organizations';
import { plugSessions } from './operations/plug-sessions';
import { remoteHandle } from './operations/remote-handle';
import { settings } from './operations/settings';
import { sharing } from './operations/sharing';
import { streams } from './operations/streams';
import { token } from './operations/token';
import { udpKeys } from './operations/udp-keys';
import { users } from './operations/users';
import { waveforms } from './operations/waveforms';
import { webhooks } from './operations/webhooks';

/** Every operation of the specification, by its identifier. */
export const catalog = {
  ...token,
  ...webhooks,
  ...devices,
  ...remoteHandle,
  ...settings,
  ...waveforms,
  ...meter,
  ...batchCommands,
  ...streams,
  ...udpKeys,
  ...eventHistory,
  ...evse,
  ...plugSessions,
  ...organizations,
  ...locations,
  ...users,
  ...ocpp,
  ...sharing,
} as const;

export type OperationId = keyof typeof catalog;
/** What `id` takes. */
export type InputOf<Id extends OperationId> = InputOfRow<(typeof catalog)[Id]>;
/** The `data` that `id` answers with; `undefined` for operations with nothing to return. */
export type AnswerOf<Id extends OperationId> = AnswerOfRow<(typeof catalog)[Id]>;
/** One item of a list that `id` answers with. */
export type ItemOf<Id extends OperationId> = ItemOfRow<(typeof catalog)[Id]>;
/** The operations whose answers come in pages. */
export type PagedOperationId = {
  [Id in OperationId]: (typeof catalog)[Id] extends { readonly paging: unknown } ? Id : never;
}[OperationId];

/** The operations that answer with a list. Pages of one are followed also where the specification names none. */
export type ListOperationId = {
  [Id in OperationId]: (typeof catalog)[Id]['answer']['kind'] extends 'many' | 'results' ? Id : never;
}[OperationId];

export const operationIds = Object.keys(catalog) as OperationId[];

export function isOperationId(value: unknown): value is OperationId {
  return typeof value === 'string' && Object.hasOwn(catalog, value);
}

/** The row of `id` with its general type. */
export function rowOf(id: OperationId): OperationRow {
  return catalog[id];
}

const parametersOfPaths = new Map<string, readonly string[]>();

/** The names in braces of a path, in order. */
export function pathParameters(path: string): readonly string[] {
  let names = parametersOfPaths.get(path);
  if (names === undefined) {
    names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    parametersOfPaths.set(path, names);
  }
  return names;
}
