import type { NodeAPI } from 'node-red';
import { serviceKey } from '../../control';
import { type Account, runningAccount, stateTroubleLog, userDirOf } from '..';
import { type AutomationMemory, automationMemory } from './memory';

/** A load manager of the flows, whether it runs or not. */
export interface AnnouncedManager {
  readonly id: string;
  readonly name: string;
  /** The id of its account. */
  readonly account: string;
  /** The ids of its loads. */
  readonly loads: readonly string[];
  /** The id of the manager that it is a part of; empty: of none. */
  readonly partOf: string;
  /** It operates nothing. */
  readonly dryRun: boolean;
}

const announced = new WeakMap<AutomationMemory, Map<string, AnnouncedManager>>();

const memoryOf = (RED: NodeAPI) => automationMemory(userDirOf(RED), stateTroubleLog(RED));

/** Lets the other managers know of one, from before it starts until what is returned is called. */
export function announceManager(RED: NodeAPI, manager: AnnouncedManager): () => void {
  const memory = memoryOf(RED);
  const known = announced.get(memory) ?? new Map<string, AnnouncedManager>();
  announced.set(memory, known.set(manager.id, manager));
  return () => {
    if (known.get(manager.id) === manager) known.delete(manager.id);
  };
}

/**
 * The other managers of a service. The one of two that ran first goes first, also after a restart; of two that never ran, the
 * one whose id sorts first.
 */
export function otherManagers(
  RED: NodeAPI,
  account: Pick<Account, 'context'>,
  id: string,
): (AnnouncedManager & { readonly goesFirst: boolean })[] {
  const memory = memoryOf(RED);
  const service = serviceKey(account.context.service);
  const { managers } = memory.of(service);
  const firstAt = (one: string) => managers[one]?.firstAt ?? Number.POSITIVE_INFINITY;
  return [...(announced.get(memory)?.values() ?? [])].flatMap((other) => {
    const running = other.id === id ? undefined : runningAccount(RED, other.account);
    if (running === undefined || serviceKey(running.context.service) !== service) return [];
    const [own, its] = [firstAt(id), firstAt(other.id)];
    return [{ ...other, goesFirst: its === own ? other.id < id : its < own }];
  });
}
