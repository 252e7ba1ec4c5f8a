import { leastCurrentA, mostCurrentA, mostEnergyWh } from './current-limit';
import { type Day, days, isDay, isTime, minuteOfTime, minutesADay, minutesAWeek, minutesUntil } from './week';

/** One end of a charge window. spec 2.11 */
export interface WindowEdge {
  readonly day: Day;
  /** `HHMM`, 24 hours. */
  readonly time: string;
}

/** When charging is allowed, and how fast: 0 A and 0 Wh mean no limit. Includes its start and not its stop. spec 2.11 */
export interface ChargeWindow {
  readonly start: WindowEdge;
  readonly stop: WindowEdge;
  readonly restrictions?: { readonly maxCurrent?: number; readonly maxEnergy?: number };
}

/** What is wrong with one part of a list of windows; `rule` is the key of its text. */
export interface WindowProblem {
  /** Such as `[2].stop.time`. */
  readonly path: string;
  readonly rule: 'windowList' | 'windowDay' | 'windowTime' | 'windowLength' | 'windowCurrent' | 'windowEnergy';
}

/** Every problem of a list of windows at once. spec 2.11, 4.7 */
export function windowProblems(value: unknown): WindowProblem[] {
  if (!Array.isArray(value)) return [{ path: '', rule: 'windowList' }];
  return value.flatMap((window: unknown, index) => problemsOf(window, `[${index}]`));
}

function problemsOf(window: unknown, at: string): WindowProblem[] {
  const { start, stop, restrictions } = parts(window);
  const problems = [...edgeProblems(start, `${at}.start`), ...edgeProblems(stop, `${at}.stop`)];
  // A window that stops when it starts could mean all week or never.
  if (problems.length === 0 && minuteOfEdge(start as WindowEdge) === minuteOfEdge(stop as WindowEdge))
    problems.push({ path: `${at}.stop`, rule: 'windowLength' });
  const { maxCurrent, maxEnergy } = parts(restrictions);
  if (!isLimit(maxCurrent, leastCurrentA))
    problems.push({ path: `${at}.restrictions.maxCurrent`, rule: 'windowCurrent' });
  if (!isLimit(maxEnergy, 1)) problems.push({ path: `${at}.restrictions.maxEnergy`, rule: 'windowEnergy' });
  return problems;
}

function edgeProblems(edge: unknown, at: string): WindowProblem[] {
  const { day, time } = parts(edge);
  return [
    ...(isDay(day) ? [] : [{ path: `${at}.day`, rule: 'windowDay' } as const]),
    ...(isTime(time) ? [] : [{ path: `${at}.time`, rule: 'windowTime' } as const]),
  ];
}

function isLimit(value: unknown, least: number): boolean {
  if (value === undefined || value === 0) return true;
  return typeof value === 'number' && Number.isFinite(value) && value >= least;
}

/** A limit above the highest that is assumed; `rule` is the key of its text. */
export interface WindowWarning {
  /** Counted from 1. */
  readonly number: number;
  readonly rule: 'windowCurrent' | 'windowEnergy';
  readonly limit: number;
}

/** Every limit of a list of windows that is more than is assumed. */
export function windowWarnings(value: unknown): WindowWarning[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((window: unknown, index) => {
    const { maxCurrent, maxEnergy } = parts(parts(window).restrictions);
    const number = index + 1;
    return [
      ...(Number(maxCurrent) > mostCurrentA ? [{ number, rule: 'windowCurrent', limit: mostCurrentA } as const] : []),
      ...(Number(maxEnergy) > mostEnergyWh ? [{ number, rule: 'windowEnergy', limit: mostEnergyWh } as const] : []),
    ];
  });
}

function parts(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The minute of the week of an edge, 0 = Sunday 00:00. */
export function minuteOfEdge({ day, time }: WindowEdge): number {
  return days.indexOf(day) * minutesADay + minuteOfTime(time);
}

/** How long a window is open, in minutes; it may pass the end of the week. */
export function windowLength({ start, stop }: ChargeWindow): number {
  return minutesUntil(minuteOfEdge(start), minuteOfEdge(stop));
}

/** A part of a window within one day: minutes since that day's midnight, `toMinute` up to 1440. */
export interface DaySpan {
  readonly day: Day;
  readonly fromMinute: number;
  readonly toMinute: number;
  /** Whether the window begins, and ends, in this part. */
  readonly first: boolean;
  readonly last: boolean;
}

/** A window day by day, in order of time: it may pass midnight, and the end of the week. */
export function spansOf(window: ChargeWindow): DaySpan[] {
  const startMinute = minuteOfEdge(window.start);
  const endMinute = startMinute + windowLength(window);
  const spans: DaySpan[] = [];
  for (let at = startMinute; at < endMinute; ) {
    const dayStart = Math.floor(at / minutesADay) * minutesADay;
    const to = Math.min(dayStart + minutesADay, endMinute);
    const day = days[(dayStart / minutesADay) % 7] as Day;
    const span = { day, fromMinute: at - dayStart, toMinute: to - dayStart };
    spans.push({ ...span, first: at === startMinute, last: to === endMinute });
    at = to;
  }
  return spans;
}

/** Two windows that are open at the same time, by their indexes in the list. */
export interface Overlap {
  readonly first: number;
  readonly second: number;
  /** The minute of the week at which both are open first. */
  readonly fromMinute: number;
  readonly minutes: number;
}

/** Every time span that two windows share. Which of them counts there is not documented. spec 2.11 */
export function windowOverlaps(windows: readonly ChargeWindow[]): Overlap[] {
  return windows.flatMap((one, first) =>
    windows.slice(first + 1).flatMap((other, offset) => {
      const second = first + 1 + offset;
      return sharedSpans(one, other).map((span) => ({ first, second, ...span }));
    }),
  );
}

function sharedSpans(one: ChargeWindow, other: ChargeWindow): { fromMinute: number; minutes: number }[] {
  const start = minuteOfEdge(one.start);
  const length = windowLength(one);
  const from = minutesUntil(start, minuteOfEdge(other.start));
  const to = from + windowLength(other);
  // The second window may begin in the week after the start of the first, or have begun in the week before it.
  return [0, -minutesAWeek].flatMap((shift) => {
    const begin = Math.max(0, from + shift);
    const end = Math.min(length, to + shift);
    return end > begin ? [{ fromMinute: (start + begin) % minutesAWeek, minutes: end - begin }] : [];
  });
}
