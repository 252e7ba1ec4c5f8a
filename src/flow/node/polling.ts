import { createHash } from 'node:crypto';
import type { Clock } from '../../clock';

/**
 * How long until the next poll: all nodes of one account that poll as often do it at the same instants, so that what they read
 * of the same devices is one request. Accounts differ, so that not the whole world asks the service at once.
 */
export function untilNextPollMs(clock: Clock, accountId: string, pollMs: number): number {
  const leftMs = pollMs - ((clock.now() + phaseOf(accountId)) % pollMs);
  // A timer may come a moment before its time: that instant has been polled.
  return leftMs < pollMs * earlyPart ? leftMs + pollMs : leftMs;
}

const earlyPart = 0.05;

/** How old a shared answer may be for a poll: what an earlier poll has read is no news. */
export function pollMaxAgeMs(maxAgeMs: number, pollMs: number): number {
  return Math.min(maxAgeMs, pollMs / 2);
}

const phaseLength = 8;

/** Milliseconds, the same ones in every process. */
function phaseOf(accountId: string): number {
  return Number.parseInt(createHash('sha256').update(accountId).digest('hex').slice(0, phaseLength), 16);
}
