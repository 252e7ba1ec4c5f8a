import type { NodeAPI } from 'node-red';
import type { WatchState } from '../../watch';
import { createStateStore, type OnStateTrouble, sharedMemory, stateTroubleLog, userDirOf } from '..';

/** What the watches of a user directory remember over restarts, by node id. */
export interface WatchMemory {
  of(nodeId: string): WatchState | undefined;
  keep(nodeId: string, state: WatchState): void;
  forget(nodeId: string): void;
  /** Resolves when it is on the disk. Rejects where it cannot be kept. */
  save(): Promise<void>;
}

interface Stored {
  readonly version: 1;
  readonly watches: Record<string, WatchState>;
}

/** The memory in a user directory. */
export const watchMemory = sharedMemory('breakerflow-watch.json', createWatchMemory);

/** What a watch of a node watched when it was remembered last. */
export function rememberedSubjects(RED: NodeAPI, nodeId: string): readonly string[] {
  const memory = watchMemory(userDirOf(RED), stateTroubleLog(RED));
  return Object.keys(memory.of(nodeId)?.subjects ?? {});
}

/** Forgets what the watch of a node remembers that is deleted without running. */
export async function forgetWatch(RED: NodeAPI, nodeId: string): Promise<void> {
  const memory = watchMemory(userDirOf(RED), stateTroubleLog(RED));
  if (memory.of(nodeId) === undefined) return;
  memory.forget(nodeId);
  await memory.save().catch(() => {});
}

export function createWatchMemory(file: string, onTrouble?: OnStateTrouble): WatchMemory {
  const store = createStateStore<Stored>({
    file,
    version: 1,
    empty: () => ({ version: 1, watches: {} }),
    isComplete: ({ watches }) => isRecord(watches) && Object.values(watches).every(isWatch),
    onTrouble,
  });
  return {
    of: (nodeId) => store.state().watches[nodeId],
    keep(nodeId, state) {
      store.state().watches[nodeId] = state;
    },
    forget(nodeId) {
      delete store.state().watches[nodeId];
    },
    save: store.saved,
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isWatch(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { version, condition, nextId, subjects, outbox } = value;
  return (
    version === 1 &&
    typeof condition === 'string' &&
    typeof nextId === 'number' &&
    isRecord(subjects) &&
    Object.values(subjects).every(isRecord) &&
    Array.isArray(outbox) &&
    outbox.every(isRecord)
  );
}
