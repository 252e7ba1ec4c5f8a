import type { Client } from '../../client';
import type { BatchOrder } from '../../schedule';
import type { Account } from '../accounts/account';
import { readState, sharedMemory, writeState } from '../node/state-file';

/** What one node has declared at one service. */
export interface Declared {
  /** The batches it made: id -> fingerprint of what was ordered. */
  made: Record<string, string>;
  /** Orders about to be sent, written down first, by fingerprint. After a crash they tell which batch is ours. */
  pending: Record<string, { at: number; order: BatchOrder }>;
  /** Batches of others that it found as wanted: it takes over when their maker goes. */
  shared: Record<string, string>;
  /** The node was deleted, or declares elsewhere: what it made is to be removed. */
  gone?: boolean;
}

/** Nodes by id. */
export type Declarations = Record<string, Declared>;

/** The state file: which batches which node made, because the service keeps no name for them. */
export interface ScheduleMemory {
  /**
   * Works on what is remembered of a service, alone: whoever else asks for it waits. `save` writes it down, whole or
   * not at all.
   */
  with<T>(service: string, work: (declarations: Declarations, save: () => void) => Promise<T>): Promise<T>;
  /** The services at which a node has declared anything. */
  servicesOf(nodeId: string): string[];
}

interface State {
  version: 1;
  services: Record<string, Declarations>;
}

/** The name under which batches at the service of an account are remembered; a simulator changes its port. */
export function serviceName(accountId: string, kind: Account['kind'], client: Client): string {
  const { origin } = new URL(client.preview('batchCommands.list', {}).url);
  return `${accountId} ${kind === 'simulator' ? kind : origin}`;
}

/** The memory in a user directory. */
export const scheduleMemory = sharedMemory('breakerflow-schedules.json', createScheduleMemory);

export function createScheduleMemory(file: string): ScheduleMemory {
  const last = new Map<string, Promise<unknown>>();
  let known: State | undefined;

  function state(): State {
    // A file that cannot be read stops us: without it, batches that operate breakers would have no owner.
    known ??= readState<State>(file, 1) ?? { version: 1, services: {} };
    return known;
  }

  return {
    with(service, work) {
      const before = last.get(service);
      const mine = (async () => {
        await before?.catch(() => undefined);
        const { services } = state();
        services[service] ??= {};
        return work(services[service], () => writeState(file, state()));
      })();
      last.set(service, mine);
      return mine;
    },
    servicesOf(nodeId) {
      const { services } = state();
      return Object.keys(services).filter((service) => services[service]?.[nodeId] !== undefined);
    },
  };
}
