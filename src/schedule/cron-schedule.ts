import { Cron as Engine } from 'croner';
import { type Cron, parseCron } from './cron';
import { neverRuns } from './cron-days';
import type { CronField } from './cron-field';
import type { Checked } from './problem';
import { checkedZone, type Zone } from './zone';

/** A cron in a time zone, ready to compute its runs. */
export interface CronSchedule {
  readonly cron: Cron;
  readonly zone: Zone;
  /**
   * How a change of the clock affects the schedule, cron(8): "Only jobs that run at a particular time (not specified [...]
   * with '*' in the hour or minute specifier) are affected."
   * Fixed: a time in the gap runs at the first instant after it if that is still the same day; a repeated time runs
   * once, the first time. Not fixed: the wall clock decides, so a time in the gap does not run and a repeated one runs twice.
   */
  readonly fixedTimes: boolean;
  readonly engine: Engine;
}

/**
 * Reads a cron and its zone (spec 4.4: `timeZone` is the zone the cron is read in, UTC when absent).
 * Costs about as much as finding one run: make it once for a schedule whose runs are computed often.
 */
export function createCronSchedule(rule: { cron: string; timeZone?: string | undefined }): Checked<CronSchedule> {
  const cron = parseCron(rule.cron);
  const zone = checkedZone(rule.timeZone);
  if (!cron.ok || !zone.ok) {
    return { ok: false, problems: [...(cron.ok ? [] : cron.problems), ...(zone.ok ? [] : zone.problems)] };
  }
  const { minute, hour } = cron.value.fields;
  return {
    ok: true,
    value: {
      cron: cron.value,
      zone: zone.value,
      fixedTimes: !minute.wildcard && !hour.wildcard,
      engine: createEngine(cron.value, zone.value.name),
    },
  };
}

/**
 * The first run strictly after an instant, both in epoch milliseconds; undefined when there is none before the year 3000.
 * Stateless, so a simulator can step through a batch with it.
 */
export function nextCronRun(schedule: CronSchedule, afterMs: number): number | undefined {
  if (neverRuns(schedule.cron)) return undefined;
  return schedule.engine.nextRun(new Date(afterMs))?.getTime();
}

/**
 * croner takes a field with a step or without a single value for a wildcard, where cron(8) asks for a `*` at its beginning.
 * Written out as lists of values, its `no-wildcard` rule is that of cron(8), and `domAndDow` that of crontab(5).
 */
function createEngine(cron: Cron, timezone: string): Engine {
  const { minute, hour, dayOfMonth, month, dayOfWeek } = cron.fields;
  const values = (field: CronField) => (field.text === '*' ? '*' : field.values.join(','));
  const times = (field: CronField) => (field.wildcard ? field.text : values(field));
  const pattern = [times(minute), times(hour), values(dayOfMonth), values(month), values(dayOfWeek)].join(' ');
  return new Engine(pattern, {
    timezone,
    mode: '5-part',
    paused: true,
    fixedTimeRule: 'no-wildcard',
    domAndDow: cron.dayRule === 'both',
  });
}
