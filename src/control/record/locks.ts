import { keyOf, type ServiceDevice } from './service-device';

/** A circuit that a person has locked open. It does not replace a physical lock-out. */
export interface Lock extends ServiceDevice {
  /** Who locked it. */
  readonly by: string;
  /** Wall time, epoch ms. */
  readonly at: number;
}

/** `memory-only`: the lock applies, but could not be written to disk and ends with the process. */
export type LockSaved = 'saved' | 'memory-only';

/**
 * The lock-outs of a user directory. No command of ours closes a locked circuit until a person unlocks it.
 *
 * A damaged file may have contained locks, and without its lock a circuit could be closed while a person works at it.
 * So the lock of every device is unknown, also after a restart, until a person locks or unlocks the device or
 * acknowledges the loss for all devices. Closing such a device requires a confirmation; refusing it would stop a whole
 * site.
 */
export interface Locks {
  lock(device: ServiceDevice, by: string, at: number): LockSaved;
  /** Removes the lock, or the unknown state of the device. */
  unlock(device: ServiceDevice): LockSaved;
  lockedBy(device: ServiceDevice): Lock | undefined;
  /** Whether a damaged file may have locked the device, or, without an argument, any device. */
  unknown(device?: ServiceDevice): boolean;
  /** A person has checked every circuit, so the known locks are complete. */
  acknowledge(): LockSaved;
  /** All locks, the newest last. */
  all(): readonly Lock[];
}

/** The stored locks. `knownAgain`: the devices that a person has locked or unlocked since the loss. */
export interface StoredLocks {
  readonly version: 1;
  readonly locks: readonly Lock[];
  readonly doubt?: { readonly since: number; readonly knownAgain: readonly string[] };
}

const maxNameLength = 200;

/** `save` returns whether the state was stored. */
export function createLocks(stored: StoredLocks | undefined, save: (next: StoredLocks) => boolean): Locks {
  const locks = new Map(stored?.locks.map((lock) => [keyOf(lock), lock]));
  const doubt = stored?.doubt;
  let doubtSince = doubt?.since;
  const knownAgain = new Set(doubt?.knownAgain);

  function markKnown(key: string): void {
    if (doubtSince !== undefined) knownAgain.add(key);
  }
  function saveState(): LockSaved {
    const state: StoredLocks = {
      version: 1,
      locks: [...locks.values()],
      ...(doubtSince === undefined ? {} : { doubt: { since: doubtSince, knownAgain: [...knownAgain] } }),
    };
    return save(state) ? 'saved' : 'memory-only';
  }

  return {
    lock(device, by, at) {
      const { service, deviceId } = device;
      const key = keyOf(device);
      locks.delete(key);
      locks.set(key, { service, deviceId, by: by.slice(0, maxNameLength), at });
      markKnown(key);
      return saveState();
    },
    unlock(device) {
      const key = keyOf(device);
      locks.delete(key);
      markKnown(key);
      return saveState();
    },
    lockedBy: (device) => locks.get(keyOf(device)),
    unknown: (device) => doubtSince !== undefined && (device === undefined || !knownAgain.has(keyOf(device))),
    acknowledge() {
      doubtSince = undefined;
      knownAgain.clear();
      return saveState();
    },
    all: () => [...locks.values()],
  };
}

/** The locks in a file. `whole` is false if parts of it are unreadable; the readable locks still apply. */
export function readStoredLocks(value: unknown): { readonly whole: boolean; readonly stored: StoredLocks } {
  const file = isObject(value) ? value : {};
  const listed: unknown[] = Array.isArray(file.locks) ? file.locks : [];
  const locks = listed.filter(isLock);
  const doubt = isDoubt(file.doubt) ? { doubt: file.doubt } : {};
  const whole =
    file.version === 1 &&
    Array.isArray(file.locks) &&
    locks.length === listed.length &&
    (file.doubt === undefined || isDoubt(file.doubt));
  return { whole, stored: { version: 1, locks, ...doubt } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLock(value: unknown): value is Lock {
  if (!isObject(value)) return false;
  const { service, deviceId, by, at } = value;
  return [service, deviceId, by].every((text) => typeof text === 'string') && typeof at === 'number';
}

function isDoubt(value: unknown): value is NonNullable<StoredLocks['doubt']> {
  if (!isObject(value) || typeof value.since !== 'number') return false;
  return Array.isArray(value.knownAgain) && value.knownAgain.every((key) => typeof key === 'string');
}
