import { defined } from '../object';
import type { RefusalReason } from '../refusal';
import type { Problem } from '../schema';
import { retryAfterSeconds } from './backoff';
import { readAnswer, readError } from './envelope';
import type { Exchange } from './exchange';
import type { ErrorCode, Page } from './interface';
import type { PreparedRequest } from './request';
import type { ServiceClock } from './service-clock';

/** A usable answer of the service. */
export interface Answer {
  readonly data: unknown;
  readonly page?: Page;
  readonly statusCode: number;
  readonly receivedAt: number;
  /** The same on the monotonic clock, for its age. */
  readonly receivedAtMs: number;
  /** The unparsed body, which is parsed again for each further caller. */
  readonly text: string;
}

/** A failure, in the fields of an error. */
export interface Failed {
  readonly code: ErrorCode;
  readonly message: string;
  readonly statusCode?: number;
  readonly validations?: readonly Problem[];
  readonly retryAfter?: number;
  /** Overrides the default of the code. */
  readonly retryable?: boolean;
  readonly reason?: RefusalReason;
}

/** The result of one attempt. */
export type AttemptOutcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** Executed, as the status says; the answer shows no record, or not all of it. */
  | { readonly kind: 'carried-out'; readonly answer: Answer; readonly failed: Failed }
  /** Not executed, and not worth a retry. */
  | { readonly kind: 'refused'; readonly failed: Failed }
  /** Not executed: without a valid token; above the rate limit; device or service unavailable. */
  | { readonly kind: 'unauthorized' | 'throttled' | 'unavailable'; readonly failed: Failed }
  /** Not executed: nothing reached the service. */
  | { readonly kind: 'unsent'; readonly failed: Failed }
  /** The answer is lost. */
  | { readonly kind: 'lost'; readonly failed: Failed }
  /** Answered, but the answer does not show whether the service executed the request. */
  | { readonly kind: 'unclear'; readonly failed: Failed };

const codesOfStatus: Readonly<Record<number, ErrorCode>> = {
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  418: 'WRONG_HARDWARE',
};

/** When an answer was received, on the wall clock and on the monotonic clock. */
export type ReceivedTimes = Pick<Answer, 'receivedAt' | 'receivedAtMs'>;

export function outcomeOf(
  request: PreparedRequest,
  exchange: Exchange,
  received: ReceivedTimes,
  serviceClock: ServiceClock,
): AttemptOutcome {
  if (exchange.kind === 'failure') return failureOutcome(exchange);
  const { statusCode, headers, text } = exchange;
  const contentType = headers['content-type'];
  if (statusCode >= 200 && statusCode < 300) {
    const read = readAnswer(request.row, { text, statusCode, contentType });
    const answer = { data: read.kind === 'unusable' ? undefined : read.data, statusCode, ...received, text };
    if (read.kind === 'data')
      return { kind: 'answered', answer: read.page === undefined ? answer : { ...answer, page: read.page } };
    if (read.kind === 'unusable') return { kind: 'unclear', failed: unusable(read.why, statusCode) };
    if (!request.effectFree) return { kind: 'carried-out', answer, failed: unusable(read.why, statusCode) };
    return read.data === undefined
      ? { kind: 'unclear', failed: unusable(read.why, statusCode) }
      : { kind: 'answered', answer };
  }
  if (statusCode < 400)
    return refused('UNEXPECTED_REDIRECT', statusCode, 'the service redirects, which is not followed');

  const error = readError(text, contentType);
  const retryAfter = retryAfterSeconds(headers['retry-after'], serviceClock.at(received.receivedAtMs));
  const failed = (code: ErrorCode, said: string): Failed => ({
    code,
    message: error.kind !== 'unusable' && error.message !== '' ? `${said}: ${error.message}` : said,
    statusCode,
    ...(error.kind === 'error' ? { validations: error.validations } : {}),
    ...defined({ retryAfter }),
  });
  if (statusCode === 401)
    return { kind: 'unauthorized', failed: failed('AUTH_FAILED', 'the service refuses the token') };
  if (statusCode === 429)
    return { kind: 'throttled', failed: failed('RATE_LIMITED', 'the service is asked too often') };
  if (statusCode === 503 && error.kind === 'error')
    return {
      kind: 'unavailable',
      failed: request.row.reachesDevice
        ? failed('DEVICE_OFFLINE', 'the device is not available')
        : { ...failed('BAD_RESPONSE', 'the service is not available'), retryable: true },
    };
  if (statusCode >= 500) {
    // Without the service's error body these come from a gateway, which does not know whether the service executed the
    // request.
    const gateway = error.kind !== 'error' && [502, 503, 504].includes(statusCode);
    return {
      kind: gateway ? 'lost' : 'unclear',
      failed: failed('BAD_RESPONSE', `the service failed with ${statusCode}`),
    };
  }
  if (error.kind === 'unusable' && text.trim() !== '')
    return { kind: 'refused', failed: unusable(error.why, statusCode) };
  return {
    kind: 'refused',
    failed: failed(codesOfStatus[statusCode] ?? 'REFUSED', `the service refuses with ${statusCode}`),
  };
}

function refused(code: ErrorCode, statusCode: number, message: string): AttemptOutcome {
  return { kind: 'refused', failed: { code, message, statusCode } };
}

function unusable(why: string, statusCode: number): Failed {
  return { code: 'BAD_RESPONSE', message: `the answer (${statusCode}) cannot be used: ${why}`, statusCode };
}

function failureOutcome({ sent, why, detail }: Extract<Exchange, { kind: 'failure' }>): AttemptOutcome {
  switch (why) {
    case 'ended':
    case 'timeout':
      return { kind: sent ? 'lost' : 'unsent', failed: { code: 'TIMEOUT', message: `no answer in time (${detail})` } };
    case 'too-large':
      return { kind: 'unclear', failed: { code: 'BAD_RESPONSE', message: `the answer is ${detail}` } };
    case 'not-packed':
      return {
        kind: 'unclear',
        failed: { code: 'BAD_RESPONSE', message: `the answer cannot be unpacked (${detail})` },
      };
    case 'cut-off':
      return { kind: 'lost', failed: { code: 'BAD_RESPONSE', message: `the answer is cut off (${detail})` } };
    case 'not-http':
      return { kind: 'lost', failed: { code: 'BAD_RESPONSE', message: `the answer is not HTTP (${detail})` } };
    case 'network':
      return {
        kind: sent ? 'lost' : 'unsent',
        failed: { code: 'NETWORK', message: `the connection ${sent ? 'broke' : 'could not be made'} (${detail})` },
      };
  }
}
