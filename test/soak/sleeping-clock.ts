import type { ManualClock } from '../../src/clock';

/** The service's time as a machine sees it whose wall clock steps and drifts, and which sleeps now and then. */
export interface SleepingClock extends ManualClock {
  /** From now on no timer runs: what falls due meanwhile runs late, when the machine wakes. */
  fallAsleep(): void;
  wake(): void;
  /** Sets this machine's wall clock only. */
  stepWall(ms: number): void;
}

export function createSleepingClock(base: ManualClock): SleepingClock {
  let wallOffsetMs = 0;
  let asleep = false;
  const late: (() => void)[] = [];
  return {
    ...base,
    now: () => base.now() + wallOffsetMs,
    after(delayMs, task) {
      let cancelled = false;
      const run = () => {
        if (cancelled) return;
        if (asleep) late.push(run);
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
      for (const run of late.splice(0)) run();
    },
    stepWall(ms) {
      wallOffsetMs += ms;
    },
  };
}
