import { type Clock, sleep } from '../../clock';
import type { Completion, Delivery } from '../../receiver';

const settleMaxMs = 1_000;

/** Counts deliveries in flight. */
export interface InFlightCounter {
  /** Returns a delivery that is counted until it completes. */
  count<T>(delivery: Delivery<T>): Delivery<T>;
  /** Resolves when no delivery is in flight, after a second at the latest. */
  idle(clock: Clock): Promise<void>;
}

export function createInFlightCounter(): InFlightCounter {
  let inFlight = 0;
  let onIdle: (() => void) | undefined;
  const ended = () => {
    inFlight -= 1;
    if (inFlight === 0) onIdle?.();
  };

  return {
    count(delivery) {
      inFlight += 1;
      return new CountedDelivery(delivery, ended);
    },

    async idle(clock) {
      if (inFlight === 0) return;
      const waited = new AbortController();
      await Promise.race([
        new Promise<void>((resolve) => {
          onIdle = resolve;
        }),
        sleep(clock, settleMaxMs, waited.signal).catch(() => {}),
      ]);
      waited.abort();
      onIdle = undefined;
    },
  };
}

/** A class, because one object per publish is cheaper than three closures. */
class CountedDelivery<T> implements Delivery<T> {
  constructor(
    private readonly delivery: Delivery<T>,
    private readonly ended: () => void,
  ) {}

  deliver(completion: Completion<void>): void {
    this.delivery.deliver(completion);
  }

  done(value: T): void {
    this.ended();
    this.delivery.done(value);
  }

  failed(error: unknown): void {
    this.ended();
    this.delivery.failed(error);
  }
}
