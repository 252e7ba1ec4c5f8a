import { twoDigits } from './civil-date';
import { type Cron, parseCron } from './cron';
import { englishOf } from './english';
import { evenStep, type PhrasePart, spansOf } from './phrase';
import type { Checked } from './problem';
import { createSunSchedule, type SunRule } from './sun-runs';

/** A schedule in words. */
export interface Description {
  /** For translation: time of day, days, months, in this order. */
  parts: PhrasePart[];
  english: string;
}

/** A cron in words. Complete: a cron without a phrase of its own is listed value by value. */
export function describeCron(text: string): Checked<Description> {
  const cron = parseCron(text);
  if (!cron.ok) return cron;
  const { minute, hour } = cron.value.fields;
  return { ok: true, value: descriptionOf([timePart(minute.values, hour.values), ...dayParts(cron.value)]) };
}

/** A sun schedule in words; of its cron only the days count. */
export function describeSun(rule: SunRule): Checked<Description> {
  const schedule = createSunSchedule(rule);
  if (!schedule.ok) return schedule;
  const days: PhrasePart[] = schedule.value.cron ? dayParts(schedule.value.cron) : [{ key: 'everyDay', params: {} }];
  const { scheduleType: event, offset, offsetUnit: unit } = rule;
  const amount = Math.abs(offset);
  if (offset === 0) return { ok: true, value: descriptionOf([{ key: 'atSun', params: { event } }, ...days]) };
  const key = offset < 0 ? 'beforeSun' : 'afterSun';
  return { ok: true, value: descriptionOf([{ key, params: { event, amount, unit } }, ...days]) };
}

function descriptionOf(parts: PhrasePart[]): Description {
  return { parts, english: englishOf(parts) };
}

const maxListedTimes = 12;

function timePart(minutes: readonly number[], hours: readonly number[]): PhrasePart {
  if (hours.length === 24) return everyHourPart(minutes);
  const from = timeText(hours[0] ?? 0, minutes[0] ?? 0);
  const to = timeText(hours.at(-1) ?? 0, minutes.at(-1) ?? 0);
  const hourStep = evenStep(hours);
  if (minutes.length === 1 && hours.length >= 3) {
    if (hourStep === 1) return { key: 'everyHourBetween', params: { from, to } };
    if (hourStep !== undefined && hourStep * hours.length === 24) {
      return { key: 'everyHours', params: { every: hourStep, first: from } };
    }
  }
  const every = evenMinuteStep(minutes);
  const inOneStretch = hours.length === 1 || hourStep === 1;
  if (every !== undefined && inOneStretch && (minutes.length >= 3 || hours.length >= 3)) {
    return { key: 'everyMinutesBetween', params: { every, from, to } };
  }
  if (minutes.length * hours.length <= maxListedTimes) {
    const times = hours.flatMap((hour) => minutes.map((minute) => timeText(hour, minute)));
    return { key: 'atTimes', params: { times } };
  }
  return { key: 'minutesOfHours', params: { minutes: spansOf(minutes), hours: spansOf(hours) } };
}

function everyHourPart(minutes: readonly number[]): PhrasePart {
  const first = minutes[0] ?? 0;
  if (minutes.length === 1) return { key: 'everyHour', params: { minute: first } };
  const every = evenMinuteStep(minutes);
  if (every === 1) return { key: 'everyMinute', params: {} };
  if (every !== undefined) return { key: 'everyMinutes', params: { every, first } };
  return { key: 'minutesOfEveryHour', params: { minutes: spansOf(minutes) } };
}

/** The step of minutes that go on evenly from one hour into the next: 7 does not divide 60, so every 7th minute does not. */
function evenMinuteStep(minutes: readonly number[]): number | undefined {
  const step = evenStep(minutes);
  return step !== undefined && step * minutes.length === 60 ? step : undefined;
}

function dayParts(cron: Cron): PhrasePart[] {
  const months = cron.fields.month.values;
  const days = dayPart(cron);
  const day = days.key === 'onDaysOfMonth' && days.params.days.length === 1 ? days.params.days[0] : undefined;
  const month = months.length === 1 ? months[0] : undefined;
  if (day !== undefined && day.from === day.to && month !== undefined) {
    return [{ key: 'onDate', params: { day: day.from, month } }];
  }
  return months.length === 12 ? [days] : [days, { key: 'inMonths', params: { months: spansOf(months) } }];
}

function dayPart(cron: Cron): PhrasePart {
  const { dayOfMonth, dayOfWeek } = cron.fields;
  const everyDayOfMonth = dayOfMonth.values.length === 31;
  const everyDayOfWeek = dayOfWeek.values.length === 7;
  const either = cron.dayRule === 'either';
  if (everyDayOfMonth && everyDayOfWeek) return { key: 'everyDay', params: {} };
  if (either && (everyDayOfMonth || everyDayOfWeek)) return { key: 'everyDay', params: {} };
  // ISO 8601 begins the week on Monday, which keeps Saturday and Sunday together.
  const weekdays = spansOf(dayOfWeek.values.map((day) => (day === 0 ? 7 : day)).sort((a, b) => a - b));
  if (everyDayOfMonth) return { key: 'onDaysOfWeek', params: { days: weekdays } };
  const days = spansOf(dayOfMonth.values);
  if (!everyDayOfWeek) {
    const key = either ? 'onDaysOfMonthOrWeek' : 'onDaysOfMonthIfWeek';
    return { key, params: { daysOfMonth: days, daysOfWeek: weekdays } };
  }
  const every = evenStep(dayOfMonth.values);
  if (every !== undefined && every > 1 && dayOfMonth.values.length > 3) {
    const from = dayOfMonth.values[0] ?? 1;
    return { key: 'everyDaysOfMonth', params: { every, from, to: from + every * (dayOfMonth.values.length - 1) } };
  }
  return { key: 'onDaysOfMonth', params: { days } };
}

function timeText(hour: number, minute: number): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}
