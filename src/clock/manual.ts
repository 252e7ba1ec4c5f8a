import { AsyncResource } from 'node:async_hooks';
import type { Clock, Timer } from './clock';

/** A clock for tests: it stands still until `advance` is called. */
export interface ManualClock extends Clock {
  /** Advances the clock and runs the due timers in order, each at its own `now()` and in the async context that started it. */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock forward, or back with a negative number, as a time server does; no timer becomes due. */
  step(ms: number): void;
  /** Milliseconds until the next timer, or undefined when none is pending. */
  nextTimerMs(): number | undefined;
  /** The number of pending timers: 0 after every component is closed. */
  pendingTimers(): number;
}

/** A {@link ManualClock} that shows `startMs` (Unix epoch milliseconds). */
export function createManualClock(startMs = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let elapsedMs = 0;
  let wallOffsetMs = startMs;
  let sequence = 0;
  const pending = new Map<number, { dueMs: number; task: () => void }>();

  function earliest(): [number, { dueMs: number; task: () => void }] | undefined {
    let found: [number, { dueMs: number; task: () => void }] | undefined;
    for (const entry of pending) if (found === undefined || entry[1].dueMs < found[1].dueMs) found = entry;
    return found;
  }

  return {
    now: () => wallOffsetMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    step(ms) {
      wallOffsetMs += ms;
    },
    after(delayMs, task): Timer {
      const id = sequence++;
      pending.set(id, { dueMs: elapsedMs + Math.max(0, delayMs), task: AsyncResource.bind(task) });
      return { cancel: () => pending.delete(id) };
    },
    async advance(ms) {
      const endMs = elapsedMs + ms;
      for (let next = earliest(); next !== undefined && next[1].dueMs <= endMs; next = earliest()) {
        pending.delete(next[0]);
        elapsedMs = Math.max(elapsedMs, next[1].dueMs);
        next[1].task();
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      elapsedMs = endMs;
    },
    nextTimerMs() {
      const next = earliest();
      return next === undefined ? undefined : Math.max(0, next[1].dueMs - elapsedMs);
    },
    pendingTimers: () => pending.size,
  };
}
