import { defined } from '../../object';
import { problem } from '../../schema';
import { epochMs } from './instant';
import { invalidInput } from './invalid-input';
import type { Message } from './message';

/** The times that a message states for its command. */
export interface MessageTimes {
  readonly madeAt?: number;
  readonly expiresAt?: number;
  readonly retained: boolean;
  /** A broker may have queued it while this process was down. */
  readonly queued: boolean;
}

/**
 * Reads `msg.madeAt`, `msg.expires` (epoch ms or ISO 8601), `msg.retain` and `msg.qos`. `expiryS` is the node's own
 * limit on the age of a command, in seconds.
 */
export function messageTimes(msg: Message, receivedAt: number, expiryS: number | undefined): MessageTimes {
  const madeAt = instantOf('madeAt', msg.madeAt);
  const expires = instantOf('expires', msg.expires);
  const limit = expiryS === undefined ? undefined : Math.min(madeAt ?? receivedAt, receivedAt) + expiryS * 1000;
  const expiresAt = [expires, limit].filter((instant) => instant !== undefined);
  return {
    retained: msg.retain === true,
    queued: msg.qos === 1 || msg.qos === 2,
    ...defined({ madeAt }),
    ...(expiresAt.length === 0 ? {} : { expiresAt: Math.min(...expiresAt) }),
  };
}

function instantOf(field: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const ms = epochMs(value);
  if (ms !== undefined) return ms;
  throw invalidInput('the message holds no valid time', [
    problem(field, 'format', 'must be epoch milliseconds or an ISO 8601 date-time'),
  ]);
}
