import type { Problem } from '../schema';
import type { ErrorCause, ErrorCode } from './interface';
import { percentEncode } from './percent-encoding';

export type ErrorDetail = Partial<ErrorCause>;
/** Creates an error without the secrets of the account. */
export type Fail = (code: ErrorCode, message: string, detail?: ErrorDetail) => ClientError;

const mask = '***';
const retryableCodes: ReadonlySet<ErrorCode> = new Set([
  'NETWORK',
  'TIMEOUT',
  'RATE_LIMITED',
  'RATE_LIMITED_LOCALLY',
  'DEVICE_OFFLINE',
]);

/** The error class of the client: a stable `code` and a plain `cause`. None of its texts contains a given secret. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: ErrorCode;
  override readonly cause: ErrorCause;

  constructor(code: ErrorCode, message: string, detail: Partial<ErrorCause> = {}, secrets: Iterable<string> = []) {
    const hide = redaction(secrets);
    super(hide(message));
    this.code = code;
    this.cause = {
      ...detail,
      ...(detail.path === undefined ? {} : { path: hide(detail.path) }),
      ...(detail.deviceId === undefined ? {} : { deviceId: hide(detail.deviceId) }),
      validations: (detail.validations ?? []).map(({ field, rule, message: text, params }) => ({
        field: hide(field),
        rule,
        message: hide(text),
        ...(params === undefined ? {} : { params: hiddenIn(params, hide) }),
      })),
      retryable: detail.retryable ?? retryableCodes.has(code),
    };
  }
}

function hiddenIn(
  params: NonNullable<Problem['params']>,
  hide: (text: string) => string,
): NonNullable<Problem['params']> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? hide(value) : value]),
  );
}

// A service may echo a secret as it was sent: as JSON or percent-encoded.
function spellings(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), percentEncode(secret) ?? secret];
}

function redaction(secrets: Iterable<string>): (text: string) => string {
  const longestFirst = [...new Set([...secrets].filter((secret) => secret !== '').flatMap(spellings))].sort(
    (a, b) => b.length - a.length,
  );
  return (text) => longestFirst.reduce((clean, secret) => clean.replaceAll(secret, mask), text);
}
