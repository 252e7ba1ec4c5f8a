import type { AnswerOf, catalog, InputOf, OperationId, RetryClass, retryPolicies } from '../../catalog';
import { isDateTime } from '../../schema';

/** Whether the service executed a request whose answer is lost; undefined when the reads are not conclusive. */
export type Reconciled<Data = unknown> =
  | { readonly happened: true; readonly data: Data }
  | { readonly happened: false }
  | undefined;

export interface ReconcileContext<Id extends OperationId> {
  readonly input: InputOf<Id>;
  /** Not later than the request was sent, on the service's clock. */
  readonly sentAt: number;
  read<Read extends OperationId>(id: Read, input: InputOf<Read>): Promise<AnswerOf<Read>>;
  sleep(ms: number): Promise<void>;
}

export type Reconciler<Id extends OperationId> = (reading: ReconcileContext<Id>) => Promise<Reconciled<AnswerOf<Id>>>;

type ClassOf<R> = R extends (...input: never) => infer C ? C : R;
type ReconcileClass = {
  [C in RetryClass]: (typeof retryPolicies)[C]['afterSending']['then'] extends 'reconcile' ? C : never;
}[RetryClass];

/** The operations of which at least one retry class reconciles. */
export type ReconciledId = {
  [Id in OperationId]: Extract<ClassOf<(typeof catalog)[Id]['retry']>, ReconcileClass> extends never ? never : Id;
}[OperationId];

/** One reconciler for each of them; the compiler reports a missing one. */
export type Reconcilers = { readonly [Id in ReconciledId]: Reconciler<Id> };

export const happened = <Data>(data: Data) => ({ happened: true, data }) as const;
export const notHappened = { happened: false } as const;

/** The record that the request created: without one it was not executed, with several the result is not conclusive. */
export function singleMatch<Item>(items: readonly Item[]): Reconciled<Item> {
  const [first] = items;
  if (first === undefined) return notHappened;
  return items.length === 1 ? happened(first) : undefined;
}

/** Whether a record with this `createdAt` can be the one that the request created. */
export function createdSince(sentAt: number, createdAt: string | undefined): boolean {
  return createdAt !== undefined && Date.parse(createdAt) >= sentAt;
}

/**
 * Whether `actual` has every field of `wanted` with the same value; further fields do not count. Bodies of batches come back as
 * the service keeps them, so letter case does not count, nor whether a number or a boolean is text.
 */
export function matchesSubset(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(actual) &&
      actual.length === wanted.length &&
      wanted.every((item: unknown, index) => matchesSubset(actual[index], item))
    );
  if (typeof wanted === 'string' && typeof actual === 'string' && isDateTime(wanted) && isDateTime(actual))
    return Date.parse(actual) === Date.parse(wanted);
  if (typeof wanted !== 'object' || wanted === null)
    return Object.is(actual, wanted) || (isScalar(actual) && isScalar(wanted) && folded(actual) === folded(wanted));
  return (
    typeof actual === 'object' &&
    actual !== null &&
    Object.entries(wanted).every(
      ([name, value]) => value === undefined || matchesSubset((actual as Record<string, unknown>)[name], value),
    )
  );
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const folded = (value: unknown) => String(value).toLowerCase();
