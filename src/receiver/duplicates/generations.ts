import { createFingerprintTable, type FingerprintTable, fingerprintOf } from './fingerprint-table';

/** Two tables of fingerprints. New keys go into the newer one; keys expire by dropping the older one as a whole. */
export interface Generations {
  /** The body bits stored for a key, or -1. */
  find(key: string): number;
  add(key: string, bodyBits: number): void;
  /** Whether the newer table is full or as old as the window. */
  isDue(nowMs: number): boolean;
  /**
   * Starts a new table and drops the older one, or both if the newer one is also out of date. If keys younger than the
   * window were dropped, returns the time span in ms that is still covered.
   */
  rotate(nowMs: number): number | undefined;
}

/** Initial content. */
export interface GenerationTables {
  readonly current: FingerprintTable;
  readonly previous: FingerprintTable;
}

/** All times are of one clock that never steps. */
export function createGenerations(
  windowMs: number,
  maxEntries: number,
  startMs: number,
  tables: GenerationTables = { current: createFingerprintTable(), previous: createFingerprintTable() },
): Generations {
  const perTable = Math.max(1, Math.floor(maxEntries / 2));
  let { current, previous } = tables;
  let startedMs = startMs;
  // Most keys are added right after they were looked up.
  let lastKey = '';
  let last = fingerprintOf(lastKey);
  const readKey = (key: string) => {
    if (key !== lastKey) {
      lastKey = key;
      last = fingerprintOf(key);
    }
    return last;
  };

  return {
    find(key) {
      const fingerprint = readKey(key);
      const bodyBits = current.find(fingerprint);
      return bodyBits === -1 ? previous.find(fingerprint) : bodyBits;
    },
    add: (key, bodyBits) => current.add(readKey(key), bodyBits),
    isDue: (nowMs) => current.size() >= perTable || nowMs - startedMs >= windowMs,
    rotate(nowMs) {
      const elapsedMs = nowMs - startedMs;
      const dropped = previous.size() > 0 && elapsedMs < windowMs;
      previous = elapsedMs < 2 * windowMs ? current : createFingerprintTable();
      current = createFingerprintTable();
      startedMs = nextStartMs(startedMs, nowMs, windowMs);
      return dropped ? elapsedMs : undefined;
    },
  };
}

/** Nominal start of the generation after one of `startedMs`: a late rotation does not delay the next one. */
export function nextStartMs(startedMs: number, nowMs: number, windowMs: number): number {
  const elapsedMs = nowMs - startedMs;
  return elapsedMs < windowMs ? nowMs : startedMs + windowMs * Math.floor(elapsedMs / windowMs);
}
