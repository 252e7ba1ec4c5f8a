import { ClientError } from '../../../client';
import type { BatchOperator } from '../../../control';
import { type BatchOrder, isBatchOf, type KnownBatch } from '../../../schedule';
import type { Declared } from './schedule-memory';

/**
 * The batches at the service. The statuses are read for batches that the node made or that equal a wanted one, because a
 * cancelled batch stays in the list. A batch that the node made keeps the id that it was told then, in whatever letters the service
 * lists it: by another spelling it would be taken for one of somebody else, and our own for lost.
 */
export async function knownBatches(
  operator: Pick<BatchOperator, 'list' | 'isCancelled'>,
  node: Declared | undefined,
  wanted: readonly BatchOrder[],
  signal?: AbortSignal,
): Promise<KnownBatch[]> {
  const batches = await operator.list(undefined, signal);
  const orders = [...wanted, ...Object.values(node?.pending ?? {}).map(({ order }) => order)];
  const ownIds = new Map(Object.keys(node?.made ?? {}).map((id) => [id.toLowerCase(), id]));
  return Promise.all(
    batches.map(async (listed): Promise<KnownBatch> => {
      const batch = { ...listed, id: ownIds.get(listed.id.toLowerCase()) ?? listed.id };
      const ours = node?.made[batch.id];
      const isRelevant = ours !== undefined || orders.some((order) => isBatchOf(order, batch));
      return { batch, ours, cancelled: isRelevant && (await isCancelled(operator, batch.id, signal)) };
    }),
  );
}

/**
 * Whether nothing is left to do for a batch. One that the service goes on listing, and whose statuses it does not find, may run: it
 * must not be taken for gone, or the next deploy would make it a second time.
 */
async function isCancelled(operator: Pick<BatchOperator, 'isCancelled' | 'list'>, id: string, signal?: AbortSignal) {
  try {
    return await operator.isCancelled(id, signal);
  } catch (error) {
    if (!(error instanceof ClientError) || error.code !== 'NOT_FOUND') throw error;
    const listed = await operator.list(undefined, signal);
    if (listed.some((batch) => batch.id.toLowerCase() === id.toLowerCase())) throw error;
    return true;
  }
}

/** The largest assumed difference between the service's clock and ours. */
const clockToleranceMs = 60_000;

/** Finds the batches whose request was sent before a crash or whose answer was lost, and records them as the node's. */
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

function createdSince(sinceMs: number, createdAt: string | undefined): boolean {
  return createdAt !== undefined && Date.parse(createdAt) >= sinceMs;
}
