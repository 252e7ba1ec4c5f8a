import type { Detail, Refused } from '../sigv4';
import type { BodyFault } from './body-reader';
import type { PublishFault } from './publish';
import { type Answer, answers } from './response';

/** What a stream request is checked for, in this order; the names up to `signature` are those of Signature V4. */
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

/** What a webhook request is checked for, in this order. */
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

/** A request that was turned away, and why: nothing in it is a secret, a signature or a body. */
export interface Refusal {
  readonly ok: false;
  readonly check: ReceiverCheck;
  readonly reason: string;
  readonly detail: Detail;
  /** The last four characters of the access key id, where one was sent. */
  readonly accessKeyIdEnd?: string;
  readonly answer: Answer;
  readonly retryAfterSeconds?: number;
}

export function refusal(
  check: ReceiverCheck,
  reason: string,
  answer: Answer,
  more: Partial<Pick<Refusal, 'detail' | 'accessKeyIdEnd' | 'retryAfterSeconds'>> = {},
): Refusal {
  return { ok: false, check, reason, answer, detail: {}, ...more };
}

/** 401 without credentials, 400 for a head that no signer writes, and one 403 for all the rest. */
export function signatureRefusal({ failed, reason, detail, accessKeyIdEnd }: Refused): Refusal {
  return refusal(failed, reason, signatureAnswer(failed, reason), {
    detail,
    ...(accessKeyIdEnd === undefined ? {} : { accessKeyIdEnd }),
  });
}

function signatureAnswer(failed: Refused['failed'], reason: Refused['reason']): Answer {
  if (reason === 'missing') return failed === 'credentials' ? answers.noCredentials : answers.malformed;
  const malformed = reason === 'malformed' || reason === 'repeated' || reason === 'not-origin-form';
  return malformed ? answers.malformed : answers.forbidden;
}

const BODY_REFUSALS: Readonly<Record<BodyFault, readonly [ReceiverCheck, Answer]>> = {
  compressed: ['size', answers.unsupported],
  'too-large': ['size', answers.tooLarge],
  'too-slow': ['transfer', answers.tooSlow],
  aborted: ['transfer', answers.malformed],
  'already-read': ['transfer', answers.unavailable],
};

export function bodyRefusal(fault: BodyFault, accessKeyIdEnd?: string): Refusal {
  const [check, answer] = BODY_REFUSALS[fault];
  return refusal(check, fault, answer, accessKeyIdEnd === undefined ? {} : { accessKeyIdEnd });
}

export function contentRefusal(fault: PublishFault, accessKeyIdEnd?: string): Refusal {
  return refusal('content', fault.reason, answers.malformed, {
    detail: 'field' in fault ? { field: fault.field } : {},
    ...(accessKeyIdEnd === undefined ? {} : { accessKeyIdEnd }),
  });
}

export function otherMethodRefusal(method = ''): Refusal {
  return refusal('target', 'other-method', answers.otherMethod, { detail: { method } });
}
