import type { Clock } from '../../clock';

/** The same clock with timers that do not keep the process alive: for what nobody waits for. */
export function idleClock(clock: Clock): Clock {
  return {
    now: clock.now,
    monotonicMs: clock.monotonicMs,
    after(delayMs, task) {
      const timer = clock.after(delayMs, task);
      timer.unref?.();
      return timer;
    },
  };
}
