import { always } from './conditions';
import type { Condition, FieldTable, StoredConfig } from './field';

/**
 * What guards a node that writes: a dry run where it `writes`, and how old an order may be where it `acts` on what it
 * is told at once.
 */
export function guardFields(writes: Condition = always, acts: Condition = writes) {
  return {
    dryRun: { kind: 'flag', default: false, when: writes },
    expiry: { kind: 'number', default: '', min: 1, max: 3600, unit: 's', when: acts },
    mute: { kind: 'flag', default: true, when: acts },
  } as const satisfies FieldTable;
}

interface Writing {
  readonly writes?: Condition;
  /** The configurations whose writes can be verified by a read-back. */
  readonly readsBack?: Condition;
  /** How long to wait for it, s, and the least that makes sense. */
  readonly seconds?: number;
  readonly leastSeconds?: number;
}

/** The fields of a node that writes and reads back what it wrote. */
export function writeFields({
  writes = always,
  readsBack = writes,
  seconds = 15,
  leastSeconds: min = 1,
}: Writing = {}) {
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
