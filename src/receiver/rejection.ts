import { defined } from '../object';
import type { Detail, Refused } from '../sigv4';
import type { BodyFault } from './body-reader';
import type { PublishFault } from './publish';
import { type HttpResponse, responses } from './response';

/** The checks of a stream request, in their order; the names up to `signature` are those of Signature V4. */
export const streamChecks = [
  'target',
  'credentials',
  'headers',
  'size',
  'date',
  'scope',
  'host',
  'transfer',
  'key',
  'body',
  'content-type',
  'signature',
  'rate',
  'content',
  'duplicate',
  'delivery',
] as const;

/** The checks of a webhook request, in their order. */
export const webhookChecks = [
  'target',
  'content-type',
  'size',
  'secret',
  'transfer',
  'content',
  'duplicate',
  'delivery',
] as const;

export type ReceiverCheck = (typeof streamChecks)[number] | (typeof webhookChecks)[number];

/** The reason of a rejection, and the response. Contains no secret, signature or body. */
export interface Rejection {
  readonly ok: false;
  readonly check: ReceiverCheck;
  readonly reason: string;
  readonly detail: Detail;
  /** The last four characters of the access key id, if the request had one. */
  readonly accessKeyIdEnd?: string;
  readonly response: HttpResponse;
  readonly retryAfterSeconds?: number;
}

export function rejection(
  check: ReceiverCheck,
  reason: string,
  response: HttpResponse,
  more: Partial<Pick<Rejection, 'detail' | 'accessKeyIdEnd' | 'retryAfterSeconds'>> = {},
): Rejection {
  return { ok: false, check, reason, response, detail: {}, ...more };
}

/** 401 without credentials, 400 for a malformed head, 403 for everything else. */
export function signatureRejection({ failed, reason, detail, accessKeyIdEnd }: Refused): Rejection {
  return rejection(failed, reason, signatureResponse(failed, reason), {
    detail,
    ...defined({ accessKeyIdEnd }),
  });
}

function signatureResponse(failed: Refused['failed'], reason: Refused['reason']): HttpResponse {
  if (reason === 'missing') return failed === 'credentials' ? responses.noCredentials : responses.malformed;
  const malformed = reason === 'malformed' || reason === 'repeated' || reason === 'not-origin-form';
  return malformed ? responses.malformed : responses.forbidden;
}

const bodyRejections: Readonly<Record<BodyFault, readonly [ReceiverCheck, HttpResponse]>> = {
  compressed: ['size', responses.unsupported],
  'too-large': ['size', responses.tooLarge],
  'too-slow': ['transfer', responses.tooSlow],
  aborted: ['transfer', responses.malformed],
  'already-read': ['transfer', responses.unavailable],
};

export function bodyRejection(fault: BodyFault, accessKeyIdEnd?: string): Rejection {
  const [check, response] = bodyRejections[fault];
  return rejection(check, fault, response, accessKeyIdEnd === undefined ? {} : { accessKeyIdEnd });
}

export function contentRejection(fault: PublishFault, accessKeyIdEnd?: string): Rejection {
  return rejection('content', fault.reason, responses.malformed, {
    detail: 'field' in fault ? { field: fault.field } : {},
    ...defined({ accessKeyIdEnd }),
  });
}

export function otherMethodRejection(method = ''): Rejection {
  return rejection('target', 'other-method', responses.otherMethod, { detail: { method } });
}
