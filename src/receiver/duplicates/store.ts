/**
 * State of a key in a store. `new`: the key is now claimed, and the caller must end the claim by `record` or `release`.
 * `reused`: the key was recorded with another body.
 */
export type KeyState = 'new' | 'duplicate' | 'reused';

/** Stores the keys of delivered requests for a time window. `key` and `bodyHash` are lower-case hex SHA-256. */
export interface DuplicateStore {
  /** Rejects if the store is not available. */
  check(key: string, bodyHash: string): KeyState | Promise<KeyState>;
  /** Resolves once the key is stored, or the failure to store it was reported; never rejects. */
  record(key: string, bodyHash: string): void | Promise<void>;
  /** Ends a claim whose delivery failed, so that a retry is new. Never rejects. */
  release(key: string): void | Promise<void>;
  close(): Promise<void>;
}

/** How long and how many keys a store keeps. */
export interface DuplicateWindow {
  /** A key is kept for at least this long, and less than twice as long; 24 hours. */
  readonly windowMs?: number;
  /** Above this number the oldest half is dropped early; 1,000,000. */
  readonly maxEntries?: number;
}

/** Too many keys came: even the newer half spans less time than the service retries for. */
export class ShortMemoryError extends Error {
  readonly code = 'SHORT_MEMORY';
  constructor(readonly coveredMs: number) {
    super(`duplicates are known for the last ${Math.floor(coveredMs / 60_000)} minutes only: too many came`);
  }
}

// The service retries for at most twice the signature window, plus a minute.
export const minWindowMs = 31 * 60_000;
export const defaultWindowMs = 24 * 60 * 60_000;
export const defaultMaxEntries = 1_000_000;

/** Reports a store that spans less time than the service retries for. */
export function reportShort(coveredMs: number | undefined, onError?: (error: Error) => void): void {
  if (coveredMs !== undefined && coveredMs < minWindowMs) onError?.(new ShortMemoryError(coveredMs));
}

/** RangeError for a window under 31 minutes. */
export function checkedWindowMs(windowMs: number = defaultWindowMs): number {
  if (!(windowMs >= minWindowMs)) throw new RangeError('duplicates are kept for at least 31 minutes');
  return windowMs;
}
