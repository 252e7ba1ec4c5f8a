import type { Clock, Timer } from './clock';

/** A clock whose speed can be changed while it runs. */
export interface AcceleratedClock extends Clock {
  speed(): number;
  setSpeed(speed: number): void;
}

/**
 * A change of wall time against monotonic time up to this is not a step: the wall clock is slewed, and counts whole
 * milliseconds.
 */
const driftMs = 1000;

/**
 * Time that runs `speed` times as fast as the monotonic time of `base`, starting at `startMs`; it never turns back.
 *
 * - When the wall clock of `base` is set back, nothing changes.
 * - When it is set forward, or the machine slept and its monotonic time stood still, this clock advances once by that
 *   time, whatever its speed, and not again when the wall clock is set back and forward.
 * - A change of speed does not move the time; pending timers keep their instants.
 *
 * Timers are in monotonic time: a jump makes none of them due.
 */
export function createAcceleratedClock(base: Clock, speed = 1, startMs = base.now()): AcceleratedClock {
  let factor = requireValidSpeed(speed);
  let originMs = startMs;
  let monotonicOriginMs = 0;
  let baseMonotonicOriginMs = base.monotonicMs();
  let wallAheadMs = base.now() - baseMonotonicOriginMs;
  const pending = new Set<{ dueMs: number; task: () => void; timer: Timer }>();

  const elapsedMs = (baseMonotonicMs: number) => (baseMonotonicMs - baseMonotonicOriginMs) * factor;
  const monotonicMs = () => monotonicOriginMs + elapsedMs(base.monotonicMs());

  function now(): number {
    const baseMonotonicMs = base.monotonicMs();
    const gainedMs = base.now() - baseMonotonicMs - wallAheadMs;
    if (gainedMs > driftMs) {
      wallAheadMs += gainedMs;
      originMs += gainedMs;
    }
    return originMs + elapsedMs(baseMonotonicMs);
  }

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
      const nextFactor = requireValidSpeed(next);
      originMs = now();
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

function requireValidSpeed(speed: number): number {
  if (!(speed > 0 && speed <= 100_000)) throw new RangeError('speed must be above 0 and at most 100000');
  return speed;
}
