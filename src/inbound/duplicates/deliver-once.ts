import { deliverBy, type Order, type Waiter } from '../delivery';
import type { DuplicateStore, Known } from './store';

/** What became of a request: `duplicate` was delivered before, `reused` came under a key of another body. */
export type Delivery = 'delivered' | 'duplicate' | 'reused';

/**
 * Runs `deliver` unless the key was delivered before. A second call of a key in flight waits for the first and shares
 * its fate. Rejects with what `deliver` threw, or where the store cannot tell: the key is then forgotten.
 */
export interface DeliverOnce {
  (key: string, bodyHash: string, deliver: () => void | Promise<void>): Promise<Delivery>;
  /** The same for an order in place of a promise. */
  readonly begin: BeginDelivery;
}

export type BeginDelivery = (key: string, bodyHash: string, order: Order<Delivery>) => void;

/** One for all targets on a store: what is in flight outlives a redeploy. */
export function createDeliverOnce(store: DuplicateStore): DeliverOnce {
  const inFlight = new Map<string, Flight>();

  return deliverOnceBy((key, bodyHash, order) => {
    const first = inFlight.get(key);
    if (first !== undefined) {
      first.join(bodyHash, order);
      return;
    }
    const flight = new Flight(inFlight, store, key, bodyHash, order);
    inFlight.set(key, flight);
    flight.start();
  });
}

const NOBODY: Order<Delivery> = { deliver() {}, done() {}, failed() {} };

class Flight implements Waiter<void> {
  /** Who came with the same publish while it was in flight. */
  private others: Waiter<Delivery>[] | undefined;

  constructor(
    private readonly inFlight: Map<string, Flight>,
    private readonly store: DuplicateStore,
    private readonly key: string,
    private readonly bodyHash: string,
    private order: Order<Delivery>,
  ) {}

  join(bodyHash: string, other: Waiter<Delivery>): void {
    if (this.bodyHash !== bodyHash) other.done('reused');
    else if (this.others === undefined) this.others = [other];
    else this.others.push(other);
  }

  start(): void {
    let checked: ReturnType<DuplicateStore['check']>;
    try {
      checked = this.store.check(this.key, this.bodyHash);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (typeof checked === 'string') this.proceed(checked);
    else
      checked.then(
        (known) => this.proceed(known),
        (error) => this.fail(error),
      );
  }

  // Only what takes time is waited for: a memory in this process answers at once.
  done(): void {
    const recording = this.store.record(this.key, this.bodyHash);
    if (recording === undefined) this.end('delivered');
    else recording.then(() => this.end('delivered'));
  }

  failed(error: unknown): void {
    const forgetting = this.store.forget(this.key);
    if (forgetting === undefined) this.fail(error);
    else forgetting.then(() => this.fail(error));
  }

  private proceed(known: Known): void {
    if (known !== 'new') {
      this.end(known);
      return;
    }
    try {
      this.order.deliver(this);
    } catch (error) {
      this.failed(error);
    }
  }

  private end(delivery: Delivery): void {
    const order = this.leave();
    order.done(delivery);
    for (const other of this.others ?? []) other.done(delivery === 'reused' ? 'reused' : 'duplicate');
  }

  private fail(error: unknown): void {
    const order = this.leave();
    order.failed(error);
    for (const other of this.others ?? []) other.failed(error);
  }

  /** Lets go of the order: what a map has deleted lives on in its outgrown tables until the old space is collected. */
  private leave(): Order<Delivery> {
    const { order } = this;
    this.inFlight.delete(this.key);
    this.order = NOBODY;
    return order;
  }
}

/** Adds the form with promises. */
export function deliverOnceBy(begin: BeginDelivery): DeliverOnce {
  const withPromises = (key: string, bodyHash: string, deliver: () => void | Promise<void>) =>
    new Promise<Delivery>((done, failed) => begin(key, bodyHash, { deliver: deliverBy(deliver), done, failed }));
  return Object.assign(withPromises, { begin });
}
