import { createHash } from 'node:crypto';
import { createStateStore, type OnStateTrouble, type StateTrouble, sharedMemory } from '..';

export type MadeKind = 'stream' | 'webhook' | 'schedules' | 'udpKey';

/** Something that a node has made at the service, or is about to make; without secrets. */
export interface Made {
  readonly kind: MadeKind;
  /** Tells things of one kind, node and account apart. */
  readonly name: string;
  readonly nodeId: string;
  readonly nodeType: string;
  readonly nodeName: string;
  /** The account's config node. */
  readonly account: string;
  /** The origin of the service, or `simulator`; empty where an earlier version did not store it. */
  readonly service: string;
  /** A digest of the client id; empty where an earlier version did not store it. */
  readonly owner: string;
  /** The flow file or project that the node is in. */
  readonly flows: string;
  /** What identifies it at the service. */
  readonly what: Readonly<Record<string, string>>;
  /** Epoch ms. */
  readonly madeAt: number;
  /** It stays at the service when the node is deleted. */
  readonly stays?: boolean;
  /** The node is still there and does not want it any more. */
  readonly unwanted?: boolean;
  /** An earlier version did not store whether it stays: only the user can decide. */
  readonly undecided?: boolean;
  /** Why it could not be taken back when that was tried last. */
  readonly failure?: { readonly why: string; readonly at: number };
}

/** What nodes have made, by an id of each. Every change is on the disk when the call returns. */
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
      // Nodes record the same at each start: that is not written again.
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

/** The same for the same thing of the same node at the same account. */
export function idOf({ nodeId, account, kind, name }: Pick<Made, 'nodeId' | 'account' | 'kind' | 'name'>): string {
  return createHash('sha256')
    .update(JSON.stringify([nodeId, account, kind, name]))
    .digest('hex')
    .slice(0, 20);
}
