import { problem } from '../../schema';
import type { TimeRange } from '../metering/history';
import { invalidInput } from './invalid-input';

const hourMs = 3_600_000;
/** Nobody has measured for longer: beyond lies a slip of the pen, and thousands of requests. */
const longestYears = 100;
const longestMs = longestYears * 365.25 * 24 * hourMs;
const spansMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;

/** The last hour, day, week or 30 days, up to now. */
export function recentRange(span: keyof typeof spansMs, nowMs: number): TimeRange {
  return { fromMs: nowMs - spansMs[span], toMs: nowMs };
}

/** A range from two instants as a message gives them: epoch ms, Date or ISO 8601; without an end it ends now. */
export function customRange(from: unknown, to: unknown, nowMs: number): TimeRange {
  const fromMs = instant(from);
  const toMs = to === undefined || to === '' ? nowMs : instant(to);
  const problems = [
    ...(fromMs === undefined ? [problem('from', 'format', 'must be epoch milliseconds or an ISO 8601 date-time')] : []),
    ...(toMs === undefined ? [problem('to', 'format', 'must be epoch milliseconds or an ISO 8601 date-time')] : []),
    ...(fromMs !== undefined && toMs !== undefined && toMs <= fromMs
      ? [problem('to', 'order', 'must be after from')]
      : []),
    ...(fromMs !== undefined && toMs !== undefined && toMs - fromMs > longestMs
      ? [problem('from', 'range', `must be at most ${longestYears} years before to`)]
      : []),
  ];
  if (fromMs === undefined || toMs === undefined || problems.length > 0) throw invalidInput('no valid range', problems);
  return { fromMs, toMs };
}

/** Epoch ms of a number, a Date or an ISO 8601 text, where a Date can hold it. */
export function instant(value: unknown): number | undefined {
  const ms = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : value;
  return typeof ms === 'number' && !Number.isNaN(new Date(ms).getTime()) ? ms : undefined;
}
