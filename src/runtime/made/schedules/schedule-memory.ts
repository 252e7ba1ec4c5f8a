import type { Client } from '../../../client';
import type { BatchOrder } from '../../../schedule';
import { type Account, createStateStore, type OnStateTrouble, type StateTrouble, sharedMemory } from '../..';

/** What one node has declared at one service. */
export interface Declared {
  /** The batches it made: id -> fingerprint of what was ordered. */
  made: Record<string, string>;
  /** Orders by fingerprint, stored before they are sent: after a crash they show which batch is this node's. */
  pending: Record<string, { at: number; order: BatchOrder }>;
  /** Batches of other nodes that do what this node wants: they become its own when the other node is deleted. */
  shared: Record<string, string>;
  /** The node was deleted, or declares at another service: its batches are to be removed. */
  gone?: boolean;
}

/** Nodes by id. */
export type Declarations = Record<string, Declared>;

/** The state file: which batches which node made, because the service keeps no name for them. */
export interface ScheduleMemory {
  /**
   * Runs `work` on the declarations at a service, one call after another for each service. `save` writes them to disk
   * atomically.
   */
  with<T>(service: string, work: (declarations: Declarations, save: () => void) => Promise<T>): Promise<T>;
  /** The services at which a node has declared anything. */
  servicesOf(nodeId: string): string[];
  /** Every node that has declared anything; `gone`: what it made is to be removed. */
  nodes(): { readonly service: string; readonly nodeId: string; readonly gone: boolean }[];
  /** The batches that a node has made at a service. */
  batchesOf(service: string, nodeId: string): string[];
  /** Why the state would be lost at a restart, if it would be. */
  trouble(): StateTrouble | undefined;
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

export function createScheduleMemory(file: string, onTrouble?: OnStateTrouble): ScheduleMemory {
  const last = new Map<string, Promise<unknown>>();
  // Without the file, existing batches are found at the service by their content, so that none is made twice.
  const { state, save, trouble } = createStateStore<State>({
    file,
    version: 1,
    empty: () => ({ version: 1, services: {} }),
    isComplete: ({ services }) => typeof services === 'object' && services !== null,
    onTrouble,
  });

  return {
    with(service, work) {
      const before = last.get(service);
      const mine = (async () => {
        await before?.catch(() => undefined);
        const { services } = state();
        services[service] ??= {};
        return work(services[service], save);
      })();
      last.set(service, mine);
      return mine;
    },
    servicesOf(nodeId) {
      const { services } = state();
      return Object.keys(services).filter((service) => services[service]?.[nodeId] !== undefined);
    },
    nodes: () =>
      Object.entries(state().services).flatMap(([service, declarations]) =>
        Object.entries(declarations).map(([nodeId, { gone = false }]) => ({ service, nodeId, gone })),
      ),
    batchesOf: (service, nodeId) => Object.keys(state().services[service]?.[nodeId]?.made ?? {}),
    trouble,
  };
}
