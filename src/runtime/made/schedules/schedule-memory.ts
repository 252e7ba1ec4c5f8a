import type { Client, OrganizationName } from '../../../client';
import type { BatchOrder } from '../../../schedule';
import { type Account, createStateStore, type OnStateTrouble, type StateTrouble, sharedMemory } from '../..';

/** The declared schedules of one node at one service. */
export interface Declared {
  /** The batches that it made: id -> fingerprint of the batch body. */
  made: Record<string, string>;
  /** Which organization made a batch, where the account had several: it is cancelled with the same one. */
  madeBy?: Record<string, OrganizationName>;
  /** Batch bodies by fingerprint, stored before they are sent, so that the node's batch is found after a crash. */
  pending: Record<string, { at: number; order: BatchOrder }>;
  /** Batches of other nodes that equal a wanted one. They become this node's when the other node is deleted. */
  shared: Record<string, string>;
  /** The node was deleted or declares at another service, so its batches are to be removed. */
  gone?: boolean;
}

/** The batch is not the node's any more. */
export function forgetBatch(node: Declared, id: string): void {
  delete node.made[id];
  delete node.madeBy?.[id];
}

/** The declared schedules by node id. */
export type Declarations = Record<string, Declared>;

/** The state file with the batches of each node; the service stores no name with a batch. */
export interface ScheduleMemory {
  /**
   * Runs `update` on the declarations at a service, one call at a time for each service. `save` writes them to disk
   * atomically.
   */
  with<T>(service: string, update: (declarations: Declarations, save: () => void) => Promise<T>): Promise<T>;
  /** The services at which a node has declared anything. */
  servicesOf(nodeId: string): string[];
  /** Every node that has declared anything. `gone`: its batches are to be removed. */
  nodes(): { readonly service: string; readonly nodeId: string; readonly gone: boolean }[];
  /** The batches that a node has made at a service. */
  batchesOf(service: string, nodeId: string): string[];
  /** The reason why a restart would lose the state; undefined if it would not. */
  trouble(): StateTrouble | undefined;
}

interface State {
  version: 1;
  services: Record<string, Declarations>;
}

/** The name of an account's service in the state file. A simulator is named by its kind, because its port changes. */
export function serviceName(accountId: string, kind: Account['kind'], client: Client): string {
  const { origin } = new URL(client.preview('batchCommands.list', {}).url);
  return `${accountId} ${kind === 'simulator' ? kind : origin}`;
}

/** The memory in a user directory. */
export const scheduleMemory = sharedMemory('breakerflow-schedules.json', createScheduleMemory);

export function createScheduleMemory(file: string, onTrouble?: OnStateTrouble): ScheduleMemory {
  const lastUpdates = new Map<string, Promise<unknown>>();
  // Without the file, existing batches are recognized by their content, so that none is created twice.
  const { state, save, trouble } = createStateStore<State>({
    file,
    version: 1,
    empty: () => ({ version: 1, services: {} }),
    isComplete: ({ services }) => typeof services === 'object' && services !== null,
    onTrouble,
  });

  return {
    with(service, update) {
      const previous = lastUpdates.get(service);
      const current = (async () => {
        await previous?.catch(() => undefined);
        const { services } = state();
        services[service] ??= {};
        return update(services[service], save);
      })();
      lastUpdates.set(service, current);
      return current;
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
