import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ClientError, type ErrorCode } from '../../../src/client';
import { account, apiKey } from '../../simulator/small-state';

const secrets = [apiKey, ...Object.values(account).map(({ clientSecret }) => clientSecret)];

function asClientError(error: unknown, code: ErrorCode, statusCode: number | undefined): ClientError {
  assert.ok(error instanceof ClientError, inspect(error));
  assert.deepEqual([error.code, error.cause.statusCode], [code, statusCode], error.message);
  const shown = inspect(error, { depth: 10, showHidden: true });
  for (const secret of secrets) assert.ok(!shown.includes(secret), 'the error shows a secret');
  assert.doesNotMatch(shown, /Bearer/);
  return error;
}

/** The one error that the call ends with; it never shows a secret. */
export async function refusal(call: Promise<unknown>, code: ErrorCode, statusCode?: number): Promise<ClientError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  assert.ok(outcome, `${code} was expected, but the call succeeded`);
  return asClientError(outcome.error, code, statusCode);
}

/** As {@link refusal}, for what is thrown at once. */
export function thrown(act: () => unknown, code: ErrorCode): ClientError {
  try {
    act();
  } catch (error) {
    return asClientError(error, code, undefined);
  }
  return assert.fail(`${code} was expected, but nothing was thrown`);
}

export function fieldsOf({ cause }: ClientError): string[] {
  return cause.validations.map(({ field }) => field);
}
