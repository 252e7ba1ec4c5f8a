import { type InputOf, weekDays } from '../../catalog';

type Body = InputOf<'evse.updateConfiguration'>['body'];
type WindowConfiguration = NonNullable<NonNullable<Body['configuration']>['windowConfiguration']>;
export type ConfiguredWindow = WindowConfiguration['windows'][number];

const minuteMs = 60_000;
const minutesADay = 1440;
const minutesAWeek = 7 * minutesADay;
/** 1 January 1970 was a Thursday. */
const epochWeekDay = 4;

/** Days and times of windows are UTC: the specification does not name a zone. */
function minuteOfWeek(at: number): number {
  return (Math.floor(at / minuteMs) + epochWeekDay * minutesADay) % minutesAWeek;
}

function minuteOfEdge({ day, time }: ConfiguredWindow['start']): number {
  return weekDays.indexOf(day) * minutesADay + Number(time.slice(0, 2)) * 60 + Number(time.slice(2));
}

/** Minutes forward from one minute of the week to another, round the week. */
function minutesUntil(from: number, to: number): number {
  return (to - from + minutesAWeek) % minutesAWeek;
}

/** The first window that is open; a window holds its start and not its stop, and may pass the end of the week. */
export function openWindow(windows: readonly ConfiguredWindow[], at: number): ConfiguredWindow | undefined {
  const minute = minuteOfWeek(at);
  return windows.find(({ start, stop }) => {
    const opens = minuteOfEdge(start);
    return minutesUntil(opens, minute) < minutesUntil(opens, minuteOfEdge(stop));
  });
}

/** The next instant after `at` at which a window opens or closes. */
export function nextWindowEdge(windows: readonly ConfiguredWindow[], at: number): number | undefined {
  const minute = minuteOfWeek(at);
  const waits = windows.flatMap(({ start, stop }) =>
    [start, stop].map((edge) => minutesUntil(minute, minuteOfEdge(edge)) || minutesAWeek),
  );
  return waits.length === 0 ? undefined : (Math.floor(at / minuteMs) + Math.min(...waits)) * minuteMs;
}
