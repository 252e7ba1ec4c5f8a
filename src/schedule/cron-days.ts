import { type CivilDate, longestMonths, wallOfDate } from './civil-date';
import type { Cron } from './cron';

const shortestFebruary = 28;

/** True when a cron's day of month, month and day of week select the date. */
export function isCronDay(cron: Cron, date: CivilDate): boolean {
  const { dayOfMonth, month, dayOfWeek } = cron.fields;
  if (!month.values.includes(date.month)) return false;
  const dayOfMonthFits = dayOfMonth.values.includes(date.day);
  const dayOfWeekFits = dayOfWeek.values.includes(new Date(wallOfDate(date)).getUTCDay());
  return cron.dayRule === 'either' ? dayOfMonthFits || dayOfWeekFits : dayOfMonthFits && dayOfWeekFits;
}

/** The months of the cron that contain none of its days in any year, such as February for day 30. */
export function monthsWithoutDay(cron: Cron): number[] {
  return monthsLackingDays(cron, (month) => longestMonths[month - 1] ?? 0);
}

/** The months of the cron that contain none of its days in common years: {@link monthsWithoutDay}, and February. */
export function monthsWithoutDayInCommonYears(cron: Cron): number[] {
  return monthsLackingDays(cron, (month) => (month === 2 ? shortestFebruary : (longestMonths[month - 1] ?? 0)));
}

function monthsLackingDays(cron: Cron, daysIn: (month: number) => number): number[] {
  // Days of the week come in every month, so with them a month is never empty.
  if (cron.dayRule === 'either') return [];
  const firstDay = cron.fields.dayOfMonth.values[0] ?? 1;
  return cron.fields.month.values.filter((month) => firstDay > daysIn(month));
}

/** True when no year has a day the cron selects. */
export function neverRuns(cron: Cron): boolean {
  return monthsWithoutDay(cron).length === cron.fields.month.values.length;
}

/** True when 29 February is the only day the cron selects. */
export function runsOnLeapDaysOnly(cron: Cron): boolean {
  return !neverRuns(cron) && monthsWithoutDayInCommonYears(cron).length === cron.fields.month.values.length;
}
