import type { Clock } from '../../clock';

/** An input that has not named its devices after this long holds nobody up any more: an expression of a flow may never end. */
const namedWithinMs = 10_000;

/** The place of one input among all writes to a service, taken before its devices are known. */
export interface Arrival {
  /** Rises with each arrival at the service. */
  readonly sequence: number;
  /** Every device of the input has entered its queue, or none ever will: later closes wait for it no longer. Idempotent. */
  named(): void;
}

/** The order in which writes arrived at one service. */
export interface Arrivals {
  arrive(): Arrival;
  /** Until when (monotonic ms) an input that arrived before may still name devices; undefined where none may. */
  olderUntilMs(sequence: number): number | undefined;
  /** Runs `listener` once, when the next input has named its devices. */
  onceNamed(listener: () => void): void;
}

/**
 * Counts arrivals in the order of the calls.
 *
 * @example
 * const arrival = arrivals.arrive(); // in the input handler, before anything asynchronous
 * const deviceIds = await devicesBelow(location);
 * for (const id of deviceIds) queue.enter({ deviceId: id, arrival, ... });
 * arrival.named();
 */
export function createArrivals(clock: Clock): Arrivals {
  let sequence = 0;
  /** By sequence, until when they hold others up; in the order of arrival, as a Map keeps it. */
  const unnamed = new Map<number, number>();
  const listeners = new Set<() => void>();

  return {
    arrive() {
      sequence += 1;
      const own = sequence;
      unnamed.set(own, clock.monotonicMs() + namedWithinMs);
      return {
        sequence: own,
        named() {
          if (!unnamed.delete(own)) return;
          const called = [...listeners];
          listeners.clear();
          for (const listener of called) listener();
        },
      };
    },
    olderUntilMs(own) {
      let latestMs: number | undefined;
      for (const [sequence, untilMs] of unnamed) {
        if (sequence >= own) break;
        if (untilMs <= clock.monotonicMs()) unnamed.delete(sequence);
        else latestMs = untilMs;
      }
      return latestMs;
    },
    onceNamed: (listener) => void listeners.add(listener),
  };
}
