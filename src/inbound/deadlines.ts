import type { Clock, Timer } from '../clock';

/** Deadlines of one length, on one timer: a timer a request would cost more than the rest of reading it. */
export interface Deadlines {
  start(onExpired: () => void): Timer;
  /** Cancels all of them. */
  close(): void;
}

export function createDeadlines(clock: Clock, timeoutMs: number): Deadlines {
  // In the order of their start, which is the order in which they fall due.
  const pending = new Set<{ readonly dueMs: number; readonly onExpired: () => void }>();
  let timer: Timer | undefined;

  function expire(): void {
    timer = undefined;
    for (const deadline of pending) {
      const remainingMs = deadline.dueMs - clock.now();
      if (remainingMs > 0) {
        timer = clock.after(remainingMs, expire);
        return;
      }
      pending.delete(deadline);
      deadline.onExpired();
    }
  }

  return {
    start(onExpired) {
      const deadline = { dueMs: clock.now() + timeoutMs, onExpired };
      pending.add(deadline);
      timer ??= clock.after(timeoutMs, expire);
      return { cancel: () => pending.delete(deadline) };
    },
    close() {
      pending.clear();
      timer?.cancel();
      timer = undefined;
    },
  };
}
