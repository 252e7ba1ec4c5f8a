import type { NodeAPI } from 'node-red';
import type { Clock } from '../../clock';
import { serviceKey } from '../../control';
import type { Account } from '..';
import { createDesk, type Desk } from './desk';
import type { AutomationMemory } from './memory';

const desks = new WeakMap<AutomationMemory, Map<string, Desk>>();

/** The desk of a service; there is never a second one, also not while its nodes are deployed anew. */
export function deskOf(
  RED: NodeAPI,
  { context }: Pick<Account, 'context'>,
  memory: AutomationMemory,
  clock: Clock,
): Desk {
  const service = serviceKey(context.service);
  const known = desks.get(memory) ?? new Map<string, Desk>();
  desks.set(memory, known);
  const isElsewhere = (by: string) => [...known].some(([other, one]) => other !== service && one.isLive(by));
  const onEmpty = () => known.delete(service);
  const desk = known.get(service) ?? createDesk({ RED, clock, memory, service, isElsewhere, onEmpty });
  known.set(service, desk);
  return desk;
}

/** The desk of a service, if a manager has ever been there. */
export function runningDesk({ context }: Pick<Account, 'context'>, memory: AutomationMemory): Desk | undefined {
  return desks.get(memory)?.get(serviceKey(context.service));
}
