/** The calls of an account per minute: polling leaves room for all other calls. */
export interface CallBudget {
  readonly callsPerMinute: number;
  /** How long until a poll may be sent when `ahead` others are sent before it; 0: now. */
  pollWaitMs(nowMs: number, ahead?: number): number;
  /** How many calls were sent in the last minute, `callsPerMinute` at most. */
  used(nowMs: number): number;
  /** Counts a call that is sent. Every call counts, but only polls wait. */
  spend(nowMs: number, isPoll: boolean): void;
}

const minuteMs = 60_000;
/** The service counts calls when they arrive, and they take different times to do so. */
const arrivalMarginMs = 500;
/** The burst of polls, as a share of the budget; further polls are spaced evenly. */
const burstShare = 0.05;

export function createCallBudget(callsPerMinute: number): CallBudget {
  /** When the last calls were sent, as many as a minute may have: a ring whose oldest is at `next`. */
  const sentAtMs = new Float64Array(callsPerMinute).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  const paceMs = minuteMs / callsPerMinute;
  const burstMs = (Math.max(1, Math.floor(callsPerMinute * burstShare)) - 1) * paceMs;
  /** When the next poll would be sent at an even pace. */
  let evenAtMs = Number.NEGATIVE_INFINITY;

  return {
    callsPerMinute,
    pollWaitMs(nowMs, ahead = 0) {
      const oldestMs = sentAtMs[next] as number;
      const windowMs = oldestMs + minuteMs + arrivalMarginMs - nowMs;
      return Math.max(0, windowMs, Math.max(evenAtMs - burstMs, nowMs) + ahead * paceMs - nowMs);
    },
    used: (nowMs) => sentAtMs.reduce((count, atMs) => count + (atMs > nowMs - minuteMs ? 1 : 0), 0),
    spend(nowMs, isPoll) {
      sentAtMs[next] = nowMs;
      next = (next + 1) % callsPerMinute;
      if (isPoll) evenAtMs = Math.max(evenAtMs, nowMs) + paceMs;
    },
  };
}
