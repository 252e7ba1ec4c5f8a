import { readFileSync, renameSync } from 'node:fs';
import { createLocks, type Locks, readStoredLocks, type StoredLocks } from '../../../src/control';
import { writeState } from '../../../src/runtime';

/** What is wrong with the file of the lock-outs. */
export type LockFileProblem =
  | { readonly code: 'unwritable'; readonly file: string; readonly reason: string }
  /** The locks are lost. */
  | { readonly code: 'lost'; readonly file: string; readonly reason: string; readonly setAside: string }
  /** The same, and the file could not be moved. */
  | { readonly code: 'unreadable'; readonly file: string; readonly reason: string };

/** The lock-outs in a file, which is written whole or not at all and is on the disk when a method returns. */
export function openLockFile(file: string, nowMs: number, warn: (problem: LockFileProblem) => void): Locks {
  function save(next: StoredLocks): boolean {
    try {
      writeState(file, next);
      return true;
    } catch (error) {
      warn({ code: 'unwritable', file, reason: reasonOf(error) });
      return false;
    }
  }

  function locksAfterLoss(stored: StoredLocks, reason: string): Locks {
    const aside = setAside(file, nowMs);
    warn(aside === undefined ? { code: 'unreadable', file, reason } : { code: 'lost', file, reason, setAside: aside });
    const doubtful: StoredLocks = { ...stored, doubt: { since: nowMs, knownAgain: [] } };
    // Saved at once: at the next start, a missing file would mean that nothing is locked.
    if (aside !== undefined) save(doubtful);
    return createLocks(doubtful, save);
  }

  const none: StoredLocks = { version: 1, locks: [] };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return reasonOf(error) === 'ENOENT' ? createLocks(undefined, save) : locksAfterLoss(none, reasonOf(error));
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return locksAfterLoss(none, 'JSON');
  }
  const { whole, stored } = readStoredLocks(value);
  return whole ? createLocks(stored, save) : locksAfterLoss(stored, versionOf(value));
}

function setAside(file: string, nowMs: number): string | undefined {
  const aside = `${file}.damaged-${new Date(nowMs).toISOString().replaceAll(':', '')}`;
  try {
    renameSync(file, aside);
    return aside;
  } catch {
    return undefined;
  }
}

function versionOf(value: unknown): string {
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  return typeof version === 'number' && version !== 1 ? `version ${version}` : 'JSON';
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
