/**
 * Hears once, by one of the two, how something ended: at once, where a promise would tell some turns of the microtask queue
 * later and cost as much as a hash on the way of each publish.
 */
export interface Waiter<T> {
  done(value: T): void;
  failed(error: unknown): void;
}

/** Delivers, and tells the waiter when it is done; an error that is thrown beforehand counts as failed. */
export type Deliver = (waiter: Waiter<void>) => void;

/** What is to be delivered, and hears what became of it: one object, as whatever waits is cold when it is looked at again. */
export interface Order<T> extends Waiter<T> {
  readonly deliver: Deliver;
}

/** For whoever delivers at once, or with a promise. */
export function deliverBy(deliver: () => void | Promise<void>): Deliver {
  return (waiter) => {
    const delivering = deliver();
    if (delivering === undefined) waiter.done();
    else
      delivering.then(
        () => waiter.done(),
        (error) => waiter.failed(error),
      );
  };
}
