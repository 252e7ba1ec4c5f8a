import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Client } from '../../client';
import type { BatchOrder } from '../../schedule';
import type { Account } from '../accounts/account';

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

const memories = new Map<string, ScheduleMemory>();

/** The memory in a user directory; the nodes of one process share it. */
export function scheduleMemory(userDir: string): ScheduleMemory {
  const file = `${userDir}/breakerflow-schedules.json`;
  let memory = memories.get(file);
  if (memory === undefined) {
    memory = createScheduleMemory(file);
    memories.set(file, memory);
  }
  return memory;
}

export function createScheduleMemory(file: string): ScheduleMemory {
  const last = new Map<string, Promise<unknown>>();
  let known: State | undefined;

  function state(): State {
    known ??= readState(file);
    return known;
  }

  return {
    with(service, work) {
      const before = last.get(service);
      const mine = (async () => {
        await before?.catch(() => undefined);
        const { services } = state();
        services[service] ??= {};
        return work(services[service], () => writeWhole(file, JSON.stringify(state(), undefined, 1)));
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

// A file that cannot be read stops us: without it, batches that operate breakers would have no owner.
function readState(file: string): State {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as State;
    if (state.version !== 1) throw new Error(`${file} has an unknown version`);
    return state;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { version: 1, services: {} };
    throw error;
  }
}

/** The file is small and seldom written: on the disk before anything is sent. */
function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const handle = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.new`, file);
}
