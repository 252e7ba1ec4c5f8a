/**
 * What a store knows of a key: `new` is a claim that the caller must settle by `record` or `forget`; `reused` is a key that
 * was recorded with another body.
 */
export type Known = 'new' | 'duplicate' | 'reused';

/** Remembers for a window which keys were delivered. `key` and `bodyHash` are lower-case hex SHA-256. */
export interface DuplicateStore {
  /** Rejects where the store cannot tell. */
  check(key: string, bodyHash: string): Known | Promise<Known>;
  /** Resolves once the key is remembered as well as this store can; never rejects. */
  record(key: string, bodyHash: string): void | Promise<void>;
  /** Gives a claim back: the delivery failed, and a retry is new. Never rejects. */
  forget(key: string): void | Promise<void>;
  close(): Promise<void>;
}

/** How long and how much a store remembers. */
export interface DuplicateWindow {
  /** At least this long, and less than twice as long; 24 hours. */
  readonly windowMs?: number;
  /** Beyond so many the oldest half is given up before its time; a million. */
  readonly maxEntries?: number;
}

// The service's retries: twice the window of a signature, and a minute.
export const MIN_WINDOW_MS = 31 * 60_000;
export const DEFAULT_WINDOW_MS = 24 * 60 * 60_000;
export const DEFAULT_MAX_ENTRIES = 1_000_000;

/** RangeError for a window under 31 minutes. */
export function checkedWindowMs(windowMs: number = DEFAULT_WINDOW_MS): number {
  if (!(windowMs >= MIN_WINDOW_MS)) throw new RangeError('duplicates are remembered for at least 31 minutes');
  return windowMs;
}
