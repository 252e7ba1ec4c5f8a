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
  let monotonicOriginMs = 0;
  let baseMonotonicOriginMs = base.monotonicMs();
  const pending = new Set<{ dueMs: number; task: () => void; timer: Timer }>();

  const now = () => originMs + (base.now() - baseOriginMs) * factor;
  const monotonicMs = () => monotonicOriginMs + (base.monotonicMs() - baseMonotonicOriginMs) * factor;

  function start(entry: { dueMs: number; task: () => void; timer: Timer }): void {
    entry.timer = base.after(Math.max(0, Math.ceil((entry.dueMs - monotonicMs()) / factor)), () => {
      pending.delete(entry);
      entry.task();
    });
  }

  return {
    now,
    monotonicMs,
    after(delayMs, task) {
      const entry = { dueMs: monotonicMs() + delayMs, task, timer: { cancel() {} } };
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
      monotonicOriginMs = monotonicMs();
      baseMonotonicOriginMs = base.monotonicMs();
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
