import { problem } from '../../schema';
import type { TimeRange } from '../metering/history';
import { instant } from './instant';
import { invalidInput } from './invalid-input';

const hourMs = 3_600_000;
/** A longer range is a typing error, and would take thousands of requests. */
const maxYears = 100;
const maxRangeMs = maxYears * 365.25 * 24 * hourMs;
const spansMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;

/** The last hour, day, week or 30 days, up to now. */
export function recentRange(span: keyof typeof spansMs, nowMs: number): TimeRange {
  return { fromMs: nowMs - spansMs[span], toMs: nowMs };
}

/** A range from two instants as a message gives them: epoch ms, Date or ISO 8601; without an end it ends now. */
export function customRange(from: unknown, to: unknown, nowMs: number): TimeRange {
  const fromMs = instant(from);
  const toMs = to === undefined || to === '' ? nowMs : instant(to);
  // NaN where one of them is missing, so that neither length check applies.
  const lengthMs = (toMs ?? Number.NaN) - (fromMs ?? Number.NaN);
  const problems = [
    ...(fromMs === undefined ? [problem('from', 'format', 'must be epoch milliseconds or an ISO 8601 date-time')] : []),
    ...(toMs === undefined ? [problem('to', 'format', 'must be epoch milliseconds or an ISO 8601 date-time')] : []),
    ...(lengthMs <= 0 ? [problem('to', 'order', 'must be after from')] : []),
    ...(lengthMs > maxRangeMs
      ? [problem('from', 'rangeYears', `must be at most ${maxYears} years before to`, { max: maxYears })]
      : []),
  ];
  if (fromMs === undefined || toMs === undefined || problems.length > 0) throw invalidInput('no valid range', problems);
  return { fromMs, toMs };
}
