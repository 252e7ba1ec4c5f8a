import { dateTextOfWall, dayMs, minuteMs, timeOfWall } from './civil-date';
import { wallTimesAround } from './cron-runs';
import type { CronSchedule } from './cron-schedule';
import { listed } from './english';
import type { ClockChange, ScheduleWarning } from './warning';
import { type OffsetChange, shortestOffsetMs, type Zone } from './zone';

/** How far ahead changes of the clock are looked for. */
const horizonMs = 5 * 366 * dayMs;

type ChangeCode = 'moved-by-gap' | 'skipped-by-gap' | 'once-in-overlap' | 'twice-in-overlap';

/** One warning for each way in which changes of the clock affect the schedule, with the first such change. */
export function clockChangeWarnings(schedule: CronSchedule, fromMs: number, untilMs: number): ScheduleWarning[] {
  const found = new Map<ChangeCode, { change: OffsetChange; params: ClockChange }>();
  for (const change of changesWithin(schedule.zone, fromMs, Math.min(untilMs, fromMs + horizonMs))) {
    if (keepsItsInterval(schedule, change)) continue;
    for (const [code, wallTimes] of affectedTimes(schedule, change)) {
      const known = found.get(code);
      if (known === undefined) found.set(code, { change, params: { atMs: change.atMs, wallTimes, occurrences: 1 } });
      else known.params.occurrences += 1;
    }
  }
  return [...found].map(([code, { change, params }]) => ({ code, params, message: message(code, change, params) }));
}

function* changesWithin(zone: Zone, fromMs: number, untilMs: number): Generator<OffsetChange> {
  for (let startMs = fromMs; startMs < untilMs; startMs += shortestOffsetMs) {
    const change = zone.changeBetween(startMs, Math.min(startMs + shortestOffsetMs, untilMs));
    if (change !== undefined) yield change;
  }
}

/**
 * An hourly schedule that follows the wall clock keeps its interval when its minutes fit the shift: in real time no run
 * is lost or repeated.
 */
function keepsItsInterval({ cron, fixedTimes }: CronSchedule, change: OffsetChange): boolean {
  const { minute, hour } = cron.fields;
  const shiftMinutes = Math.abs(change.afterMs - change.beforeMs) / minuteMs;
  const fits = minute.values.every((value) => minute.values.includes((value + shiftMinutes) % 60));
  return !fixedTimes && hour.values.length === 24 && fits;
}

function affectedTimes(schedule: CronSchedule, change: OffsetChange): [ChangeCode, string[]][] {
  const wallTimes = wallTimesAround(schedule.cron, change);
  if (wallTimes.length === 0) return [];
  if (change.afterMs < change.beforeMs) {
    return [[schedule.fixedTimes ? 'once-in-overlap' : 'twice-in-overlap', wallTimes.map(timeOfWall)]];
  }
  const dayAfterGap = Math.floor((change.atMs + change.afterMs) / dayMs);
  const movable = (wallMs: number) => schedule.fixedTimes && Math.floor(wallMs / dayMs) === dayAfterGap;
  const moved = wallTimes.filter(movable).map(timeOfWall);
  const skipped = wallTimes.filter((wallMs) => !movable(wallMs)).map(timeOfWall);
  const both: [ChangeCode, string[]][] = [
    ['moved-by-gap', moved],
    ['skipped-by-gap', skipped],
  ];
  return both.filter(([, times]) => times.length > 0);
}

function message(code: ChangeCode, change: OffsetChange, { wallTimes, occurrences }: ClockChange): string {
  const times = listed(wallTimes);
  const wallMs = change.atMs + change.afterMs;
  const date = dateTextOfWall(change.atMs + Math.min(change.beforeMs, change.afterMs));
  const more = occurrences > 1 ? ` (and ${occurrences - 1} more times within five years)` : '';
  switch (code) {
    case 'moved-by-gap':
      return `on ${date} the clock skips ${times}: the run comes at ${timeOfWall(wallMs)}${more}`;
    case 'skipped-by-gap':
      return `on ${date} the clock skips ${times}: there is no run${more}`;
    case 'once-in-overlap':
      return `on ${date} the clock shows ${times} twice: it runs the first time only${more}`;
    case 'twice-in-overlap':
      return `on ${date} the clock shows ${times} twice: it runs both times${more}`;
  }
}
