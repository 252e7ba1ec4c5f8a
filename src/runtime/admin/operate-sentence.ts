import { type OperateAction, reasonSentence } from '../../admin-api';
import { ClientError } from '../../client';
import { refusalReason } from '../../refusal';
import type { Texts } from '..';

/** Errors that have a sentence of their own; what else may happen shares one with its code. */
const told = [
  'AUTH_FAILED',
  'BLOCKED_BY_INTERLOCK',
  'CLOSED',
  'COMMAND_EXPIRED',
  'DEVICE_OFFLINE',
  'FORBIDDEN',
  'NETWORK',
  'NOT_FOUND',
  'RATE_LIMITED',
  'RATE_LIMITED_LOCALLY',
  'REFUSED',
  'TIMEOUT',
  'WRONG_HARDWARE',
] as const;

const outcomes = ['accepted', 'confirmed', 'deferred', 'dry-run', 'unchanged', 'unknown'] as const;

/** Why nothing was done, in a sentence for the person who asked. Never the text of an exception, which may be English. */
export function refusalSentence(error: unknown, texts: Texts): string {
  const reason = refusalReason(error);
  if (reason !== undefined) return reasonSentence(reason, texts);
  const code = error instanceof ClientError ? error.code : 'INTERNAL';
  const known = told.find((each) => each === code);
  return known === undefined ? texts('operate.refused.other', { code }) : texts(`operate.refused.${known}`);
}

/** What has become of a command. */
export function outcomeSentence(action: OperateAction, outcome: string, texts: Texts): string {
  const known = outcomes.find((each) => each === outcome) ?? 'unknown';
  return known === 'confirmed' ? texts(`operate.confirmed.${action}`) : texts(`operate.outcome.${known}`);
}
