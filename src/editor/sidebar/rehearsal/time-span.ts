import type { TimeSpan } from './look';

/** So near, a second is seen. */
export const shortestMs = 10 * 60_000;

/** A span of another length around the same middle, within the whole. */
export function zoomed(span: TimeSpan, factor: number, whole: TimeSpan): TimeSpan {
  const wholeMs = whole.toMs - whole.fromMs;
  const lengthMs = Math.min(wholeMs, Math.max(Math.min(shortestMs, wholeMs), (span.toMs - span.fromMs) * factor));
  return within((span.fromMs + span.toMs) / 2 - lengthMs / 2, lengthMs, whole);
}

/** Moved by a part of its length, within the whole. */
export function moved(span: TimeSpan, part: number, whole: TimeSpan): TimeSpan {
  const lengthMs = span.toMs - span.fromMs;
  return within(span.fromMs + part * lengthMs, lengthMs, whole);
}

/** As near as it goes around an instant. */
export function around(atMs: number, whole: TimeSpan): TimeSpan {
  const lengthMs = Math.min(shortestMs, whole.toMs - whole.fromMs);
  return within(atMs - lengthMs / 2, lengthMs, whole);
}

function within(fromMs: number, lengthMs: number, whole: TimeSpan): TimeSpan {
  const start = Math.max(whole.fromMs, Math.min(fromMs, whole.toMs - lengthMs));
  return { fromMs: start, toMs: start + lengthMs };
}
