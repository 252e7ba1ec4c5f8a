import type { Clock, Timer } from '../clock';

/** Deadlines of one length, on one timer: a timer a request would cost more than the rest of reading it. */
export interface Deadlines {
  start(onExpired: () => void): Timer;
  /** Cancels all of them. */
  close(): void;
}

/** A link of a ring in the order of their start, which is the order in which they fall due; a Set would hash each of them. */
class Deadline implements Timer {
  private before: Deadline = this;
  after: Deadline = this;

  constructor(
    readonly dueMs: number,
    readonly onExpired: () => void,
  ) {}

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
  let end = new Deadline(Number.POSITIVE_INFINITY, () => {});
  let timer: Timer | undefined;

  function expire(): void {
    timer = undefined;
    for (let first = end.after; first !== end; first = end.after) {
      const remainingMs = first.dueMs - clock.now();
      if (remainingMs > 0) {
        timer = clock.after(remainingMs, expire);
        return;
      }
      first.cancel();
      first.onExpired();
    }
  }

  return {
    start(onExpired) {
      const deadline = new Deadline(clock.now() + timeoutMs, onExpired);
      deadline.insertBefore(end);
      timer ??= clock.after(timeoutMs, expire);
      return deadline;
    },
    close() {
      end = new Deadline(Number.POSITIVE_INFINITY, () => {});
      timer?.cancel();
      timer = undefined;
    },
  };
}
