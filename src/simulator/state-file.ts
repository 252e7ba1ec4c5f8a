import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock, Timer } from '../clock';
import type { ServiceState } from './service-state';
import type { Instant } from './state';

const format = 'breakerflow-simulator-state';
const version = 1;

/** A state file that cannot be used; it is left as it is. */
export class StateFileError extends Error {
  constructor(
    readonly path: string,
    reason: string,
  ) {
    super(`The simulator's state file ${path} ${reason}. It was not changed: move it away to start anew.`);
    this.name = 'StateFileError';
  }
}

export interface SavedState {
  /** What the simulator's clock showed. */
  readonly savedAt: Instant;
  readonly state: ServiceState;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the file holds; undefined when there is no file. Throws a {@link StateFileError}. */
export async function readStateFile(path: string): Promise<SavedState | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StateFileError(path, `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StateFileError(path, 'is broken: it is not JSON');
  }
  if (!isObject(value) || value.format !== format) throw new StateFileError(path, 'is not a state of the simulator');
  if (value.version !== version || !isObject(value.state) || value.state.version !== version)
    throw new StateFileError(path, `has a version that is not known (known is ${version})`);
  if (typeof value.savedAt !== 'number' || !isWhole(value.state))
    throw new StateFileError(path, 'is broken: parts of the state are missing');
  return { savedAt: value.savedAt, state: value.state };
}

const lists = [
  'organizations',
  'locations',
  'devices',
  'plugSessions',
  'tokens',
  'webhooks',
  'streams',
  'deviceStreams',
  'batches',
  'udpKeys',
  'roles',
  'users',
  'userRoles',
  'inviteCodes',
  'ocppCentralSystems',
  'ocppChargePoints',
  'shareCodes',
  'overrideEvents',
] as const satisfies readonly (keyof ServiceState)[];

function isWhole(state: Record<string, unknown>): state is Record<string, unknown> & ServiceState {
  return (
    lists.every((name) => Array.isArray(state[name])) &&
    typeof state.seed === 'number' &&
    typeof state.sequence === 'number' &&
    typeof state.apiKey === 'string' &&
    isObject(state.application)
  );
}

/** Keeps a state in a file. */
export interface StateFile {
  /** The state has changed: it is written shortly. */
  changed(): void;
  /** Writes what is not written yet; rejects when the file cannot be written. */
  close(): Promise<void>;
}

interface StateFileOptions {
  readonly path: string;
  /** Times the writing; the machine's clock, not the simulated one. */
  readonly clock: Clock;
  readonly snapshot: () => SavedState;
  /** A write in the background failed; the next change tries again. */
  readonly onError: (error: Error) => void;
  readonly delayMs?: number;
}

/** Several changes at once are one write; a reader never sees half a file. */
export function createStateFile({ path, clock, snapshot, onError, delayMs = 200 }: StateFileOptions): StateFile {
  let timer: Timer | undefined;
  let dirty = false;
  let writing = Promise.resolve();

  function write(): Promise<void> {
    timer?.cancel();
    timer = undefined;
    dirty = false;
    const text = JSON.stringify({ format, version, ...snapshot() });
    const written = writing.then(() => replaceFile(path, text));
    writing = written.catch(() => undefined);
    return written;
  }

  return {
    changed() {
      dirty = true;
      timer ??= clock.after(delayMs, () => {
        write().catch((error: Error) => {
          dirty = true;
          onError(error);
        });
      });
    },
    async close() {
      if (dirty) await write();
      else timer?.cancel();
      await writing;
    },
  };
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  // The state holds secrets.
  await writeFile(temporary, text, { mode: 0o600 });
  await rename(temporary, path);
}
