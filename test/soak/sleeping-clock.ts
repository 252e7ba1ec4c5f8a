import type { ManualClock } from '../../src/clock';

/** The service's clock on a machine whose wall clock steps and drifts, and which sleeps at times. */
export interface SleepingClock extends ManualClock {
  /** Stops the timers. Timers that are due during the sleep run when the machine wakes. */
  fallAsleep(): void;
  wake(): void;
  /** Steps the wall clock of this machine only. */
  stepWall(ms: number): void;
}

export function createSleepingClock(base: ManualClock): SleepingClock {
  let wallOffsetMs = 0;
  let asleep = false;
  const overdueTasks: (() => void)[] = [];
  return {
    ...base,
    now: () => base.now() + wallOffsetMs,
    after(delayMs, task) {
      let cancelled = false;
      const run = () => {
        if (cancelled) return;
        if (asleep) overdueTasks.push(run);
        else task();
      };
      const timer = base.after(delayMs, run);
      return {
        cancel() {
          cancelled = true;
          timer.cancel();
        },
      };
    },
    fallAsleep() {
      asleep = true;
    },
    wake() {
      asleep = false;
      for (const run of overdueTasks.splice(0)) run();
    },
    stepWall(ms) {
      wallOffsetMs += ms;
    },
  };
}
