/**
 * A completion callback: exactly one of its two methods is called, once. A promise would settle some microtasks later, and
 * cost as much per publish as hashing it.
 */
export interface Completion<T> {
  done(value: T): void;
  failed(error: unknown): void;
}

/** Delivers and then calls `completion`. An error that it throws before counts as `failed`. */
export type Deliver = (completion: Completion<void>) => void;

/** How to deliver something, and the callback for the result. One object, which saves an allocation per publish. */
export interface Delivery<T> extends Completion<T> {
  readonly deliver: Deliver;
}

/** Adapts a function that delivers synchronously or returns a promise. */
export function deliverBy(deliver: () => void | Promise<void>): Deliver {
  return (completion) => {
    const delivering = deliver();
    if (delivering === undefined) completion.done();
    else
      delivering.then(
        () => completion.done(),
        (error) => completion.failed(error),
      );
  };
}
