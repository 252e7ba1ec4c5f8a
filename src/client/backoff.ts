const firstDelayMs = 500;
const largestShareOfDeadline = 1 / 5;
const leastRetryAfterMs = 1_000;
const longestRetryAfterMs = 60_000;

/** Before the `retry`th retry (from 1): doubles up to a fifth of the deadline; half of it is jitter. */
export function backoffMs(retry: number, deadlineMs: number, random: () => number): number {
  const ceilingMs = Math.min(firstDelayMs * 2 ** (retry - 1), deadlineMs * largestShareOfDeadline);
  return Math.round(ceilingMs * (0.5 + random() / 2));
}

/**
 * Seconds to wait by a `Retry-After` header, which counts seconds or names an instant on the service's clock. Zero, which is
 * the least wait, for what is over or cannot be read.
 */
export function retryAfterSeconds(header: string | undefined, serviceNow: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const instant = Date.parse(header);
  return Number.isNaN(instant) ? 0 : Math.max(0, (instant - serviceNow) / 1000);
}

/**
 * The wait that is taken for it before the `retry`th retry (from 1); undefined when it is too long to be waited for. The least
 * wait doubles: a service that names none would be asked without a pause.
 */
export function retryAfterMs(seconds: number, retry: number): number | undefined {
  const toldMs = Math.ceil(seconds * 1000);
  if (toldMs > longestRetryAfterMs) return undefined;
  return toldMs < leastRetryAfterMs ? Math.min(leastRetryAfterMs * 2 ** (retry - 1), longestRetryAfterMs) : toldMs;
}
