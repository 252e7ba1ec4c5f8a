import { createFingerprintTable, type FingerprintTable, fingerprintOf } from './fingerprint-table';

/** Two tables, the younger of which takes what is new: forgetting is dropping the older one as a whole. */
export interface Generations {
  /** The body's bits of a key in either table, or -1. */
  find(key: string): number;
  add(key: string, bodyBits: number): void;
  /** Whether the younger table is full or has lasted the window. */
  isDue(nowMs: number): boolean;
  /**
   * Drops the older table, or both where even the younger one has aged beyond the window, and starts a new one. Returns
   * how far back is remembered from now on, where something younger than the window was dropped.
   */
  turn(nowMs: number): number | undefined;
}

/** What two tables hold to begin with. */
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
  // What is looked for is most often added next.
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
    turn(nowMs) {
      const elapsedMs = nowMs - startedMs;
      const dropped = previous.size() > 0 && elapsedMs < windowMs;
      previous = elapsedMs < 2 * windowMs ? current : createFingerprintTable();
      current = createFingerprintTable();
      startedMs = nextStartMs(startedMs, nowMs, windowMs);
      return dropped ? elapsedMs : undefined;
    },
  };
}

/** When the generation after one of `startedMs` counts as started; a turn that comes late does not delay the next one. */
export function nextStartMs(startedMs: number, nowMs: number, windowMs: number): number {
  const elapsedMs = nowMs - startedMs;
  return elapsedMs < windowMs ? nowMs : startedMs + windowMs * Math.floor(elapsedMs / windowMs);
}
