/** A started timer; `cancel` is idempotent. */
export interface Timer {
  cancel(): void;
}

/**
 * Time as a dependency: whoever needs now or later is handed one of these.
 *
 * @example
 * const startedAtMs = clock.monotonicMs();
 * const elapsedMs = () => clock.monotonicMs() - startedAtMs; // right although the wall clock steps
 */
export interface Clock {
  /**
   * Wall time: milliseconds since the Unix epoch. Steps forward and back when the machine's clock is set, so only for what the
   * service or the user says in wall time.
   */
  now(): number;
  /** Milliseconds since an arbitrary instant; never steps. Every duration, age, deadline and pace is measured with it. */
  monotonicMs(): number;
  /** Runs `task` once, `delayMs` of monotonic time from now. */
  after(delayMs: number, task: () => void): Timer;
}

/** The longest delay Node's timers take; a longer one would fire at once. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Resolves after `delayMs`; rejects with the signal's reason when aborted first. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      timer.cancel();
      reject(signal?.reason);
    };
    const timer = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
