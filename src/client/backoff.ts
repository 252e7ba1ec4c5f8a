const firstDelayMs = 500;
const largestShareOfDeadline = 1 / 5;
const shortestRetryAfterMs = 250;
const longestRetryAfterMs = 60_000;

/** Before the `retry`th retry (from 1): doubles up to a fifth of the deadline; half of it is jitter. */
export function backoffMs(retry: number, deadlineMs: number, random: () => number): number {
  const ceilingMs = Math.min(firstDelayMs * 2 ** (retry - 1), deadlineMs * largestShareOfDeadline);
  return Math.round(ceilingMs * (0.5 + random() / 2));
}

/** Seconds to wait by a `Retry-After` header, which counts seconds or names an instant on the service's clock. */
export function retryAfterSeconds(header: string | undefined, serviceNow: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const instant = Date.parse(header);
  return Number.isNaN(instant) ? undefined : Math.max(0, (instant - serviceNow) / 1000);
}

/** The wait that is taken for it; undefined when it is too long to be waited for. */
export function retryAfterMs(seconds: number): number | undefined {
  const ms = Math.max(shortestRetryAfterMs, Math.ceil(seconds * 1000));
  return ms > longestRetryAfterMs ? undefined : ms;
}
