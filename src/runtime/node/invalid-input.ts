import { ClientError } from '../../client';
import type { Problem } from '../../schema';

/** Bad input, with every problem by field. */
export function invalidInput(message: string, validations: readonly Problem[]): ClientError {
  return new ClientError('INVALID_INPUT', message, { validations, retryable: false });
}
