import { twoDigits } from './civil-date';

const halves: Readonly<Record<string, 'am' | 'pm'>> = { 上午: 'am', 午前: 'am', 下午: 'pm', 午後: 'pm' };
const written =
  /^(?<before>上午|下午|午前|午後)? ?(?<hour>\d{1,2})(?: ?(?:[:.h時时点]|uhr) ?(?<minute>\d{2})?)? ?(?:分|uhr|h)? ?(?<after>[ap] ?m)?$/;

/**
 * A time of day as people write it (`22:00`, `2200`, `22.00`, `22h`, `22 Uhr`, `10 pm`, `午後10時`) as `HH:MM`; undefined for
 * anything else. `24:00` is refused: it lies on the next day.
 */
export function parseTimeOfDay(text: string): string | undefined {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const digits = /^(\d{1,2})(\d{2})$/.exec(plain);
  if (digits !== null) return timeOf(Number(digits[1]), Number(digits[2]));
  // A dot after a or m belongs to a.m.; any other separates.
  const parts = written.exec(plain.replaceAll(/(?<=[ap])\.|(?<=m)\./g, ''))?.groups;
  if (parts === undefined) return undefined;
  const half = halves[parts.before ?? ''] ?? parts.after?.replace(' ', '');
  const hour = Number(parts.hour);
  const minute = Number(parts.minute ?? 0);
  if (half === undefined) return timeOf(hour, minute);
  if (hour < 1 || hour > 12) return undefined;
  return timeOf((hour % 12) + (half === 'pm' ? 12 : 0), minute);
}

function timeOf(hour: number, minute: number): string | undefined {
  return hour < 24 && minute < 60 ? `${twoDigits(hour)}:${twoDigits(minute)}` : undefined;
}

/** A time of day (`HH:MM` or `HHMM`) as a language writes it, such as `10:00 PM`; any other text as it is. */
export function timeOfDayText(time: string, language: string): string {
  const parsed = /^\d\d:?\d\d$/.test(time) ? parseTimeOfDay(time) : undefined;
  if (parsed === undefined) return time;
  return new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.parse(`2026-01-01T${parsed}:00Z`),
  );
}
