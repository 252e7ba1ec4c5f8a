export interface Rate {
  readonly perSecond: number;
  /** The number of simultaneous requests that are allowed after an idle time. */
  readonly burst: number;
}

/** Takes one token and returns 0, or returns the ms until the next one. `monotonicMs` is of a clock that never steps. */
export type TokenBucket = (monotonicMs: number) => number;

/** Starts with `burst` tokens and refills at `perSecond`. RangeError for a rate that permits nothing. */
export function createTokenBucket({ perSecond, burst }: Rate): TokenBucket {
  if (!(perSecond > 0 && burst >= 1)) throw new RangeError('a rate is above 0 a second, with a burst of at least 1');
  let tokens = burst;
  let filledMs: number | undefined;
  return (nowMs) => {
    const elapsedMs = nowMs - (filledMs ?? nowMs);
    filledMs = nowMs;
    tokens = Math.min(burst, tokens + (elapsedMs * perSecond) / 1000);
    if (tokens < 1) return Math.ceil(((1 - tokens) * 1000) / perSecond);
    tokens -= 1;
    return 0;
  };
}
