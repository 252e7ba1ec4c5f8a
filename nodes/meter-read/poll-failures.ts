import type { Node, NodeAPI } from 'node-red';
import { ClientError } from '../../src/client';
import type { Clock } from '../../src/clock';
import { createOnceAMinute, type OnceAMinute, type Status, type Texts } from '../../src/runtime';
import { isCaught } from './catch-nodes';

/** What was said of each account (or of a node without one), for as long as that runs. */
const said = new WeakMap<object, OnceAMinute>();

interface PollFailure {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly clock: Clock;
  readonly texts: Texts;
  readonly status: Status;
  /** Those who fail for the same reason: the account. */
  readonly group: object;
  readonly error: unknown;
}

/**
 * The error that a failed poll ends with; undefined where it ends without a line in the log, because another one of the account
 * has said the same within the last minute. A Catch node hears each of them, and then nothing is logged anyway. Every failure
 * shows on the node.
 */
export function pollErrorOf({ RED, node, clock, texts, status, group, error }: PollFailure): unknown {
  if (!(error instanceof ClientError) || error.code === 'CLOSED' || isCaught(RED, node)) return error;
  const { code, cause, message } = error;
  const reasons = said.get(group) ?? createOnceAMinute(clock);
  said.set(group, reasons);
  const count = reasons.sayNow(code);
  if (count === undefined) {
    status.show('error', code.toLowerCase().replaceAll('_', ' '));
    return undefined;
  }
  return count === 0 ? error : new ClientError(code, texts('poll.failedAgain', { message, count }), cause);
}
