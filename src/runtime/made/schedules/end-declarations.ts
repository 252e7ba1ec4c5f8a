import type { BatchOperator } from '../../../control';
import { type Removal, removeForDeletedNodes } from './remove-batches';
import type { ScheduleMemory } from './schedule-memory';

interface EndedDeclarations {
  readonly memory: ScheduleMemory;
  readonly nodeId: string;
  /** The service at which the node still declares schedules, if there is one. */
  readonly except?: string;
  /** `false`: its batches stay at the service and are no longer managed. */
  readonly remove: boolean;
}

/**
 * Ends the declarations of a node at all services but `except`: marks its batches for removal in the state file. The next
 * apply at that service removes them; {@link removeEnded} removes them at once.
 */
export async function endDeclarations({ memory, nodeId, except, remove }: EndedDeclarations): Promise<string[]> {
  const services = memory.servicesOf(nodeId).filter((service) => service !== except);
  for (const service of services) await endDeclarationAt(memory, service, nodeId, remove);
  return services;
}

/** Ends the declaration of a node at one service. */
export function endDeclarationAt(
  memory: ScheduleMemory,
  service: string,
  nodeId: string,
  remove: boolean,
): Promise<void> {
  return memory.with(service, async (declarations, save) => {
    const node = declarations[nodeId];
    if (node === undefined) return;
    if (remove) node.gone = true;
    else delete declarations[nodeId];
    save();
  });
}

/** Removes the batches of deleted nodes at one service. */
export function removeEnded(
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
