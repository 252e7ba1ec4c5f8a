import { dateOfWall, dayMs, hourMs, minuteMs, timeOfWall } from './civil-date';
import type { Cron } from './cron';
import { isCronDay } from './cron-days';
import { type CronSchedule, createCronSchedule, nextCronRun } from './cron-schedule';
import type { Checked } from './problem';
import type { OffsetChange } from './zone';

/** One run of a cron. */
export interface CronRun {
  atMs: number;
  /** Local time minus UTC. */
  utcOffsetMinutes: number;
  /** The run stands for wall clock times (`HH:MM`) that the clock skipped. */
  gap?: { wallTimes: string[] };
  /** The wall clock shows the time of this run twice: it runs the first time only, or this is one of two runs. */
  overlap?: 'first-only' | 'first' | 'second';
}

/** The stretch of time to look for runs in: `[fromMs, untilMs)` in epoch milliseconds, at most `count` runs. */
export interface RunRange {
  fromMs: number;
  untilMs?: number | undefined;
  count: number;
}

/** The next runs of a cron in a zone, earliest first. Gaps and overlaps: {@link CronSchedule.fixedTimes}. */
export function nextCronRuns(rule: { cron: string; timeZone?: string | undefined } & RunRange): Checked<CronRun[]> {
  const schedule = createCronSchedule(rule);
  return schedule.ok ? { ok: true, value: cronRuns(schedule.value, rule) } : schedule;
}

/** {@link nextCronRuns} of an existing schedule. */
export function cronRuns(schedule: CronSchedule, range: RunRange): CronRun[] {
  const untilMs = range.untilMs ?? Number.POSITIVE_INFINITY;
  const runs: CronRun[] = [];
  let afterMs = range.fromMs - 1;
  while (runs.length < range.count) {
    const atMs = nextCronRun(schedule, afterMs);
    if (atMs === undefined || atMs >= untilMs) break;
    runs.push(runWithClockChange(schedule, atMs));
    afterMs = atMs;
  }
  return runs;
}

/** The longest clock change that is handled as a gap or an overlap: cron(8) takes a longer one for a correction. */
const longestShiftMs = 3 * hourMs;

function runWithClockChange(schedule: CronSchedule, atMs: number): CronRun {
  const { zone, fixedTimes } = schedule;
  const change = zone.changeBetween(atMs - longestShiftMs, atMs + longestShiftMs);
  const run: CronRun = { atMs, utcOffsetMinutes: zone.offsetMs(atMs) / minuteMs };
  if (change === undefined) return run;
  // The clock goes forward: a gap.
  if (change.afterMs > change.beforeMs) {
    const skipped = fixedTimes && change.atMs === atMs ? wallTimesAround(schedule.cron, change) : [];
    const sameDay = Math.floor((atMs + change.afterMs) / dayMs);
    const moved = skipped.filter((wallMs) => Math.floor(wallMs / dayMs) === sameDay);
    if (moved.length > 0) run.gap = { wallTimes: moved.map(timeOfWall) };
    return run;
  }
  // The clock goes back: an overlap.
  const shiftMs = change.beforeMs - change.afterMs;
  if (atMs >= change.atMs - shiftMs && atMs < change.atMs + shiftMs) {
    const pass = atMs < change.atMs ? 'first' : 'second';
    run.overlap = fixedTimes ? 'first-only' : pass;
  }
  return run;
}

/** The wall clock readings of a cron which a change of the clock skips or repeats, as {@link dateOfWall} takes them. */
export function wallTimesAround(cron: Cron, change: OffsetChange): number[] {
  const fromMs = change.atMs + Math.min(change.beforeMs, change.afterMs);
  const toMs = change.atMs + Math.max(change.beforeMs, change.afterMs);
  const { minute, hour } = cron.fields;
  const found: number[] = [];
  for (let wallMs = Math.ceil(fromMs / minuteMs) * minuteMs; wallMs < toMs; wallMs += minuteMs) {
    const wall = new Date(wallMs);
    if (!minute.values.includes(wall.getUTCMinutes()) || !hour.values.includes(wall.getUTCHours())) continue;
    if (isCronDay(cron, dateOfWall(wallMs))) found.push(wallMs);
  }
  return found;
}
