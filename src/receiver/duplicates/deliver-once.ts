import { type Completion, type Delivery, deliverBy } from '../delivery';
import type { DuplicateStore, KeyState } from './store';

/** `duplicate`: the request was delivered before. `reused`: its key was used with another body. */
export type DeliveryResult = 'delivered' | 'duplicate' | 'reused';

/**
 * Calls `deliver` unless the key was delivered before. A second call with a key in flight waits for the first and gets its
 * result. Rejects with the error of `deliver` or of the store; the key is then released, and a retry is new.
 */
export interface DeliverOnce {
  (key: string, bodyHash: string, deliver: () => void | Promise<void>): Promise<DeliveryResult>;
  /** The same with callbacks instead of a promise. */
  readonly begin: BeginDelivery;
}

export type BeginDelivery = (key: string, bodyHash: string, delivery: Delivery<DeliveryResult>) => void;

/** Create one per store, for all targets: requests in flight outlive a redeploy. */
export function createDeliverOnce(store: DuplicateStore): DeliverOnce {
  const inFlight = new Map<string, InFlightRequest>();

  return deliverOnceBy((key, bodyHash, delivery) => {
    const first = inFlight.get(key);
    if (first !== undefined) {
      first.join(bodyHash, delivery);
      return;
    }
    const request = new InFlightRequest(inFlight, store, key, bodyHash, delivery);
    inFlight.set(key, request);
    request.start();
  });
}

const noDelivery: Delivery<DeliveryResult> = { deliver() {}, done() {}, failed() {} };

/** A class, because its methods are the completion callbacks of the delivery: one object per request. */
class InFlightRequest implements Completion<void> {
  /** Requests with the same key that came while this one was in flight. */
  private others: Completion<DeliveryResult>[] | undefined;

  constructor(
    private readonly inFlight: Map<string, InFlightRequest>,
    private readonly store: DuplicateStore,
    private readonly key: string,
    private readonly bodyHash: string,
    private delivery: Delivery<DeliveryResult>,
  ) {}

  join(bodyHash: string, other: Completion<DeliveryResult>): void {
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
        (state) => this.proceed(state),
        (error) => this.fail(error),
      );
  }

  // A store in this process completes synchronously, and needs no promise.
  done(): void {
    const recording = this.store.record(this.key, this.bodyHash);
    if (recording === undefined) this.end('delivered');
    else recording.then(() => this.end('delivered'));
  }

  failed(error: unknown): void {
    const releasing = this.store.release(this.key);
    if (releasing === undefined) this.fail(error);
    else releasing.then(() => this.fail(error));
  }

  private proceed(state: KeyState): void {
    if (state !== 'new') {
      this.end(state);
      return;
    }
    try {
      this.delivery.deliver(this);
    } catch (error) {
      this.failed(error);
    }
  }

  private end(result: DeliveryResult): void {
    const delivery = this.remove();
    delivery.done(result);
    for (const other of this.others ?? []) other.done(result === 'reused' ? 'reused' : 'duplicate');
  }

  private fail(error: unknown): void {
    const delivery = this.remove();
    delivery.failed(error);
    for (const other of this.others ?? []) other.failed(error);
  }

  /** Also clears the reference to the delivery: V8 keeps deleted entries of a map alive until a full collection. */
  private remove(): Delivery<DeliveryResult> {
    const { delivery } = this;
    this.inFlight.delete(this.key);
    this.delivery = noDelivery;
    return delivery;
  }
}

/** Adds the signature with a promise. */
export function deliverOnceBy(begin: BeginDelivery): DeliverOnce {
  const withPromises = (key: string, bodyHash: string, deliver: () => void | Promise<void>) =>
    new Promise<DeliveryResult>((done, failed) => begin(key, bodyHash, { deliver: deliverBy(deliver), done, failed }));
  return Object.assign(withPromises, { begin });
}
