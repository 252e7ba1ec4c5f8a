import type { Clock } from '../../clock';

/** A reservation that is not released after this long blocks no command any more: an expression of a flow may never end. */
const reservationMaxMs = 10_000;

/** The position of one input in the order of all writes to a service, reserved before its devices are known. */
export interface Reservation {
  /** Rises with each reservation. */
  readonly sequence: number;
  /** Call it when the devices of the input have been entered, or never will be: later closes stop waiting for it. Idempotent. */
  release(): void;
}

/** The order of the writes to one service. */
export interface Reservations {
  reserve(): Reservation;
  /** Until when (monotonic ms) an older reservation may still enter devices; undefined where none is held. */
  olderUntilMs(sequence: number): number | undefined;
  /** Runs `listener` once, when the next reservation is released. */
  onceReleased(listener: () => void): void;
}

/**
 * Numbers reservations in the order of the calls.
 *
 * @example
 * const reservation = reservations.reserve(); // in the input handler, before anything asynchronous
 * const deviceIds = await devicesBelow(location);
 * for (const id of deviceIds) queue.enter({ deviceId: id, reservation, ... });
 * reservation.release();
 */
export function createReservations(clock: Clock): Reservations {
  let sequence = 0;
  /** The latest instant until which each blocks others, by sequence; a Map keeps the order. */
  const held = new Map<number, number>();
  const listeners = new Set<() => void>();

  return {
    reserve() {
      sequence += 1;
      const own = sequence;
      held.set(own, clock.monotonicMs() + reservationMaxMs);
      return {
        sequence: own,
        release() {
          if (!held.delete(own)) return;
          const called = [...listeners];
          listeners.clear();
          for (const listener of called) listener();
        },
      };
    },
    olderUntilMs(own) {
      let latestMs: number | undefined;
      for (const [sequence, untilMs] of held) {
        if (sequence >= own) break;
        if (untilMs <= clock.monotonicMs()) held.delete(sequence);
        else latestMs = untilMs;
      }
      return latestMs;
    },
    onceReleased: (listener) => void listeners.add(listener),
  };
}
