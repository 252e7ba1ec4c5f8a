import { createFingerprintTable, fingerprintOf } from './fingerprint-table';

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

export function createGenerations(windowMs: number, maxEntries: number, startMs: number): Generations {
  const perTable = Math.max(1, Math.floor(maxEntries / 2));
  let current = createFingerprintTable();
  let previous = createFingerprintTable();
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
      // A turn that comes late, for nothing was asked, does not delay the next one.
      startedMs = elapsedMs < windowMs ? nowMs : startedMs + windowMs * Math.floor(elapsedMs / windowMs);
      return dropped ? elapsedMs : undefined;
    },
  };
}
