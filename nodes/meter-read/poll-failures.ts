import type { Node, NodeAPI } from 'node-red';
import { ClientError } from '../../src/client';
import type { Clock } from '../../src/clock';
import { createOnceAMinute, type OnceAMinute, type Status, type Texts } from '../../src/runtime';
import { isCaught } from './catch-nodes';

/** The logged failures of each running account, or of a node without an account. */
const loggedFailures = new WeakMap<object, OnceAMinute>();

interface PollFailure {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly clock: Clock;
  readonly texts: Texts;
  readonly status: Status;
  /** The nodes of one account share one limit on the log; a node without an account has its own. */
  readonly group: object;
  readonly error: unknown;
}

/**
 * The error that a failed poll reports; undefined if a poll of the account logged the same code within the last minute.
 * With a Catch node every failure is reported, because Node-RED does not log caught errors. The badge shows every failure.
 */
export function pollErrorOf({ RED, node, clock, texts, status, group, error }: PollFailure): unknown {
  if (!(error instanceof ClientError) || error.code === 'CLOSED' || isCaught(RED, node)) return error;
  const { code, cause, message } = error;
  const onceAMinute = loggedFailures.get(group) ?? createOnceAMinute(clock);
  loggedFailures.set(group, onceAMinute);
  const count = onceAMinute.permit(code);
  if (count === undefined) {
    status.show('error', code.toLowerCase().replaceAll('_', ' '));
    return undefined;
  }
  return count === 0 ? error : new ClientError(code, texts('poll.failedAgain', { message, count }), cause);
}
