import { type Clock, sleep } from '../../clock';
import type { Order, Waiter } from '../../inbound';

const settleMaxMs = 1_000;

/** Counts what is under way. */
export interface InFlight {
  /** Counts until the order is told. */
  count<T>(order: Order<T>): Order<T>;
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
    count(order) {
      underWay += 1;
      return new Counted(order, ended);
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

class Counted<T> implements Order<T> {
  constructor(
    private readonly order: Order<T>,
    private readonly ended: () => void,
  ) {}

  deliver(waiter: Waiter<void>): void {
    this.order.deliver(waiter);
  }

  done(value: T): void {
    this.ended();
    this.order.done(value);
  }

  failed(error: unknown): void {
    this.ended();
    this.order.failed(error);
  }
}
