import type { OperationId } from '../../catalog';
import { ClientError, type ErrorCode } from '../../client';
import { type RefusalReason, refusalReason, withReason } from '../../refusal';
import { type Problem, problem } from '../../schema';

/** The error of a command that is not sent. `why`: for whoever reads English, behind the id of the device. */
export function refusal(
  code: ErrorCode,
  deviceId: string,
  why: string,
  reason: RefusalReason,
  operation: OperationId = 'remoteHandle.setPosition',
): ClientError {
  const detail = { operation, deviceId, validations: [], retryable: false };
  return withReason(new ClientError(code, `${deviceId} ${why}`, detail), reason);
}

/** The error of a call that is not sent, with every reason. */
export function callRefusal(operation: OperationId, code: ErrorCode, validations: readonly Problem[]): ClientError {
  const why = validations.map(({ field, message }) => `${field} ${message}`.trim()).join('; ');
  return new ClientError(code, `${operation}: ${why}`, { operation, validations, retryable: false });
}

/** Why one device of a request to several is refused: `rule` is the code of its error, `params` its reason as data. */
export function refusedDevice(field: string, deviceId: string, error: ClientError): Problem {
  const reason = refusalReason(error);
  return problem(field, error.code, error.message, { deviceId, ...(reason === undefined ? {} : reasonParams(reason)) });
}

/** A reason as the parameters of a problem, which say its kind in `reason`. */
export function reasonParams({ kind, ...values }: RefusalReason): NonNullable<Problem['params']> {
  return { reason: kind, ...values };
}
