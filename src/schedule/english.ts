import type { PhrasePart, ValueRange } from './phrase';

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The English of a schedule in words, in lower case and without a full stop. */
export function englishOf(parts: readonly PhrasePart[]): string {
  const isAllDay = parts.some((part) => allDayKeys.includes(part.key));
  const spoken = parts.filter((part) => !(isAllDay && part.key === 'everyDay'));
  return spoken.map(words).join(' ');
}

/** After these phrases "every day" is left out. */
const allDayKeys: readonly PhrasePart['key'][] = [
  'everyMinute',
  'everyMinutes',
  'everyHour',
  'minutesOfEveryHour',
  'everyHours',
];

/** A month by its number, 1 to 12. */
export function monthName(month: number): string {
  return monthNames[month - 1] ?? String(month);
}

/** Items as a sentence lists them: `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[], word = 'and'): string {
  const last = items.at(-1) ?? '';
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} ${word} ${last}` : last;
}

function words(part: PhrasePart): string {
  switch (part.key) {
    case 'everyMinute':
      return 'every minute';
    case 'everyMinutes': {
      const { every, first } = part.params;
      return first === 0 ? `every ${every} minutes` : `every ${every} minutes from minute ${first} of the hour`;
    }
    case 'everyHour':
      return part.params.minute === 0 ? 'every hour' : `every hour at minute ${part.params.minute}`;
    case 'minutesOfEveryHour':
      return `at ${counted('minute', part.params.minutes)} of every hour`;
    case 'everyHours':
      return `every ${part.params.every} hours from ${part.params.first}`;
    case 'everyHourBetween':
      return `every hour from ${part.params.from} to ${part.params.to}`;
    case 'everyMinutesBetween': {
      const { every, from, to } = part.params;
      return `every ${every === 1 ? 'minute' : `${every} minutes`} from ${from} to ${to}`;
    }
    case 'atTimes':
      return `at ${listed(part.params.times)}`;
    case 'minutesOfHours':
      return `at ${counted('minute', part.params.minutes)} of ${counted('hour', part.params.hours)}`;
    case 'atSun':
      return `at ${part.params.event}`;
    case 'beforeSun':
    case 'afterSun': {
      const { amount, unit, event } = part.params;
      const length = `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
      return `${length} ${part.key === 'beforeSun' ? 'before' : 'after'} ${event}`;
    }
    case 'everyDay':
      return 'every day';
    case 'onDate':
      return `on ${part.params.day} ${monthName(part.params.month)}`;
    case 'onDaysOfMonth':
      return `on ${counted('day', part.params.days)} of the month`;
    case 'everyDaysOfMonth': {
      const { every, from, to } = part.params;
      return `every ${every} days of the month from day ${from} to day ${to}`;
    }
    case 'onDaysOfWeek':
      return `${part.params.days.length === 1 && isRange(part.params.days[0]) ? 'from' : 'on'} ${weekdays(part.params.days)}`;
    case 'onDaysOfMonthOrWeek':
      return `on ${counted('day', part.params.daysOfMonth)} of the month and on every ${weekdays(part.params.daysOfWeek, 'and')}`;
    case 'onDaysOfMonthIfWeek':
      return `on ${counted('day', part.params.daysOfMonth)} of the month if it is ${weekdays(part.params.daysOfWeek, 'or')}`;
    case 'inMonths':
      return `in ${listed(part.params.months.map((span) => spanText(span, monthName)))}`;
  }
}

function weekdays(days: readonly ValueRange[], word = 'and'): string {
  return listed(
    days.map((span) => spanText(span, (day) => dayNames[day - 1] ?? String(day))),
    word,
  );
}

function counted(noun: string, spans: readonly ValueRange[]): string {
  const single = spans.length === 1 && !isRange(spans[0]);
  return `${noun}${single ? '' : 's'} ${listed(spans.map((span) => spanText(span, String)))}`;
}

function isRange(span: ValueRange | undefined): boolean {
  return span !== undefined && span.from !== span.to;
}

function spanText(span: ValueRange, name: (value: number) => string): string {
  return !isRange(span) ? name(span.from) : `${name(span.from)} to ${name(span.to)}`;
}
