import type { Clock, Timer } from '../clock';

/** Deadlines of equal length on one timer: a timer per request would cost more than reading its body. */
export interface Deadlines {
  start(deadline: Deadline): void;
  /** Cancels all of them. */
  close(): void;
}

/** A node of a doubly linked ring in the order of starting, which is also the order of expiry; a Set would hash each one. */
export class Deadline implements Timer {
  dueMs = Number.POSITIVE_INFINITY;
  private before: Deadline = this;
  after: Deadline = this;

  expired(): void {}

  insertBefore(other: Deadline): void {
    this.before = other.before;
    this.after = other;
    this.before.after = this;
    other.before = this;
  }

  cancel(): void {
    this.before.after = this.after;
    this.after.before = this.before;
    this.before = this;
    this.after = this;
  }
}

export function createDeadlines(clock: Clock, timeoutMs: number): Deadlines {
  let end = new Deadline();
  let timer: Timer | undefined;

  function expire(): void {
    timer = undefined;
    for (let first = end.after; first !== end; first = end.after) {
      const remainingMs = first.dueMs - clock.monotonicMs();
      if (remainingMs > 0) {
        timer = clock.after(remainingMs, expire);
        return;
      }
      first.cancel();
      first.expired();
    }
  }

  return {
    start(deadline) {
      deadline.dueMs = clock.monotonicMs() + timeoutMs;
      deadline.insertBefore(end);
      timer ??= clock.after(timeoutMs, expire);
    },
    close() {
      end = new Deadline();
      timer?.cancel();
      timer = undefined;
    },
  };
}
