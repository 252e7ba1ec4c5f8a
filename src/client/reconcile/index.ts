import type { OperationId } from '../../catalog';
import { account } from './account';
import { device } from './device';
import type { ReconcileContext, Reconciled, ReconciledId, Reconcilers } from './reconciler';
import { sharing } from './sharing';
import { webhooks } from './webhooks';

export type { ReconcileContext, Reconciled } from './reconciler';

/** Reads whether an operation was executed although its answer is lost. */
export const reconcilers: Reconcilers = { ...device, ...account, ...webhooks, ...sharing };

export function isReconciled(id: OperationId): id is ReconciledId {
  return Object.hasOwn(reconcilers, id);
}

/** Reads whether `id` was executed; undefined when the reads fail or are not conclusive. */
export async function reconcile<Id extends ReconciledId>(id: Id, reading: ReconcileContext<Id>): Promise<Reconciled> {
  try {
    return await reconcilers[id](reading);
  } catch {
    return undefined;
  }
}
