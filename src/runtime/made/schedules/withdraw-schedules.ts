import type { BatchOperator } from '../../../control';
import { type Removal, removeOfGone } from './remove-batches';
import type { ScheduleMemory } from './schedule-memory';

interface Withdrawal {
  readonly memory: ScheduleMemory;
  readonly nodeId: string;
  /** Where the node goes on declaring, if it does. */
  readonly except?: string;
  /** `false`: its batches stay at the service, and nobody looks after them any more. */
  readonly remove: boolean;
}

/**
 * A node declares nothing any more, or elsewhere: what it made is marked for removal, in writing. Whoever works with that
 * service next removes it; {@link removeWithdrawn} does so at once.
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

/** Removes at one service what nodes made that are gone. */
export function removeWithdrawn(
  memory: ScheduleMemory,
  service: string,
  operator: BatchOperator,
  signal?: AbortSignal,
): Promise<Removal> {
  return memory.with(service, async (declarations, save) => {
    try {
      return await removeOfGone({ operator, declarations, signal });
    } finally {
      save();
    }
  });
}
