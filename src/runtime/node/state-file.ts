import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { defined } from '../../object';
import { onceATurn } from './once-a-turn';

/** The content of a state file, which a node keeps over restarts. */
interface State {
  readonly version: number;
}

/**
 * Why a state file cannot be used. Never fatal: the node continues with an empty state, or with one that no restart
 * keeps.
 */
export interface StateTrouble {
  /** `newer`: written by a newer version of this package. The first two were set aside under another name. */
  readonly kind: 'damaged' | 'newer' | 'unreadable' | 'unwritable';
  readonly file: string;
  /** Where the file is now. */
  readonly aside?: string;
  readonly detail: string;
}

export type OnStateTrouble = (trouble: StateTrouble) => void;

interface ReadOptions<S> {
  readonly onTrouble?: OnStateTrouble | undefined;
  /** Whether a file of the right version has the right shape; otherwise it counts as damaged. */
  readonly isComplete?: (state: S) => boolean;
}

/**
 * Reads a state file; undefined without a usable one. A damaged file, or one of a newer version, is renamed to
 * `.damaged` or `.newer`, so that the next write does not overwrite it.
 */
export function readState<S extends State>(
  file: string,
  version: S['version'],
  { onTrouble = warnOfTrouble, isComplete = () => true }: ReadOptions<S> = {},
): S | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    // ENOTDIR is reported by the first write.
    if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? ''))
      onTrouble({ kind: 'unreadable', file, detail: messageOf(error) });
    return undefined;
  }
  let found: unknown;
  try {
    const state = JSON.parse(text) as S;
    if (typeof state === 'object' && state !== null) {
      found = state.version;
      if (found === version && isComplete(state)) return state;
    }
  } catch {
    // Not JSON: damaged.
  }
  const kind = typeof found === 'number' && found > version ? 'newer' : 'damaged';
  const detail = found === undefined || found === version ? 'no valid content' : `version ${String(found)}`;
  try {
    const aside = freeName(`${file}.${kind}`);
    renameSync(file, aside);
    onTrouble({ kind, file, aside, detail });
  } catch (error) {
    onTrouble({ kind: 'unreadable', file, detail: `${detail}; ${messageOf(error)}` });
  }
  return undefined;
}

/**
 * Writes atomically, readable for this user only, and synced to disk with its directory entry. For small files that
 * are seldom written. Throws where it cannot write.
 */
export function writeState(file: string, state: State): void {
  const text = JSON.stringify(state, undefined, 1);
  const directory = dirname(file);
  mkdirSync(directory, { recursive: true });
  const handle = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.new`, file);
  syncDirectory(directory);
}

function syncDirectory(directory: string): void {
  try {
    const handle = openSync(directory, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Windows opens no directories.
  }
}

/** A state and its file. */
export interface StateStore<S> {
  /** Read on first use. */
  state(): S;
  /** Writes the state. After a failed write the state stays in memory, and `trouble` returns the reason. */
  save(): void;
  /** Writes the state with what else changes in this turn. Rejects with a `ForgetfulError` where no restart keeps it. */
  saved(): Promise<void>;
  /** Why the state would be lost at a restart; undefined if it would not. */
  trouble(): StateTrouble | undefined;
}

/** A state that is lost with the process. */
export class ForgetfulError extends Error {
  constructor(readonly trouble: StateTrouble) {
    super(`${trouble.file} is ${trouble.kind} (${trouble.detail})`);
    this.name = 'ForgetfulError';
  }
}

interface StoreOptions<S extends State> extends ReadOptions<S> {
  readonly file: string;
  readonly version: S['version'];
  readonly empty: () => S;
}

export function createStateStore<S extends State>({
  file,
  version,
  empty,
  isComplete,
  onTrouble = warnOfTrouble,
}: StoreOptions<S>): StateStore<S> {
  let known: S | undefined;
  let trouble: StateTrouble | undefined;

  function report(found: StateTrouble): void {
    const isNews = trouble?.kind !== found.kind || trouble.detail !== found.detail;
    trouble = found;
    if (isNews) onTrouble(found);
  }

  function state(): S {
    known ??= readState<S>(file, version, { onTrouble: report, ...defined({ isComplete }) }) ?? empty();
    // The renamed file is no obstacle: the next write succeeds.
    if (trouble?.kind === 'damaged' || trouble?.kind === 'newer') trouble = undefined;
    return known;
  }

  function save(): void {
    if (known === undefined) return;
    // An unreadable file may be intact: it is not overwritten.
    if (trouble?.kind === 'unreadable') return;
    try {
      writeState(file, known);
      trouble = undefined;
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      report({ kind: 'unwritable', file, detail: messageOf(error) });
    }
  }

  return {
    state,
    save,
    saved: onceATurn(() => {
      state();
      save();
      if (trouble !== undefined) throw new ForgetfulError(trouble);
    }),
    trouble: () => trouble,
  };
}

/** Creates one memory for each user directory, which the nodes of the process share. */
export function sharedMemory<M>(
  name: string,
  create: (file: string, onTrouble: OnStateTrouble | undefined) => M,
): (userDir: string, onTrouble?: OnStateTrouble) => M {
  const memories = new Map<string, M>();
  return (userDir, onTrouble) => {
    const file = `${userDir}/${name}`;
    let memory = memories.get(file);
    if (memory === undefined) {
      memory = create(file, onTrouble);
      memories.set(file, memory);
    }
    return memory;
  };
}

function warnOfTrouble({ kind, file, aside, detail }: StateTrouble): void {
  process.emitWarning(`${file} is ${kind} (${detail})${aside === undefined ? '' : `; it is now ${aside}`}`);
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number += 1) name = `${wanted}-${number}`;
  return name;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
