import {
  type ChargeWindow,
  type Day,
  days,
  minuteOfEdge,
  minutesADay,
  timeOfMinute,
  windowLength,
  windowProblems,
  wrapMinute,
} from '../../src/charging';
import { defined } from '../../src/object';

/** The step of the mouse and the arrow keys, minutes. */
export const stepMinutes = 15;

/** A window from a minute of the week (0 = Sunday 00:00) with a length in minutes. */
export function windowFrom(
  startMinute: number,
  lengthMinutes: number,
  restrictions?: ChargeWindow['restrictions'],
): ChargeWindow {
  const edge = (minute: number) => {
    const wrapped = wrapMinute(minute);
    return { day: days[Math.floor(wrapped / minutesADay)] as Day, time: timeOfMinute(wrapped) };
  };
  return {
    start: edge(startMinute),
    stop: edge(startMinute + lengthMinutes),
    ...defined({ restrictions }),
  };
}

export function isDrawable(window: ChargeWindow): boolean {
  return windowProblems([window]).every(({ rule }) => rule === 'windowCurrent' || rule === 'windowEnergy');
}

/** The window moved by `byMinutes`. */
export function moveWindow(window: ChargeWindow, byMinutes: number): ChargeWindow {
  return windowFrom(minuteOfEdge(window.start) + byMinutes, windowLength(window), window.restrictions);
}

/** The window with its start or stop moved. Its length stays between one step and a week less one step. */
export function resizeWindow(window: ChargeWindow, edge: 'start' | 'stop', byMinutes: number): ChargeWindow {
  const start = minuteOfEdge(window.start);
  const length = windowLength(window);
  const maxMinutes = 7 * minutesADay - stepMinutes;
  const bounded = (minutes: number) => Math.min(maxMinutes, Math.max(stepMinutes, minutes));
  if (edge === 'stop') return windowFrom(start, bounded(length + byMinutes), window.restrictions);
  const nextLength = bounded(length - byMinutes);
  return windowFrom(start + length - nextLength, nextLength, window.restrictions);
}

/** The window at the same time on each day of the week. */
export function onEveryDay(window: ChargeWindow): ChargeWindow[] {
  return days.map((_, day) => moveWindow(window, day * minutesADay));
}
