/** Consecutive values from `from` to `to`, both included; for a single value they are equal. */
export interface ValueRange {
  from: number;
  to: number;
}

/**
 * A part of a schedule in words: the key of its translation and the values in it.
 * Times are `HH:MM`; months 1 to 12; days of the week 1 (Monday) to 7 (Sunday), as ISO 8601 counts them.
 */
export type PhrasePart =
  // When in the day: always exactly one of these, first.
  | { key: 'everyMinute'; params: Record<never, never> }
  /** Every `every` minutes round the clock, the first of each hour at minute `first`. */
  | { key: 'everyMinutes'; params: { every: number; first: number } }
  | { key: 'everyHour'; params: { minute: number } }
  | { key: 'minutesOfEveryHour'; params: { minutes: ValueRange[] } }
  /** Every `every` hours round the clock, the first of each day at `first`. */
  | { key: 'everyHours'; params: { every: number; first: string } }
  | { key: 'everyHourBetween'; params: { from: string; to: string } }
  /** Every `every` minutes, the first at `from` and the last at `to`. */
  | { key: 'everyMinutesBetween'; params: { every: number; from: string; to: string } }
  | { key: 'atTimes'; params: { times: string[] } }
  | { key: 'minutesOfHours'; params: { minutes: ValueRange[]; hours: ValueRange[] } }
  | { key: 'atSun'; params: { event: 'sunrise' | 'sunset' } }
  | {
      key: 'beforeSun' | 'afterSun';
      params: { event: 'sunrise' | 'sunset'; amount: number; unit: 'minutes' | 'seconds' };
    }
  // On which days: always exactly one of these, second.
  | { key: 'everyDay'; params: Record<never, never> }
  | { key: 'onDate'; params: { day: number; month: number } }
  | { key: 'onDaysOfMonth'; params: { days: ValueRange[] } }
  /** Every `every` days of the month, from day `from` to day `to`. */
  | { key: 'everyDaysOfMonth'; params: { every: number; from: number; to: number } }
  | { key: 'onDaysOfWeek'; params: { days: ValueRange[] } }
  | { key: 'onDaysOfMonthOrWeek'; params: { daysOfMonth: ValueRange[]; daysOfWeek: ValueRange[] } }
  | { key: 'onDaysOfMonthIfWeek'; params: { daysOfMonth: ValueRange[]; daysOfWeek: ValueRange[] } }
  // In which months: at most one, third; absent when every month is meant or the date names it.
  | { key: 'inMonths'; params: { months: ValueRange[] } };

/** Ascending values as spans; two neighbours stay two, three become a range. */
export function spansOf(values: readonly number[]): ValueRange[] {
  const spans: ValueRange[] = [];
  for (const value of values) {
    const last = spans.at(-1);
    const beforeLast = spans.at(-2);
    if (last !== undefined && last.to === value - 1 && last.from < last.to) last.to = value;
    else if (last?.to === value - 1 && beforeLast?.from === value - 2 && beforeLast.to === value - 2) {
      spans.splice(-2, 2, { from: value - 2, to: value });
    } else spans.push({ from: value, to: value });
  }
  return spans;
}

/** The step of ascending values that are evenly spaced, undefined when they are not or there are fewer than two. */
export function evenStep(values: readonly number[]): number | undefined {
  const [first, second] = values;
  if (first === undefined || second === undefined) return undefined;
  const step = second - first;
  return values.every((value, index) => value === first + index * step) ? step : undefined;
}
