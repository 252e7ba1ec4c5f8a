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
  /** Whether an input that arrived before may still name devices. */
  hasOlder(sequence: number): boolean;
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
export function createArrivals(): Arrivals {
  let sequence = 0;
  /** In the order of arrival, as a Set keeps it. */
  const unnamed = new Set<number>();
  const listeners = new Set<() => void>();

  return {
    arrive() {
      sequence += 1;
      const own = sequence;
      unnamed.add(own);
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
    hasOlder(own) {
      const [oldest] = unnamed;
      return oldest !== undefined && oldest < own;
    },
    onceNamed: (listener) => void listeners.add(listener),
  };
}
