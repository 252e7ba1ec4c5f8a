import type { NodeAPI } from 'node-red';
import { type CircuitDirectory, emptyDirectory } from '../../directory';
import { onceStarted } from '../node/deploy-watch';

/** What the nodes of an account know of its circuits. Everything is asked anew at each message and each command. */
export interface Circuits {
  /** The rows at this moment; later changes do not reach what is returned. */
  now(): CircuitDirectory;
  /** Whether a directory of the account says that no node may operate the device. */
  isCritical(deviceId: string): boolean;
  hasCritical(): boolean;
}

/** An account without a directory. */
export const noCircuits: Circuits = { now: () => emptyDirectory, isCritical: () => false, hasCritical: () => false };

interface RegisteredDirectory {
  /** The id of the config node. */
  readonly id: string;
  readonly accountId: string;
  readonly directory: CircuitDirectory;
  /** Called when it is known whether names are taken from this directory: an account has names from one only. */
  readonly onUse: (isUsed: boolean) => void;
}

interface Entry extends RegisteredDirectory {
  readonly isClosing: boolean;
}

/** All directories of the process by node id, in the order in which they came. */
const entries = new Map<string, Entry>();

/**
 * Makes a directory known to the nodes of its account. When its node closes but is not removed, it stays until the deploy
 * is over: a command must find its circuit protected at every moment of a deploy.
 */
export function registerDirectory(
  RED: Pick<NodeAPI, 'events'>,
  registered: RegisteredDirectory,
): { close(removed: boolean): void } {
  const entry: Entry = { ...registered, isClosing: false };
  const before = entries.get(entry.id);
  if (before !== undefined && before.accountId !== entry.accountId) entries.delete(entry.id);
  // A node that is deployed again keeps its place among the others.
  entries.set(entry.id, entry);
  tellUse(entry.accountId);
  const remove = (one: Entry) => {
    if (entries.get(one.id) !== one) return;
    entries.delete(one.id);
    tellUse(one.accountId);
  };
  return {
    close(removed) {
      if (entries.get(entry.id) !== entry) return;
      if (removed) {
        remove(entry);
        return;
      }
      const closing = { ...entry, isClosing: true };
      entries.set(entry.id, closing);
      onceStarted(RED.events, () => remove(closing));
    },
  };
}

/** What is known of the circuits of the account with this id. */
export function circuitsOf(accountId: string): Circuits {
  return {
    // Asked at each publish of a stream, too: without a list.
    now() {
      for (const entry of entries.values()) if (entry.accountId === accountId) return entry.directory;
      return emptyDirectory;
    },
    isCritical: (deviceId) => directoriesOf(accountId).some(({ directory }) => directory.isCritical(deviceId)),
    hasCritical: () =>
      directoriesOf(accountId).some(({ directory: { circuits } }) =>
        circuits.some(({ critical }) => critical === true),
      ),
  };
}

function directoriesOf(accountId: string): Entry[] {
  return [...entries.values()].filter((entry) => entry.accountId === accountId);
}

function tellUse(accountId: string): void {
  directoriesOf(accountId).forEach(({ isClosing, onUse }, index) => {
    if (!isClosing) onUse(index === 0);
  });
}
