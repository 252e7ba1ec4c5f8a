import type { TextKey, TextsOf } from '../../src/admin-api';
import type { PhrasePart, ValueRange } from '../../src/schedule';
import type english from './locales/en-US/batch-schedule.json';

/** The texts and names of one language. */
export interface Words {
  /** A text of this node by its key. */
  readonly text: TextsOf<typeof english>;
  /** A month by its number, 1 to 12. */
  month(month: number): string;
  /** A day by its ISO 8601 number, 1 (Monday) to 7. */
  weekday(day: number): string;
  /** A time of day (`HH:MM`) as the language writes it. */
  time(time: string): string;
}

/** Phrases that need no "every day" beside them. */
const roundTheClock: readonly PhrasePart['key'][] = [
  'everyMinute',
  'everyMinutes',
  'everyHour',
  'minutesOfEveryHour',
  'everyHours',
];

/** A schedule as a sentence in one language. */
export function phraseText(parts: readonly PhrasePart[], words: Words): string {
  const wholeDay = parts.some(({ key }) => roundTheClock.includes(key));
  return parts
    .filter(({ key }) => !(wholeDay && key === 'everyDay'))
    .map((part) => partText(part, words))
    .join(' ');
}

/** A list for a sentence, such as `a, b and c`. */
export function listText(items: readonly string[], { text }: Words, word: 'and' | 'or' = 'and'): string {
  const last = items.at(-1) ?? '';
  if (items.length < 2) return last;
  return text(`list.${word}`, { most: items.slice(0, -1).join(text('list.separator')), last });
}

/** Times of day (`HH:MM`) as a list for a sentence. */
export function timesText(times: readonly string[], words: Words): string {
  return listText(times.map(words.time), words);
}

function partText(part: PhrasePart, words: Words): string {
  const { text, month, weekday, time } = words;
  const texts = (
    key: TextKey<(typeof english)['batch-schedule']['phrase']>,
    params: Record<string, string | number> = {},
  ) => text(`phrase.${key}`, params);
  const numbers = (spans: readonly ValueRange[]) =>
    listText(
      spans.map((span) => spanText(span, String, words)),
      words,
    );
  const days = (spans: readonly ValueRange[], word?: 'and' | 'or') =>
    listText(
      spans.map((span) => spanText(span, weekday, words)),
      words,
      word,
    );
  switch (part.key) {
    case 'everyMinutes':
      return texts(part.params.first === 0 ? part.key : 'everyMinutesFrom', part.params);
    case 'everyHour':
      return texts(part.params.minute === 0 ? part.key : 'everyHourAt', part.params);
    case 'minutesOfEveryHour':
      return texts(part.key, { minutes: numbers(part.params.minutes) });
    case 'everyHours':
      return texts(part.key, { ...part.params, first: time(part.params.first) });
    case 'everyHourBetween':
      return texts(part.key, { from: time(part.params.from), to: time(part.params.to) });
    case 'everyMinutesBetween': {
      const { every, from, to } = part.params;
      return texts(every === 1 ? 'everyMinuteBetween' : part.key, { every, from: time(from), to: time(to) });
    }
    case 'atTimes':
      return texts(part.key, { times: timesText(part.params.times, words) });
    case 'minutesOfHours': {
      const { minutes, hours } = part.params;
      const key = isSingle(minutes) ? 'minuteOfHours' : isSingle(hours) ? 'minutesOfHour' : part.key;
      return texts(key, { minutes: numbers(minutes), hours: numbers(hours) });
    }
    case 'atSun':
      return texts(part.params.event === 'sunrise' ? 'atSunrise' : 'atSunset');
    case 'beforeSun':
    case 'afterSun': {
      const { event, amount, unit } = part.params;
      const length = texts(amount === 1 ? (unit === 'minutes' ? 'minute' : 'second') : unit, { amount });
      const when = part.key === 'beforeSun' ? 'before' : 'after';
      return texts(`${when}Sun${event === 'sunrise' ? 'rise' : 'set'}`, { length });
    }
    case 'onDate':
      return texts(part.key, { day: part.params.day, month: month(part.params.month) });
    case 'onDaysOfMonth':
      return texts(isSingle(part.params.days) ? 'onDayOfMonth' : part.key, { days: numbers(part.params.days) });
    case 'onDaysOfWeek': {
      const [first] = part.params.days;
      const isRange = part.params.days.length === 1 && first !== undefined && first.from !== first.to;
      return texts(isRange ? 'onDaysOfWeekRange' : part.key, { days: days(part.params.days) });
    }
    case 'onDaysOfMonthOrWeek':
    case 'onDaysOfMonthIfWeek': {
      const word = part.key === 'onDaysOfMonthOrWeek' ? 'Or' : 'If';
      return texts(`onDay${isSingle(part.params.daysOfMonth) ? '' : 's'}OfMonth${word}Week`, {
        daysOfMonth: numbers(part.params.daysOfMonth),
        daysOfWeek: days(part.params.daysOfWeek, word === 'Or' ? 'and' : 'or'),
      });
    }
    case 'inMonths':
      return texts(part.key, {
        months: listText(
          part.params.months.map((span) => spanText(span, month, words)),
          words,
        ),
      });
    default:
      return texts(part.key, part.params);
  }
}

function isSingle(spans: readonly ValueRange[]): boolean {
  const [first] = spans;
  return spans.length === 1 && first?.from === first?.to;
}

function spanText({ from, to }: ValueRange, name: (value: number) => string, { text }: Words): string {
  return from === to ? name(from) : text('list.range', { from: name(from), to: name(to) });
}
