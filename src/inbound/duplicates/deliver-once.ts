import { type Deliver, deliverBy, type Waiter } from '../waiter';
import type { DuplicateStore, Known } from './store';

/** What became of a request: `duplicate` was delivered before, `reused` came under a key of another body. */
export type Delivery = 'delivered' | 'duplicate' | 'reused';

/**
 * Runs `deliver` unless the key was delivered before. A second call of a key in flight waits for the first and shares
 * its fate. Rejects with what `deliver` threw, or where the store cannot tell: the key is then forgotten.
 */
export interface DeliverOnce {
  (key: string, bodyHash: string, deliver: () => void | Promise<void>): Promise<Delivery>;
  /** The same for a waiter in place of a promise. */
  readonly begin: BeginDelivery;
}

export type BeginDelivery = (key: string, bodyHash: string, deliver: Deliver, waiter: Waiter<Delivery>) => void;

interface Flight {
  readonly bodyHash: string;
  /** Who came with the same publish while it was in flight. */
  others?: Waiter<Delivery>[];
}

/** One for all targets on a store: what is in flight outlives a redeploy. */
export function createDeliverOnce(store: DuplicateStore): DeliverOnce {
  const inFlight = new Map<string, Flight>();

  return deliverOnceBy((key, bodyHash, deliver, waiter) => {
    const first = inFlight.get(key);
    if (first !== undefined) {
      if (first.bodyHash !== bodyHash) waiter.done('reused');
      else if (first.others === undefined) first.others = [waiter];
      else first.others.push(waiter);
      return;
    }
    const flight: Flight = { bodyHash };
    inFlight.set(key, flight);

    function end(delivery: Delivery): void {
      inFlight.delete(key);
      waiter.done(delivery);
      for (const other of flight.others ?? []) other.done(delivery === 'reused' ? 'reused' : 'duplicate');
    }
    function fail(error: unknown): void {
      inFlight.delete(key);
      waiter.failed(error);
      for (const other of flight.others ?? []) other.failed(error);
    }
    const delivering: Waiter<void> = {
      // Only what takes time is waited for: a memory in this process answers at once.
      done() {
        const recording = store.record(key, bodyHash);
        if (recording === undefined) end('delivered');
        else recording.then(() => end('delivered'));
      },
      failed(error) {
        const forgetting = store.forget(key);
        if (forgetting === undefined) fail(error);
        else forgetting.then(() => fail(error));
      },
    };
    const proceed = (known: Known) => (known === 'new' ? start(deliver, delivering) : end(known));

    let checked: ReturnType<DuplicateStore['check']>;
    try {
      checked = store.check(key, bodyHash);
    } catch (error) {
      fail(error);
      return;
    }
    if (typeof checked === 'string') proceed(checked);
    else checked.then(proceed, fail);
  });
}

function start(deliver: Deliver, waiter: Waiter<void>): void {
  try {
    deliver(waiter);
  } catch (error) {
    waiter.failed(error);
  }
}

/** Adds the form with promises. */
export function deliverOnceBy(begin: BeginDelivery): DeliverOnce {
  const withPromises = (key: string, bodyHash: string, deliver: () => void | Promise<void>) =>
    new Promise<Delivery>((done, failed) => begin(key, bodyHash, deliverBy(deliver), { done, failed }));
  return Object.assign(withPromises, { begin });
}
