const firstDelayMs = 500;
const maxShareOfDeadline = 1 / 5;
const minRetryAfterMs = 1_000;
const maxRetryAfterMs = 60_000;

/** The wait before the `retry`th retry (from 1): it doubles up to a fifth of the deadline; half of it is jitter. */
export function backoffMs(retry: number, deadlineMs: number, random: () => number): number {
  const ceilingMs = Math.min(firstDelayMs * 2 ** (retry - 1), deadlineMs * maxShareOfDeadline);
  return Math.round(ceilingMs * (0.5 + random() / 2));
}

/**
 * The seconds of a `Retry-After` header, which is a number of seconds or an instant on the service's clock. Zero for
 * an instant that has passed or a value that cannot be parsed.
 */
export function retryAfterSeconds(header: string | undefined, serviceNow: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const instant = Date.parse(header);
  return Number.isNaN(instant) ? 0 : Math.max(0, (instant - serviceNow) / 1000);
}

/**
 * The wait before the `retry`th retry (from 1); undefined when the service asks for too long a wait. The minimum
 * doubles with each retry, because a service that answers 0 would be called without a pause.
 */
export function retryAfterMs(seconds: number, retry: number): number | undefined {
  const requestedMs = Math.ceil(seconds * 1000);
  if (requestedMs > maxRetryAfterMs) return undefined;
  return requestedMs < minRetryAfterMs ? Math.min(minRetryAfterMs * 2 ** (retry - 1), maxRetryAfterMs) : requestedMs;
}
