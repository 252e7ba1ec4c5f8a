import { type CaptureQuery, instant, invalidInput, recentRange } from '../../src/runtime';
import { type Problem, problem } from '../../src/schema';

interface CaptureRange {
  readonly range: 'all' | 'hour' | 'day' | 'week' | 'month' | 'custom' | 'at';
  readonly from?: unknown;
  readonly to?: unknown;
  readonly at?: unknown;
}

/**
 * The criteria on `capturedAt`: one instant, or a first and a last instant, either of which may be missing. spec 4.3
 * `nowMs` is the service's time.
 */
export function captureTimes({ range, from, to, at }: CaptureRange, nowMs: number): Pick<CaptureQuery, 'capturedAt'> {
  if (range === 'all') return {};
  const problems: Problem[] = [];
  const read = (field: string, value: unknown, required: boolean): number | undefined => {
    if (value === undefined || value === null || value === '') {
      if (required) problems.push(problem(field, 'required', 'is required'));
      return undefined;
    }
    const ms = instant(value);
    if (ms === undefined)
      problems.push(problem(field, 'format', 'must be epoch milliseconds or an ISO 8601 date-time'));
    return ms;
  };
  const times = range === 'at' ? { eq: read('at', at, true) } : bounds();
  if (problems.length > 0) throw invalidInput('no valid time is given', problems);
  const entries = Object.entries(times).flatMap(([comparison, ms]) =>
    ms === undefined ? [] : [[comparison, new Date(ms).toISOString()]],
  );
  return entries.length === 0 ? {} : { capturedAt: Object.fromEntries(entries) };

  function bounds(): { ge?: number | undefined; le?: number | undefined } {
    if (range !== 'custom' && range !== 'at' && range !== 'all') return { ge: recentRange(range, nowMs).fromMs };
    const ge = read('from', from, false);
    const le = read('to', to, false);
    if (ge !== undefined && le !== undefined && le < ge)
      problems.push(problem('to', 'order', 'must not be before from'));
    return { ge, le };
  }
}
