import { dateOfWall, dateTextOfWall, dayMs, minuteMs } from './civil-date';
import { type Cron, parseCron } from './cron';
import { isCronDay, neverRuns } from './cron-days';
import type { RunRange } from './cron-runs';
import { checkedLocation, type Location, type LocationInput } from './location';
import type { Checked } from './problem';
import { sunEvents } from './sun-times';

/** A schedule by sunrise or sunset (spec 2.8 `sunSchedule`) at a location. */
export interface SunRule extends LocationInput {
  scheduleType: 'sunrise' | 'sunset';
  /** Whole `offsetUnit`s after the event, negative before it. */
  offset: number;
  /** The specification does not say it; minutes are assumed. */
  offsetUnit: 'minutes' | 'seconds';
  /**
   * Limits the days: its day of month, month and day of week select the civil dates whose event counts, before the offset
   * is applied. Its minute and hour have no effect, because the sun gives the time.
   */
  cronSchedule?: string | undefined;
}

export interface SunRun {
  atMs: number;
  /** Local time minus UTC, at `atMs`. */
  utcOffsetMinutes: number;
  /** The sunrise or sunset itself. */
  eventMs: number;
  /** The civil date the event belongs to, `YYYY-MM-DD`. */
  date: string;
}

/** Consecutive dates of the schedule on which there is no event. */
export interface PolarSpan {
  kind: 'polar-day' | 'polar-night';
  fromDate: string;
  toDate: string;
}

export interface SunRuns {
  runs: SunRun[];
  /** The polar days and nights within the search, earliest first. */
  polar: PolarSpan[];
}

/** A checked sun rule. */
export interface SunSchedule {
  scheduleType: 'sunrise' | 'sunset';
  offsetMs: number;
  location: Location;
  cron: Cron | undefined;
}

/** The longest time to a run: a 29 February on a given day of the week can be forty years away. */
const maxSearchDays = 40 * 366;
/** The polar year repeats: after as many dates without the event there is none to come. */
const maxPolarDates = 400;
const maxOffsetDays = 366;

/** The next runs of a sun schedule, earliest first; the range is in epoch milliseconds, `[fromMs, untilMs)`. */
export function nextSunRuns(rule: SunRule & RunRange): Checked<SunRuns> {
  const schedule = createSunSchedule(rule);
  return schedule.ok ? { ok: true, value: sunRuns(schedule.value, rule) } : schedule;
}

/** Checks a sun rule; returns every problem. */
export function createSunSchedule(rule: SunRule): Checked<SunSchedule> {
  const location = checkedLocation(rule);
  const cron = rule.cronSchedule === undefined ? undefined : parseCron(rule.cronSchedule);
  const offsetMs = rule.offset * (rule.offsetUnit === 'minutes' ? minuteMs : 1000);
  const offsetFits = Number.isInteger(rule.offset) && Math.abs(offsetMs) <= maxOffsetDays * dayMs;
  if (location.ok && cron?.ok !== false && offsetFits) {
    const { scheduleType } = rule;
    return { ok: true, value: { scheduleType, offsetMs, location: location.value, cron: cron?.value } };
  }
  const problems = [...(location.ok ? [] : location.problems), ...(cron?.ok === false ? cron.problems : [])];
  if (!offsetFits) {
    const message = `the offset has to be a whole number of ${rule.offsetUnit} and less than a year`;
    problems.push({ field: 'offset', code: 'offset-out-of-range', params: { value: rule.offset }, message });
  }
  return { ok: false, problems };
}

/** {@link nextSunRuns} of an existing schedule. */
export function sunRuns(schedule: SunSchedule, range: RunRange): SunRuns {
  const { cron, location, offsetMs, scheduleType } = schedule;
  if (cron !== undefined && neverRuns(cron)) return { runs: [], polar: [] };
  const untilMs = range.untilMs ?? Number.POSITIVE_INFINITY;
  const eventsFromMs = range.fromMs - offsetMs;
  const firstDateMs = Math.floor((eventsFromMs + location.zone.offsetMs(eventsFromMs)) / dayMs) * dayMs;
  const runs: SunRun[] = [];
  const polar: PolarSpan[] = [];
  let polarSpan: PolarSpan | undefined;
  let polarDates = 0;
  let searchedDays = 0;
  // The sunset of a date can be after its midnight, so the search begins on the date before.
  let dateMs = firstDateMs - dayMs;
  while (runs.length < range.count && searchedDays < maxSearchDays && polarDates < maxPolarDates) {
    if (dateMs + offsetMs >= untilMs + 2 * dayMs) break;
    searchedDays += 1;
    if (cron === undefined || isCronDay(cron, dateOfWall(dateMs))) {
      const sun = sunEvents(location, dateMs);
      if (sun.kind === 'normal') {
        const eventMs = scheduleType === 'sunrise' ? sun.sunriseMs : sun.sunsetMs;
        const atMs = eventMs + offsetMs;
        if (atMs >= untilMs) break;
        if (atMs >= range.fromMs) {
          runs.push({
            atMs,
            utcOffsetMinutes: location.zone.offsetMs(atMs) / minuteMs,
            eventMs,
            date: dateTextOfWall(dateMs),
          });
          searchedDays = 0;
        }
        polarSpan = undefined;
        polarDates = 0;
      } else if (dateMs >= firstDateMs) {
        const date = dateTextOfWall(dateMs);
        if (polarSpan?.kind !== sun.kind) {
          polarSpan = { kind: sun.kind, fromDate: date, toDate: date };
          polar.push(polarSpan);
        }
        polarSpan.toDate = date;
        polarDates += 1;
      }
    }
    dateMs += dayMs;
  }
  return { runs, polar };
}
