import { type ChargeWindow, minuteOfEdge, windowLength } from './charge-window';
import { localMinuteOfWeek, wallClockSteps } from './local-time';
import { minutesUntil } from './week';

const weekMs = 7 * 86_400_000;

/** The index of the first window that is open at a minute of the week; -1 when none is. */
export function windowAtMinute(windows: readonly ChargeWindow[], minute: number): number {
  return windows.findIndex((window) => minutesUntil(minuteOfEdge(window.start), minute) < windowLength(window));
}

/** The index of the first window that is open at an instant (epoch ms) by the clock of a zone; -1: none. */
export function openWindow(windows: readonly ChargeWindow[], atMs: number, timeZone: string): number {
  return windowAtMinute(windows, localMinuteOfWeek(atMs, timeZone));
}

/**
 * The next instant after `atMs` at which another window is open, or none is; undefined when that does not change for a
 * week. Windows follow the local time, also on days on which the clock changes.
 */
export function nextWindowChange(windows: readonly ChargeWindow[], atMs: number, timeZone: string): number | undefined {
  const now = openWindow(windows, atMs, timeZone);
  const edges = windows.flatMap(({ start, stop }) => [minuteOfEdge(start), minuteOfEdge(stop)]);
  for (const stepMs of wallClockSteps(atMs, atMs + weekMs, timeZone, edges))
    if (openWindow(windows, stepMs, timeZone) !== now) return stepMs;
  return undefined;
}
