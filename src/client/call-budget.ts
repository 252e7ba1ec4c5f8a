/** How many calls an account makes in a minute: what is read by itself leaves room for the rest. */
export interface CallBudget {
  readonly callsPerMinute: number;
  /** How long until a poll may be sent, when so many go before it; 0: now. */
  pollWaitMs(nowMs: number, ahead?: number): number;
  /** A call is sent; each one counts, but only polls are made to wait. */
  spend(nowMs: number, isPoll: boolean): void;
}

const minuteMs = 60_000;
/** Calls take unlike times to arrive, and the service counts when they do. */
const arrivalMarginMs = 500;
/** Polls that may follow each other at once, as a share of the budget; the others keep an even pace. */
const burstShare = 0.05;

export function createCallBudget(callsPerMinute: number): CallBudget {
  /** When the last calls were sent, as many as a minute may have: a ring whose oldest is at `next`. */
  const sentAtMs = new Float64Array(callsPerMinute).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  const paceMs = minuteMs / callsPerMinute;
  const burstMs = (Math.max(1, Math.floor(callsPerMinute * burstShare)) - 1) * paceMs;
  /** When an even pace would have the next poll. */
  let evenAtMs = Number.NEGATIVE_INFINITY;

  return {
    callsPerMinute,
    pollWaitMs(nowMs, ahead = 0) {
      const oldestMs = sentAtMs[next] as number;
      const windowMs = oldestMs + minuteMs + arrivalMarginMs - nowMs;
      return Math.max(0, windowMs, Math.max(evenAtMs - burstMs, nowMs) + ahead * paceMs - nowMs);
    },
    spend(nowMs, isPoll) {
      sentAtMs[next] = nowMs;
      next = (next + 1) % callsPerMinute;
      if (isPoll) evenAtMs = Math.max(evenAtMs, nowMs) + paceMs;
    },
  };
}
