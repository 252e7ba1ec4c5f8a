import type { Clock, Timer } from '../clock';

/** Deadlines of equal length on one timer: a timer per request would cost more than reading its body. */
export interface Deadlines {
  start(deadline: Deadline): void;
  /** Cancels all deadlines. */
  close(): void;
}

/** A node of a doubly linked ring in the order of start and so of expiry; a Set would hash each deadline. */
export class Deadline implements Timer {
  dueMs = Number.POSITIVE_INFINITY;
  private previous: Deadline = this;
  next: Deadline = this;

  expired(): void {}

  insertBefore(other: Deadline): void {
    this.previous = other.previous;
    this.next = other;
    this.previous.next = this;
    other.previous = this;
  }

  cancel(): void {
    this.previous.next = this.next;
    this.next.previous = this.previous;
    this.previous = this;
    this.next = this;
  }
}

export function createDeadlines(clock: Clock, timeoutMs: number): Deadlines {
  let end = new Deadline();
  let timer: Timer | undefined;

  function expire(): void {
    timer = undefined;
    for (let first = end.next; first !== end; first = end.next) {
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
