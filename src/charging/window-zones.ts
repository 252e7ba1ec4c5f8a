import { type ChargeWindow, minuteOfEdge, type WindowEdge } from './charge-window';
import { localMinuteOfWeek } from './local-time';
import { type Day, days, minutesADay, minutesAWeek, timeOfMinute, wrapMinute } from './week';

/** The zone that people read the times of charge windows in, and the one that the charger does. IANA names. */
export interface WindowZones {
  readonly drawn: string;
  readonly charger: string;
}

const minuteMs = 60_000;
const dayMs = minutesADay * minuteMs;
/** Every zone that changes its clock does so within a year. */
const horizonDays = 400;

/** How much later the clock of the charger shows the time of an instant (epoch ms); negative: earlier. Minutes. */
export function zoneShift(atMs: number, { drawn, charger }: WindowZones): number {
  const minutes = wrapMinute(localMinuteOfWeek(atMs, charger) - localMinuteOfWeek(atMs, drawn));
  return minutes > minutesAWeek / 2 ? minutes - minutesAWeek : minutes;
}

/** The windows with every edge `minutes` later in the week; their limits stay. */
export function shiftWindows(windows: readonly ChargeWindow[], minutes: number): ChargeWindow[] {
  const shifted = (edge: WindowEdge): WindowEdge => {
    const minute = wrapMinute(minuteOfEdge(edge) + minutes);
    return { day: days[Math.floor(minute / minutesADay)] as Day, time: timeOfMinute(minute) };
  };
  return windows.map((window) => ({ ...window, start: shifted(window.start), stop: shifted(window.stop) }));
}

/** The first instant after `fromMs` from which {@link zoneShift} differs; undefined if it does not for over a year. */
export function nextShiftChange(fromMs: number, zones: WindowZones): number | undefined {
  const before = zoneShift(fromMs, zones);
  for (let day = 1; day <= horizonDays; day += 1) {
    const toMs = fromMs + day * dayMs;
    if (zoneShift(toMs, zones) === before) continue;
    // Laws change the clock on whole minutes.
    let low = Math.floor((toMs - dayMs) / minuteMs);
    let high = Math.ceil(toMs / minuteMs);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (zoneShift(middle * minuteMs, zones) === before) low = middle;
      else high = middle;
    }
    return high * minuteMs;
  }
  return undefined;
}

/** Whether two lists hold the same windows, in any order; an absent limit is 0, no limit. Anything else than windows differs. */
export function sameWindows(one: unknown, other: unknown): boolean {
  const text = (windows: unknown) =>
    Array.isArray(windows)
      ? windows
          .map((window) => windowsText([window]))
          .sort()
          .join()
      : undefined;
  return text(one) !== undefined && text(one) === text(other);
}

/** The content of a list of windows in their order: an absent limit means no limit, as 0 does. */
export function windowsText(windows: unknown): string {
  return JSON.stringify(
    ((windows ?? []) as Partial<ChargeWindow>[]).map(({ start, stop, restrictions }) => [
      start?.day,
      start?.time,
      stop?.day,
      stop?.time,
      restrictions?.maxCurrent ?? 0,
      restrictions?.maxEnergy ?? 0,
    ]),
  );
}
