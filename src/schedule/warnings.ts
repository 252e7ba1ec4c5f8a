import { dayMs, hourMs } from './civil-date';
import { clockChangeWarnings } from './clock-change-warnings';
import type { Cron } from './cron';
import { monthsWithoutDayInCommonYears, neverRuns, runsOnLeapDaysOnly } from './cron-days';
import { type CronSchedule, createCronSchedule, nextCronRun } from './cron-schedule';
import { listed, monthName } from './english';
import type { Location } from './location';
import type { Checked } from './problem';
import { createSunSchedule, type SunRule, type SunSchedule, sunRuns } from './sun-runs';
import type { ScheduleWarning } from './warning';

export type ScheduleRule = { kind: 'cron'; cron: string; timeZone?: string | undefined } | ({ kind: 'sun' } & SunRule);

/** What a valid schedule does between two instants (epoch milliseconds) that its author may not expect. */
export function scheduleWarnings(
  rule: ScheduleRule,
  range: { fromMs: number; untilMs?: number | undefined },
): Checked<ScheduleWarning[]> {
  const { fromMs, untilMs = Number.POSITIVE_INFINITY } = range;
  if (rule.kind === 'cron') {
    const schedule = createCronSchedule(rule);
    return schedule.ok ? { ok: true, value: cronWarnings(schedule.value, fromMs, untilMs) } : schedule;
  }
  const schedule = createSunSchedule(rule);
  return schedule.ok ? { ok: true, value: sunWarnings(schedule.value, fromMs, untilMs) } : schedule;
}

function cronWarnings(schedule: CronSchedule, fromMs: number, untilMs: number): ScheduleWarning[] {
  if (neverRuns(schedule.cron)) return [neverRunsWarning(), ...rangeWarnings(fromMs, untilMs, undefined)];
  const nextMs = nextCronRun(schedule, fromMs - 1);
  const days = [...dayWarnings(schedule.cron, nextMs), ...rangeWarnings(fromMs, untilMs, nextMs)];
  return [...days, ...clockChangeWarnings(schedule, fromMs, untilMs)];
}

function sunWarnings(schedule: SunSchedule, fromMs: number, untilMs: number): ScheduleWarning[] {
  const { cron, location, offsetMs } = schedule;
  const next = sunRuns(schedule, { fromMs, count: 1 }).runs[0];
  const warnings = locationWarnings(location, fromMs);
  if (Math.abs(offsetMs) > 12 * hourMs) {
    const message = 'the offset is longer than half a day, beyond the next sunrise or sunset';
    warnings.push({ code: 'offset-beyond-half-day', params: { offsetMs }, message });
  }
  if (cron !== undefined) {
    const { minute, hour } = cron.fields;
    if (![minute, hour].every((field) => field.text === '*' || field.text === '0')) {
      const message = 'the minute and hour of the cron have no effect: the sun gives the time';
      warnings.push({ code: 'clock-fields-ignored', params: {}, message });
    }
    warnings.push(...(neverRuns(cron) ? [] : dayWarnings(cron, next?.atMs)));
  }
  if (next === undefined) return [...warnings, ...polarWarnings(schedule, fromMs, untilMs), neverRunsWarning()];
  warnings.push(...rangeWarnings(fromMs, untilMs, next.atMs));
  return [...warnings, ...polarWarnings(schedule, fromMs, untilMs)];
}

function rangeWarnings(fromMs: number, untilMs: number, nextMs: number | undefined): ScheduleWarning[] {
  if (untilMs <= fromMs) {
    return [{ code: 'ends-before-start', params: { fromMs, untilMs }, message: 'the schedule ends before it starts' }];
  }
  if (nextMs === undefined || nextMs < untilMs) return [];
  const message = 'the schedule ends before its first run';
  return [{ code: 'no-run-before-end', params: { untilMs, nextMs }, message }];
}

function neverRunsWarning(): ScheduleWarning {
  return { code: 'never-runs', params: {}, message: 'the schedule never runs' };
}

function dayWarnings(cron: Cron, nextMs: number | undefined): ScheduleWarning[] {
  const warnings: ScheduleWarning[] = [];
  const { dayOfMonth, dayOfWeek } = cron.fields;
  const missing = monthsWithoutDayInCommonYears(cron);
  if (runsOnLeapDaysOnly(cron)) {
    const params = nextMs === undefined ? {} : { nextMs };
    warnings.push({ code: 'leap-days-only', params, message: 'it runs on 29 February only, in leap years' });
  } else if (missing.length > 0) {
    const message = `there is no such day in ${listed(missing.map(monthName))}, in most years at least`;
    warnings.push({ code: 'months-without-run', params: { months: missing }, message });
  }
  const restricted = dayOfMonth.values.length < 31 && dayOfWeek.values.length < 7;
  if (restricted && cron.dayRule === 'either') {
    const message = 'day of month and day of week are both given: a day that fits either of them counts';
    warnings.push({ code: 'either-day-field', params: {}, message });
  } else if (restricted) {
    const field = dayOfMonth.wildcard ? 'dayOfMonth' : 'dayOfWeek';
    const message = 'a step after * beside another day field: a day has to fit both, but not every service reads it so';
    warnings.push({ code: 'both-day-fields', params: { field }, message });
  }
  return warnings;
}

function polarWarnings(schedule: SunSchedule, fromMs: number, untilMs: number): ScheduleWarning[] {
  const yearEndMs = Math.min(untilMs, fromMs + 365 * dayMs);
  const { polar } = sunRuns(schedule, { fromMs, untilMs: yearEndMs, count: 366 });
  return polar.map((span) => {
    const reason = span.kind === 'polar-day' ? 'the sun does not set' : 'the sun does not rise';
    return {
      code: 'polar',
      params: span,
      message: `${reason} from ${span.fromDate} to ${span.toDate}: there is no run`,
    };
  });
}

const farthestSolarTimeHours = 4;

function locationWarnings(location: Location, atMs: number): ScheduleWarning[] {
  const warnings: ScheduleWarning[] = [];
  if (location.latitude === 0 && location.longitude === 0) {
    warnings.push({
      code: 'location-at-zero',
      params: {},
      message: 'latitude and longitude are both 0: are they set?',
    });
  }
  // Dates may differ: +14 and -10 hours are the same solar time.
  const apart = location.zone.offsetMs(atMs) / hourMs - location.longitude / 15;
  const hours = Math.abs(apart - 24 * Math.round(apart / 24));
  if (hours > farthestSolarTimeHours) {
    const message = `the sun of the location and the clock of ${location.zone.name} are ${hours.toFixed(1)} hours apart`;
    warnings.push({ code: 'location-far-from-zone', params: { hours }, message });
  }
  return warnings;
}
