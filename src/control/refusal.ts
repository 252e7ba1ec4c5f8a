import type { OperationId } from '../catalog';
import { ClientError, type ErrorCode } from '../client';

/** A command that is not sent, and why. */
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
