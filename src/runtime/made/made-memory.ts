import { createHash } from 'node:crypto';
import { createStateStore, type OnStateTrouble, type StateTrouble, sharedMemory } from '..';

export type MadeKind = 'stream' | 'webhook' | 'schedules' | 'udpKey';

/** A thing that a node has made or is about to make at the service; without secrets. */
export interface Made {
  readonly kind: MadeKind;
  /** Distinguishes things of one kind, node and account. */
  readonly name: string;
  readonly nodeId: string;
  readonly nodeType: string;
  readonly nodeName: string;
  /** The account's config node. */
  readonly account: string;
  /** The origin of the service, or `simulator`; empty if an earlier version did not store it. */
  readonly service: string;
  /** A digest of the client id; empty if an earlier version did not store it. */
  readonly owner: string;
  /** The flow file or project that the node is in. */
  readonly flows: string;
  /** The properties that identify the thing at the service. */
  readonly what: Readonly<Record<string, string>>;
  /** Epoch ms. */
  readonly madeAt: number;
  /** The thing stays at the service when the node is deleted. */
  readonly stays?: boolean;
  /** The node still exists and does not want the thing any more. */
  readonly unwanted?: boolean;
  /** An earlier version did not store whether the thing stays, so the user must decide. */
  readonly undecided?: boolean;
  /** The failure of the last attempt to take the thing back. */
  readonly failure?: { readonly why: string; readonly at: number };
}

/** The things that nodes have made, by id. Every change is on disk when the call returns. */
export interface MadeMemory {
  record(made: Made): string;
  get(id: string): Made | undefined;
  forget(id: string): void;
  all(): [id: string, made: Made][];
  trouble(): StateTrouble | undefined;
}

interface State {
  readonly version: 1;
  readonly made: Record<string, Made>;
}

/** The memory in a user directory. */
export const madeMemory = sharedMemory('breakerflow-made.json', createMadeMemory);

export function createMadeMemory(file: string, onTrouble?: OnStateTrouble): MadeMemory {
  const store = createStateStore<State>({
    file,
    version: 1,
    empty: () => ({ version: 1, made: {} }),
    isComplete: ({ made }) => typeof made === 'object' && made !== null,
    onTrouble,
  });
  return {
    record(made) {
      const id = idOf(made);
      const { madeAt } = store.state().made[id] ?? made;
      const next = { ...made, madeAt };
      // Nodes record the same things at each start; an unchanged entry is not written.
      if (JSON.stringify(store.state().made[id]) !== JSON.stringify(next)) {
        store.state().made[id] = next;
        store.save();
      }
      return id;
    },
    get: (id) => store.state().made[id],
    forget(id) {
      if (store.state().made[id] === undefined) return;
      delete store.state().made[id];
      store.save();
    },
    all: () => Object.entries(store.state().made),
    trouble: store.trouble,
  };
}

/** The id of an entry, which depends on kind, name, node and account only. */
export function idOf({ nodeId, account, kind, name }: Pick<Made, 'nodeId' | 'account' | 'kind' | 'name'>): string {
  return createHash('sha256')
    .update(JSON.stringify([nodeId, account, kind, name]))
    .digest('hex')
    .slice(0, 20);
}
