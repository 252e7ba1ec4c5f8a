import type { OperationId } from '../../catalog';
import { ClientError, type ErrorCode, type HandlePosition } from '../../client';
import type { Problem } from '../../schema';

/** Why an interlock refuses, as data: whoever asks can be told in another language. */
export type RefusalReason =
  | { readonly kind: 'protected' }
  | { readonly kind: 'protectedLoad'; readonly load: string }
  /** `at`: wall time, epoch ms. */
  | { readonly kind: 'lockedOut'; readonly by: string; readonly at: number }
  /** The file of the lock-outs was lost, so that nobody knows whether somebody works at the circuit. */
  | { readonly kind: 'locksLost' }
  | { readonly kind: 'mainHandle'; readonly position: HandlePosition }
  /** `source`: what opened it, in the words of the service. */
  | { readonly kind: 'openedElsewhere'; readonly source?: string };

/** Apart from the errors: their `cause` is public, and stays as it is. */
const reasons = new WeakMap<Error, RefusalReason>();

/** The error of a command that is not sent. */
export function refusal(
  code: ErrorCode,
  deviceId: string,
  why: string,
  operation: OperationId = 'remoteHandle.setPosition',
  reason?: RefusalReason,
): ClientError {
  return withReason(
    new ClientError(code, `${deviceId} ${why}`, {
      operation,
      deviceId,
      validations: [],
      retryable: false,
    }),
    reason,
  );
}

/** Why an interlock refused, where it was one that says so. */
export function refusalReason(error: unknown): RefusalReason | undefined {
  return error instanceof Error ? reasons.get(error) : undefined;
}

/** Gives an error the reason of another one that it replaces. */
export function withReason<E extends Error>(error: E, reason: RefusalReason | undefined): E {
  if (reason !== undefined) reasons.set(error, reason);
  return error;
}

/** The error of a call that is not sent, with every reason. */
export function callRefusal(operation: OperationId, code: ErrorCode, validations: readonly Problem[]): ClientError {
  const why = validations.map(({ field, message }) => `${field} ${message}`.trim()).join('; ');
  return new ClientError(code, `${operation}: ${why}`, { operation, validations, retryable: false });
}
