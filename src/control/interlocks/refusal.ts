import type { OperationId } from '../../catalog';
import { ClientError, type ErrorCode } from '../../client';
import type { Problem } from '../../schema';

/** The error of a command that is not sent. */
export function refusal(
  code: ErrorCode,
  deviceId: string,
  why: string,
  operation: OperationId = 'remoteHandle.setPosition',
): ClientError {
  return new ClientError(code, `${deviceId} ${why}`, {
    operation,
    deviceId,
    validations: [],
    retryable: false,
  });
}

/** The error of a call that is not sent, with every reason. */
export function callRefusal(operation: OperationId, code: ErrorCode, validations: readonly Problem[]): ClientError {
  const why = validations.map(({ field, message }) => `${field} ${message}`.trim()).join('; ');
  return new ClientError(code, `${operation}: ${why}`, { operation, validations, retryable: false });
}
