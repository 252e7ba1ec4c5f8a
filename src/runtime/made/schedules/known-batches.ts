import { ClientError } from '../../../client';
import type { BatchOperator } from '../../../control';
import { type BatchOrder, isBatchOf, type KnownBatch } from '../../../schedule';
import type { Declared } from './schedule-memory';

/**
 * The batches at the service. For those that a node made, or that do what it wants, the statuses are read, too: a
 * cancelled batch stays in the list.
 */
export async function knownBatches(
  operator: Pick<BatchOperator, 'list' | 'isCancelled'>,
  node: Declared | undefined,
  wanted: readonly BatchOrder[],
  signal?: AbortSignal,
): Promise<KnownBatch[]> {
  const batches = await operator.list(undefined, signal);
  const orders = [...wanted, ...Object.values(node?.pending ?? {}).map(({ order }) => order)];
  return Promise.all(
    batches.map(async (batch): Promise<KnownBatch> => {
      const ours = node?.made[batch.id];
      const counts = ours !== undefined || orders.some((order) => isBatchOf(order, batch));
      return { batch, ours, cancelled: counts && (await isCancelled(operator, batch.id, signal)) };
    }),
  );
}

async function isCancelled(operator: Pick<BatchOperator, 'isCancelled'>, id: string, signal?: AbortSignal) {
  try {
    return await operator.isCancelled(id, signal);
  } catch (error) {
    // It was deleted after it was listed.
    if (error instanceof ClientError && error.code === 'NOT_FOUND') return true;
    throw error;
  }
}

/** How far the service's clock and ours may differ. */
const clockToleranceMs = 60_000;

/** Finds the batches of orders that were sent before a crash or a lost answer, and records them as the node's. */
export function adoptPending(node: Declared, known: readonly KnownBatch[]): void {
  for (const [print, { at, order }] of Object.entries(node.pending)) {
    const made = known.find(
      ({ batch, ours }) =>
        ours === undefined && isBatchOf(order, batch) && createdSince(at - clockToleranceMs, batch.createdAt),
    );
    if (made === undefined) continue;
    made.ours = print;
    node.made[made.batch.id] = print;
    delete node.pending[print];
  }
}

function createdSince(at: number, createdAt: string | undefined): boolean {
  return createdAt !== undefined && Date.parse(createdAt) >= at;
}
