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

/** So many came that even the younger half of what is remembered does not reach back as far as the service retries. */
export class ShortMemoryError extends Error {
  readonly code = 'SHORT_MEMORY';
  constructor(readonly rememberedMs: number) {
    super(`duplicates are known for the last ${Math.floor(rememberedMs / 60_000)} minutes only: too many came`);
  }
}

// The service's retries: twice the window of a signature, and a minute.
export const MIN_WINDOW_MS = 31 * 60_000;
export const DEFAULT_WINDOW_MS = 24 * 60 * 60_000;
export const DEFAULT_MAX_ENTRIES = 1_000_000;

/** Says where what is remembered no longer reaches as far back as it must. */
export function reportShort(rememberedMs: number | undefined, onError?: (error: Error) => void): void {
  if (rememberedMs !== undefined && rememberedMs < MIN_WINDOW_MS) onError?.(new ShortMemoryError(rememberedMs));
}

/** RangeError for a window under 31 minutes. */
export function checkedWindowMs(windowMs: number = DEFAULT_WINDOW_MS): number {
  if (!(windowMs >= MIN_WINDOW_MS)) throw new RangeError('duplicates are remembered for at least 31 minutes');
  return windowMs;
}
