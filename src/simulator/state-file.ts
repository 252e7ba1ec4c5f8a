import { access, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Clock, systemClock, type Timer } from '../clock';
import type { ServiceState } from './service-state';
import type { Instant } from './state';

const format = 'breakerflow-simulator-state';
const version = 1;

/** The last instant that has a date with four digits for its year: no clock of a simulator came further. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A state file that cannot be used, and what can be done about it. Its content is left as it is. */
export class StateFileError extends Error {
  constructor(
    readonly path: string,
    reason: string,
    remedy: string,
  ) {
    super(`The simulator's state file ${path} ${reason}. ${remedy}`);
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

/**
 * What the file holds; undefined when there is none. A file that is damaged, or was written by a newer version, is set aside under
 * another name, and `onSetAside` is told which: the simulator starts anew. Throws a {@link StateFileError} for a file that cannot
 * be read or set aside.
 */
export async function readStateFile(
  path: string,
  onSetAside: (problem: StateFileError) => void,
): Promise<SavedState | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StateFileError(
      path,
      `cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'It was not changed: make it readable, or move it away to start anew.',
    );
  }
  const read = savedStateOf(text);
  if (!('reason' in read)) return read;
  onSetAside(await setAside(path, read));
  return undefined;
}

interface Unusable {
  readonly reason: string;
  /** What the file is called from then on. */
  readonly suffix: 'damaged' | 'newer';
  readonly remedy: string;
}

function damaged(reason: string): Unusable {
  return { reason, suffix: 'damaged', remedy: 'put a copy of it from before in its place and start again' };
}

function savedStateOf(text: string): SavedState | Unusable {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return damaged('is damaged: it is not JSON');
  }
  if (!isObject(value) || value.format !== format) return damaged('is not a state of the simulator');
  if (value.version !== version || !isObject(value.state) || value.state.version !== version)
    return {
      reason: `was written by a newer version (this one knows ${version})`,
      suffix: 'newer',
      remedy: 'install that version, give the file its name back and start again',
    };
  const { savedAt, state } = value;
  if (typeof savedAt !== 'number' || !isWhole(state)) return damaged('is damaged: parts of the state are missing');
  if (!(savedAt >= 0 && savedAt <= lastInstant)) return damaged(`is damaged: ${savedAt} is no date`);
  return { savedAt, state };
}

async function setAside(path: string, { reason, suffix, remedy }: Unusable): Promise<StateFileError> {
  const aside = await freeName(`${path}.${suffix}`);
  try {
    await rename(path, aside);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw new StateFileError(path, `${reason}, and cannot be renamed (${why})`, 'Move it away to start anew.');
  }
  return new StateFileError(
    path,
    reason,
    `It is kept as ${aside}, and the simulator starts anew. To have its state back, ${remedy}.`,
  );
}

/** Files that were set aside earlier are kept as well. */
async function freeName(path: string): Promise<string> {
  for (let count = 1; ; count++) {
    const name = count === 1 ? path : `${path}-${count}`;
    try {
      await access(name);
    } catch {
      return name;
    }
  }
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
  /** Writes what is not written yet, and goes on; rejects when the file cannot be written. */
  save(): Promise<void>;
  /** Writes what is not written yet; rejects when the file cannot be written. */
  close(): Promise<void>;
}

interface StateFileOptions {
  readonly path: string;
  /** Times the writing; the machine's clock by default, not the simulated one. */
  readonly clock?: Clock;
  readonly snapshot: () => SavedState;
  /** A write in the background failed; the next change tries again. */
  readonly onError: (error: Error) => void;
  readonly delayMs?: number;
}

/** Several changes at once are one write; a reader never sees half a file. */
export function createStateFile({
  path,
  clock = systemClock,
  snapshot,
  onError,
  delayMs = 200,
}: StateFileOptions): StateFile {
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

  async function save(): Promise<void> {
    if (dirty)
      await write().catch((error: Error) => {
        dirty = true;
        throw error;
      });
    await writing;
  }

  return {
    save,
    close: save,
    changed() {
      dirty = true;
      timer ??= clock.after(delayMs, () => {
        write().catch((error: Error) => {
          dirty = true;
          onError(error);
        });
      });
    },
  };
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  // The state holds secrets.
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    // Else a power failure after the renaming can leave an empty file.
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
