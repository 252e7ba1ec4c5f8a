import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a node remembers over restarts, as its file holds it. */
interface State {
  readonly version: number;
}

/** What a file holds; undefined where there is none. Throws where it cannot be read, or has another version. */
export function readState<S extends State>(file: string, version: S['version']): S | undefined {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as S;
    if (state.version !== version) throw new Error(`${file} has an unknown version`);
    return state;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whole or not at all, for this user only, and on the disk when it returns. Such files are small and seldom written. */
export function writeState(file: string, state: State): void {
  mkdirSync(dirname(file), { recursive: true });
  const handle = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeSync(handle, JSON.stringify(state, undefined, 1));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.new`, file);
}

/** One memory for the file of that name in each user directory: the nodes of one process share it. */
export function sharedMemory<M>(name: string, create: (file: string) => M): (userDir: string) => M {
  const memories = new Map<string, M>();
  return (userDir) => {
    const file = `${userDir}/${name}`;
    let memory = memories.get(file);
    if (memory === undefined) {
      memory = create(file);
      memories.set(file, memory);
    }
    return memory;
  };
}
