import type { Clock, Timer } from './clock';

/** A clock whose speed can be changed while it runs. */
export interface AcceleratedClock extends Clock {
  speed(): number;
  setSpeed(speed: number): void;
}

/**
 * Time that runs `speed` times as fast as `base`, starting at `startMs`.
 * A change of speed re-times everything that is pending.
 */
export function createAcceleratedClock(base: Clock, speed = 1, startMs = base.now()): AcceleratedClock {
  let factor = checkedSpeed(speed);
  let originMs = startMs;
  let baseOriginMs = base.now();
  const pending = new Set<{ dueMs: number; task: () => void; timer: Timer }>();

  const now = () => originMs + (base.now() - baseOriginMs) * factor;

  function start(entry: { dueMs: number; task: () => void; timer: Timer }): void {
    entry.timer = base.after(Math.max(0, Math.ceil((entry.dueMs - now()) / factor)), () => {
      pending.delete(entry);
      entry.task();
    });
  }

  return {
    now,
    after(delayMs, task) {
      const entry = { dueMs: now() + delayMs, task, timer: { cancel() {} } };
      pending.add(entry);
      start(entry);
      return {
        cancel() {
          pending.delete(entry);
          entry.timer.cancel();
        },
      };
    },
    speed: () => factor,
    setSpeed(next) {
      const nextFactor = checkedSpeed(next);
      originMs = now();
      baseOriginMs = base.now();
      factor = nextFactor;
      for (const entry of pending) {
        entry.timer.cancel();
        start(entry);
      }
    },
  };
}

function checkedSpeed(speed: number): number {
  if (!(speed > 0 && speed <= 100_000)) throw new RangeError('speed must be above 0 and at most 100000');
  return speed;
}
