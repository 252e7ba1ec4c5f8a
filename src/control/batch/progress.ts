import type { AnswerOf } from '../../catalog';

export type BatchStatuses = AnswerOf<'batchCommands.devices'>;

/** How far a batch is: its devices by status. spec 3 */
export interface BatchProgress {
  readonly total: number;
  readonly queued: number;
  readonly initiated: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Cancelled before its start, which the service calls `updated`, or after it. */
  readonly cancelled: number;
  /** No device has anything left to do. */
  readonly done: boolean;
}

/** Counts the devices of a batch. A status that is not documented counts as one that may still change. */
export function progressOf(statuses: BatchStatuses): BatchProgress {
  const count = (...wanted: string[]) => statuses.filter(({ status }) => wanted.includes(status ?? '')).length;
  const succeeded = count('succeeded');
  const failed = count('failed');
  const cancelled = count('updated', 'cancelled');
  return {
    total: statuses.length,
    queued: count('queued'),
    initiated: count('initiated'),
    succeeded,
    failed,
    cancelled,
    done: statuses.length > 0 && succeeded + failed + cancelled === statuses.length,
  };
}

/** A cancelled batch stays in the list; only the statuses of its devices show that it was cancelled. */
export function isCancelled(statuses: BatchStatuses): boolean {
  return statuses.length > 0 && progressOf(statuses).cancelled === statuses.length;
}
