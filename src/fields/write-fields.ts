import { always } from './conditions';
import type { Condition, FieldTable, StoredConfig } from './field';

/**
 * The safety fields of a node that writes: a dry run in configurations that write, and the age limits of a message in
 * configurations that act on a message at once.
 */
export function guardFields(writes: Condition = always, acts: Condition = writes) {
  return {
    dryRun: { kind: 'flag', default: false, when: writes },
    expiry: { kind: 'number', default: '', min: 1, max: 3600, unit: 's', when: acts },
    mute: { kind: 'flag', default: true, when: acts },
  } as const satisfies FieldTable;
}

interface WriteOptions {
  readonly writes?: Condition;
  /** The configurations whose writes can be verified by a read-back. */
  readonly readsBack?: Condition;
  /** The default and the smallest wait for the read-back, s. */
  readonly seconds?: number;
  readonly leastSeconds?: number;
}

/** The fields of a node that writes and reads back the written values. */
export function writeFields({
  writes = always,
  readsBack = writes,
  seconds = 15,
  leastSeconds: min = 1,
}: WriteOptions = {}) {
  const { dryRun, expiry, mute } = guardFields(writes);
  const waits = (config: StoredConfig) => readsBack(config) && config.readBack !== false;
  return {
    dryRun,
    readBack: { kind: 'flag', default: true, when: readsBack },
    readBackSeconds: { kind: 'number', default: seconds, min, max: 300, unit: 's', when: waits },
    expiry,
    mute,
  } as const satisfies FieldTable;
}
