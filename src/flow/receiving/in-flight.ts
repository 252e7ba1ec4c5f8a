import { type Clock, sleep } from '../../clock';
import type { Waiter } from '../../inbound';

const settleMaxMs = 1_000;

/** Counts what is under way. */
export interface InFlight {
  /** Counts until the waiter is told. */
  count<T>(waiter: Waiter<T>): Waiter<T>;
  /** Resolves when nothing is under way, after a second at the latest. */
  idle(clock: Clock): Promise<void>;
}

export function createInFlight(): InFlight {
  let underWay = 0;
  let onIdle: (() => void) | undefined;
  const ended = () => {
    underWay -= 1;
    if (underWay === 0) onIdle?.();
  };

  return {
    count(waiter) {
      underWay += 1;
      return {
        done(value) {
          ended();
          waiter.done(value);
        },
        failed(error) {
          ended();
          waiter.failed(error);
        },
      };
    },

    async idle(clock) {
      if (underWay === 0) return;
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
