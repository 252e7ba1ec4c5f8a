import { type OperationId, type OperationRow, operationIds, pathParameters, rowOf } from '../catalog';
import type { Reconciled } from './reconcile';
import { type PreparedRequest, partsOf } from './request';

/** A read of one record. */
export interface RecordRead {
  readonly operation: OperationId;
  readonly path: Readonly<Record<string, unknown>>;
  /** The record is named by the id in the answer, and not by what was sent. */
  readonly byId: boolean;
}

/**
 * The operation that reads what a write has made or changed: it answers with the same record, below the path of the write or at
 * it. Undefined where there is none, or where the answer does not hold the id.
 */
export function recordRead(request: PreparedRequest, data: unknown): RecordRead | undefined {
  const found = readerOf(request.operation);
  if (found === undefined) return undefined;
  const { path } = partsOf(request.input);
  if (found.parameter === undefined) return { operation: found.operation, path, byId: false };
  const { [found.parameter]: named, id = named } = (data ?? {}) as Readonly<Record<string, unknown>>;
  return id === undefined
    ? undefined
    : { operation: found.operation, path: { ...path, [found.parameter]: named ?? id }, byId: true };
}

interface Reading {
  readonly read: (id: OperationId, input: never) => Promise<unknown>;
  /** Finds what was made among the records; absent where the operation has no such way. */
  readonly reconcile?: () => Promise<Reconciled>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** A service that answers 202 has the record a little later. */
const tries = 3;
const betweenTriesMs = 1_000;

/** The record that a write has made or changed, of which the service answered no more than `answered`; undefined: not found. */
export async function readBackRecord(
  request: PreparedRequest,
  answered: unknown,
  { read, reconcile, sleep }: Reading,
): Promise<unknown> {
  const record = recordRead(request, answered);
  const readIt = async (): Promise<unknown> => {
    if (record === undefined) return undefined;
    try {
      return await read(record.operation, { path: record.path } as never);
    } catch {
      return undefined;
    }
  };
  const settle = reconcile === undefined ? undefined : async () => dataOf(await reconcile());
  const attempt = record?.byId === true ? readIt : settle;
  for (let left = tries; left > 0 && attempt !== undefined; left -= 1) {
    const found = await attempt();
    if (found !== undefined) return found;
    if (left > 1) await sleep(betweenTriesMs);
  }
  return record?.byId === true ? settle?.() : readIt();
}

const dataOf = (reconciled: Reconciled) => (reconciled?.happened === true ? reconciled.data : undefined);

interface Reader {
  readonly operation: OperationId;
  /** What names the record, where the write does not. */
  readonly parameter?: string;
}

function readerOf(write: OperationId): Reader | undefined {
  const row = rowOf(write);
  const readers = operationIds
    .filter((id) => id !== write && readsSame(row, rowOf(id)))
    .flatMap((operation): Reader[] => {
      const own = pathParameters(row.path);
      const parameters = pathParameters(rowOf(operation).path);
      const [parameter, ...more] = parameters.filter((name) => !own.includes(name));
      if (more.length > 0 || own.some((name) => !parameters.includes(name))) return [];
      return [parameter === undefined ? { operation } : { operation, parameter }];
    });
  return readers.find(({ operation }) => rowOf(operation).path.startsWith(row.path)) ?? readers[0];
}

function readsSame({ answer }: OperationRow, read: OperationRow): boolean {
  return (
    read.method === 'GET' && read.answer.kind === 'one' && answer.kind === 'one' && read.answer.data === answer.data
  );
}
