import { ClientError } from '../../../client';
import type { BatchOperator, CancelResult } from '../../../control';
import { defined } from '../../../object';
import { adoptPending, knownBatches } from './known-batches';
import { type Declarations, type Declared, forgetBatch } from './schedule-memory';

/** The unwanted batches that were removed, and those that were not. */
export interface Removal {
  readonly removed: CancelResult[];
  /** Batches in progress, or without an answer of the service. They stay recorded and are removed the next time. */
  readonly notRemoved: { readonly id: string; readonly why: string }[];
}

interface RemovalOptions {
  readonly operator: Pick<BatchOperator, 'cancel' | 'statuses' | 'list' | 'isCancelled'>;
  readonly declarations: Declarations;
  readonly signal?: AbortSignal | undefined;
}

/** Cancels batches that a node made. A batch that another node also wants is handed over to that node instead. */
export async function removeBatches(
  { operator, declarations, signal }: RemovalOptions,
  node: Declared,
  ids: readonly string[],
): Promise<Removal> {
  const removal: Removal = { removed: [], notRemoved: [] };
  for (const id of ids) {
    const newOwner = Object.values(declarations).find((other) => other !== node && !other.gone && id in other.shared);
    if (newOwner !== undefined) {
      newOwner.made[id] = newOwner.shared[id] ?? '';
      const organization = node.madeBy?.[id];
      if (organization !== undefined) newOwner.madeBy = { ...newOwner.madeBy, [id]: organization };
      delete newOwner.shared[id];
      forgetBatch(node, id);
      continue;
    }
    try {
      const organization = node.madeBy?.[id];
      const result = await operator.cancel(id, { dryRun: false, ...defined({ signal, organization }) });
      if (result.outcome === 'dry-run') removal.notRemoved.push({ id, why: 'the account is not armed' });
      else {
        removal.removed.push(result);
        forgetBatch(node, id);
      }
    } catch (error) {
      if (!(error instanceof ClientError) || error.code === 'CLOSED') throw error;
      if (await isFinished(operator, id, error, signal)) forgetBatch(node, id);
      else removal.notRemoved.push({ id, why: error.message });
    }
  }
  return removal;
}

/** Removes the batches of deleted nodes, and the entries of nodes without remaining batches. */
export async function removeForDeletedNodes(options: RemovalOptions): Promise<Removal> {
  const all: Removal = { removed: [], notRemoved: [] };
  for (const [nodeId, node] of Object.entries(options.declarations)) {
    if (!node.gone) continue;
    if (Object.keys(node.pending).length > 0)
      adoptPending(node, await knownBatches(options.operator, node, [], options.signal));
    const { removed, notRemoved } = await removeBatches(options, node, Object.keys(node.made));
    all.removed.push(...removed);
    all.notRemoved.push(...notRemoved);
    if (Object.keys(node.made).length === 0) delete options.declarations[nodeId];
  }
  return all;
}

// The service refuses to cancel both a running batch and a finished one (spec 7.2); a finished one counts as removed.
async function isFinished(
  operator: Pick<BatchOperator, 'statuses'>,
  id: string,
  error: ClientError,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (error.code === 'NOT_FOUND') return true;
  if (error.code !== 'REFUSED') return false;
  const statuses = await operator.statuses(id, signal);
  return statuses.every(({ status }) => status !== 'queued' && status !== 'initiated');
}
