import { twoDigits, wallOfDateText } from './civil-date';
import { parseTimeOfDay, timeOfDayText } from './time-of-day';

/** The year first, with any of these marks, or the day first with dots: with slashes, nobody knows which one is the month. */
const yearFirst = /^(?<year>\d{4})(?<mark>[-/.年])(?<month>\d{1,2})[-/.月](?<day>\d{1,2})日?(?:[t,]? ?(?<time>.+))?$/;
const dayFirst = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?:,? (?<time>.+))?$/;
const withSeconds = /^(\d\d?:\d\d):([0-5]\d)(?:\.0+)?$/;

/** What a person wrote: the day (`YYYY-MM-DD`), and the time that a wall clock shows then (`HH:MM` or `HH:MM:SS`). */
export interface WrittenDateTime {
  readonly date?: string;
  readonly time?: string;
}

/**
 * A date, a time or both as people write them (`2026-03-01 22:00`, `1.3.2026 10 pm`, `2200`); undefined for anything else, and
 * for a day that does not exist.
 */
export function parseDateTime(text: string): WrittenDateTime | undefined {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const parts = (yearFirst.exec(plain) ?? dayFirst.exec(plain))?.groups;
  if (parts === undefined) {
    const time = timeWithSeconds(plain);
    return time === undefined ? undefined : { time };
  }
  const date = `${parts.year}-${twoDigits(Number(parts.month))}-${twoDigits(Number(parts.day))}`;
  if (wallOfDateText(date) === undefined) return undefined;
  if (parts.time === undefined) return { date };
  const time = timeWithSeconds(parts.time);
  return time === undefined ? undefined : { date, time };
}

function timeWithSeconds(text: string): string | undefined {
  const [, minutes, seconds] = withSeconds.exec(text) ?? [];
  const time = parseTimeOfDay(minutes ?? text);
  return time === undefined || seconds === undefined || seconds === '00' ? time : `${time}:${seconds}`;
}

/** What a wall clock shows (`2026-03-01T22:00`), its time as a language writes it: `2026-03-01 10:00 PM`. */
export function dateTimeText(wallText: string, language: string): string {
  const [date = '', time = ''] = wallText.split('T');
  return [date, timeOfDayText(time, language)].filter(Boolean).join(' ');
}
