/** A started timer; `cancel` is idempotent. */
export interface Timer {
  cancel(): void;
  /** Lets the process end before the timer fires, where the clock's timers would keep it alive. */
  unref?(): void;
}

/**
 * Time as a dependency of every module that reads the time or starts a timer.
 *
 * @example
 * const startedAtMs = clock.monotonicMs();
 * const elapsedMs = () => clock.monotonicMs() - startedAtMs; // right although the wall clock steps
 */
export interface Clock {
  /**
   * Wall time: milliseconds since the Unix epoch. It steps when the machine's clock is set, so use it only for times
   * that the service or the user states in wall time.
   */
  now(): number;
  /** Milliseconds since an arbitrary instant; never steps. Measure every duration, age, deadline and rate with it. */
  monotonicMs(): number;
  /** Runs `task` once, `delayMs` of monotonic time from now. */
  after(delayMs: number, task: () => void): Timer;
}

/** The longest delay of Node's timers; a longer one would fire at once. */
export const maxTimerMs = 2_147_483_647;

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
