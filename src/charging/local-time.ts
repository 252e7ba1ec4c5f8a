import { days, minutesADay } from './week';

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const shortDays = days.map((day) => day.slice(0, 3));
const formats = new Map<string, Intl.DateTimeFormat>();

// Making a formatter takes fifty times as long as using it.
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const two = '2-digit';
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      hour: two,
      minute: two,
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** Whether this is an IANA time zone name such as `Europe/Berlin`; offsets and abbreviations are not. */
export function isTimeZoneName(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][\w+-]*(\/[\w+-]+)+$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The local time in a zone as the minute of the week, 0 = Sunday 00:00. Throws a RangeError for an unknown zone. */
export function localMinuteOfWeek(atMs: number, timeZone: string): number {
  const part = new Map(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );
  const day = shortDays.indexOf(String(part.get('weekday')).toLowerCase());
  return day * minutesADay + Number(part.get('hour')) * 60 + Number(part.get('minute'));
}

/**
 * Instants after `fromMs` at which something that depends on the local time can change: the given minutes of the week,
 * and every quarter of an hour, because clock changes happen on those. Ends with `toMs`.
 */
export function* wallClockSteps(
  fromMs: number,
  toMs: number,
  timeZone: string,
  edges: readonly number[],
): Generator<number> {
  for (let atMs = fromMs; atMs < toMs; ) {
    const quarterEnd = (Math.floor(atMs / quarterMs) + 1) * quarterMs;
    const minuteStart = Math.floor(atMs / minuteMs) * minuteMs;
    const minute = localMinuteOfWeek(atMs, timeZone);
    let next = Math.min(quarterEnd, toMs);
    for (const edge of edges) {
      const edgeMs = minuteStart + (edge - minute) * minuteMs;
      if (edgeMs > atMs && edgeMs < next) next = edgeMs;
    }
    atMs = next;
    yield atMs;
  }
}
