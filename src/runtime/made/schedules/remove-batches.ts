import { ClientError } from '../../../client';
import type { BatchOperator, CancelResult } from '../../../control';
import { defined } from '../../../object';
import { adoptPending, knownBatches } from './known-batches';
import type { Declarations, Declared } from './schedule-memory';

/** Which unwanted batches were removed, and which were not. */
export interface Removal {
  readonly removed: CancelResult[];
  /** In progress, or the service did not answer: they stay recorded and are removed the next time. */
  readonly notRemoved: { readonly id: string; readonly why: string }[];
}

interface Removing {
  readonly operator: Pick<BatchOperator, 'cancel' | 'statuses' | 'list' | 'isCancelled'>;
  readonly declarations: Declarations;
  readonly signal?: AbortSignal | undefined;
}

/** Cancels batches that a node made. One that another node wants, too, becomes that node's instead. */
export async function removeBatches(
  { operator, declarations, signal }: Removing,
  maker: Declared,
  ids: readonly string[],
): Promise<Removal> {
  const removal: Removal = { removed: [], notRemoved: [] };
  for (const id of ids) {
    const heir = Object.values(declarations).find((node) => node !== maker && !node.gone && id in node.shared);
    if (heir !== undefined) {
      heir.made[id] = heir.shared[id] ?? '';
      delete heir.shared[id];
      delete maker.made[id];
      continue;
    }
    try {
      const result = await operator.cancel(id, { dryRun: false, ...defined({ signal }) });
      if (result.outcome === 'dry-run') removal.notRemoved.push({ id, why: 'the account is not armed' });
      else {
        removal.removed.push(result);
        delete maker.made[id];
      }
    } catch (error) {
      if (!(error instanceof ClientError) || error.code === 'CLOSED') throw error;
      if (await isOver(operator, id, error, signal)) delete maker.made[id];
      else removal.notRemoved.push({ id, why: error.message });
    }
  }
  return removal;
}

/** Removes the batches of deleted nodes, and the record of nodes that have none left. */
export async function removeForDeletedNodes(removing: Removing): Promise<Removal> {
  const all: Removal = { removed: [], notRemoved: [] };
  for (const [nodeId, node] of Object.entries(removing.declarations)) {
    if (!node.gone) continue;
    if (Object.keys(node.pending).length > 0)
      adoptPending(node, await knownBatches(removing.operator, node, [], removing.signal));
    const { removed, notRemoved } = await removeBatches(removing, node, Object.keys(node.made));
    all.removed.push(...removed);
    all.notRemoved.push(...notRemoved);
    if (Object.keys(node.made).length === 0) delete removing.declarations[nodeId];
  }
  return all;
}

// The service refuses to cancel both a running batch and a finished one (spec 7.2); a finished one counts as removed.
async function isOver(
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
