import { twoDigits } from './civil-date';
import { type Cron, parseCron } from './cron';
import { evenStep } from './phrase';

/** On which days: weekdays as 1 (Monday) to 7, days of the month as 1 to 31. */
export type RunDays =
  | { readonly kind: 'daily' }
  | { readonly kind: 'weekdays'; readonly days: readonly number[] }
  | { readonly kind: 'dates'; readonly days: readonly number[] }
  | { readonly kind: 'nthWeekday'; readonly nth: 1 | 2 | 3 | 4 | 'last'; readonly day: number };

/** When on these days: at times (`HH:MM`), or evenly round the clock; `minute` is that of the hour. */
export type RunTimes =
  | { readonly kind: 'at'; readonly times: readonly string[] }
  | { readonly kind: 'everyMinutes'; readonly every: number }
  | { readonly kind: 'everyHours'; readonly every: number; readonly minute: number };

/** What a person picks in place of a cron. */
export interface RunForm {
  readonly days: RunDays;
  readonly times: RunTimes;
}

/** Only what divides an hour or a day evenly: cron begins anew each hour and each day. */
export const minuteSteps = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const;
export const hourSteps = [1, 2, 3, 4, 6, 8, 12] as const;

/** More times than these are read as a cron: nobody wants to see them one by one. */
const maxTimes = 8;

/** Why there is no cron that runs exactly then. */
export type RunFormProblem = 'noDay' | 'noTime' | 'severalCrons' | 'nthWeekday';

/**
 * The Unix cron that runs exactly on these days at these times.
 *
 * No cron says "the first Monday": crontab(5) joins a day of the month and a day of the week by OR. The trick of a step
 * after `*`, for which Vixie cron joins them by AND, means every Monday elsewhere. Times that are not each of some hours
 * with each of some minutes, such as 08:00 and 17:30, need a cron each.
 */
export function cronOfRunForm({ days, times }: RunForm): { cron: string } | { problem: RunFormProblem } {
  if (days.kind === 'nthWeekday') return { problem: 'nthWeekday' };
  if (days.kind !== 'daily' && days.days.length === 0) return { problem: 'noDay' };
  const clock = clockFields(times);
  if (typeof clock !== 'object') return { problem: clock };
  const dayOfMonth = days.kind === 'dates' ? spans(days.days) : '*';
  const dayOfWeek = days.kind === 'weekdays' && new Set(days.days).size < 7 ? weekdayField(days.days) : '*';
  return { cron: [clock.minute, clock.hour, dayOfMonth, '*', dayOfWeek].join(' ') };
}

function clockFields(times: RunTimes): { minute: string; hour: string } | RunFormProblem {
  switch (times.kind) {
    case 'everyMinutes':
      return { minute: times.every === 1 ? '*' : `*/${times.every}`, hour: '*' };
    case 'everyHours':
      return { minute: String(times.minute), hour: times.every === 1 ? '*' : `*/${times.every}` };
    default: {
      const distinct = new Set(times.times);
      if (distinct.size === 0 || times.times.includes('')) return 'noTime';
      const parts = [...distinct].map((time) => time.split(':').map(Number));
      const hours = ascending(parts.map(([hour = 0]) => hour));
      const minutes = ascending(parts.map(([, minute = 0]) => minute));
      if (hours.length * minutes.length !== distinct.size) return 'severalCrons';
      return { minute: minutes.join(','), hour: hours.join(',') };
    }
  }
}

/** The form that means exactly this cron, at changes of the clock too; undefined if there is none. */
export function runFormOfCron(text: string): RunForm | undefined {
  const cron = parseCron(text);
  if (!cron.ok) return undefined;
  const days = daysOf(cron.value);
  if (days === undefined) return undefined;
  return timesOf(cron.value)
    .map((times) => ({ days, times }))
    .find((form) => means(form, cron.value));
}

function daysOf({ fields, dayRule }: Cron): RunDays | undefined {
  const { dayOfMonth, dayOfWeek } = fields;
  const isEveryDate = dayOfMonth.values.length === 31;
  const isEveryWeekday = dayOfWeek.values.length === 7;
  if (isEveryDate && isEveryWeekday) return { kind: 'daily' };
  if (dayRule === 'either') return undefined;
  if (isEveryDate) return { kind: 'weekdays', days: ascending(dayOfWeek.values.map((day) => day || 7)) };
  return isEveryWeekday ? { kind: 'dates', days: dayOfMonth.values } : undefined;
}

function timesOf({ fields }: Cron): RunTimes[] {
  const minutes = fields.minute.values;
  const hours = fields.hour.values;
  const [minute = 0] = minutes;
  const minuteStep = minuteSteps.find((step) => step === evenStep(minutes));
  const hourStep = hourSteps.find((step) => step === evenStep(hours));
  const times = hours.flatMap((hour) => minutes.map((one) => `${twoDigits(hour)}:${twoDigits(one)}`));
  return [
    ...(times.length <= maxTimes ? [{ kind: 'at', times } as const] : []),
    ...(minuteStep === undefined ? [] : [{ kind: 'everyMinutes', every: minuteStep } as const]),
    ...(hourStep === undefined ? [] : [{ kind: 'everyHours', every: hourStep, minute } as const]),
  ];
}

/** Whether a cron selects what the form does, and treats changes of the clock alike. */
function means(form: RunForm, cron: Cron): boolean {
  const own = cronOfRunForm(form);
  const parsed = 'cron' in own ? parseCron(own.cron) : undefined;
  if (parsed?.ok !== true) return false;
  const meaning = ({ fields }: Cron) =>
    JSON.stringify([Object.values(fields).map(({ values }) => values), fields.minute.wildcard || fields.hour.wildcard]);
  return meaning(parsed.value) === meaning(cron);
}

/** Weekdays as cron counts them, 0 for Sunday. */
function weekdayField(days: readonly number[]): string {
  return spans(days.map((day) => day % 7));
}

/** Values as cron lists them: `1-5`, `1,3`. */
function spans(values: readonly number[]): string {
  const sorted = ascending(values);
  const runs: [number, number][] = [];
  for (const value of sorted) {
    const last = runs.at(-1);
    if (last?.[1] === value - 1) last[1] = value;
    else runs.push([value, value]);
  }
  return runs
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from},${to}` : `${from}-${to}`))
    .join(',');
}

function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
