import type { BatchOperator } from '../../../control';
import { type Removal, removeForDeletedNodes } from './remove-batches';
import type { ScheduleMemory } from './schedule-memory';

interface Withdrawal {
  readonly memory: ScheduleMemory;
  readonly nodeId: string;
  /** The service at which the node still declares, if any. */
  readonly except?: string;
  /** `false`: its batches stay at the service and are no longer managed. */
  readonly remove: boolean;
}

/**
 * For a node that declares nothing more, or only at the service `except`: marks its batches for removal in the state
 * file. The next work at that service removes them; {@link removeWithdrawn} does so at once.
 */
export async function withdrawSchedules({ memory, nodeId, except, remove }: Withdrawal): Promise<string[]> {
  const services = memory.servicesOf(nodeId).filter((service) => service !== except);
  for (const service of services) await withdrawAt(memory, service, nodeId, remove);
  return services;
}

/** The same at one service. */
export function withdrawAt(memory: ScheduleMemory, service: string, nodeId: string, remove: boolean): Promise<void> {
  return memory.with(service, async (declarations, save) => {
    const node = declarations[nodeId];
    if (node === undefined) return;
    if (remove) node.gone = true;
    else delete declarations[nodeId];
    save();
  });
}

/** Removes the batches of deleted nodes at one service. */
export function removeWithdrawn(
  memory: ScheduleMemory,
  service: string,
  operator: BatchOperator,
  signal?: AbortSignal,
): Promise<Removal> {
  return memory.with(service, async (declarations, save) => {
    try {
      return await removeForDeletedNodes({ operator, declarations, signal });
    } finally {
      save();
    }
  });
}
