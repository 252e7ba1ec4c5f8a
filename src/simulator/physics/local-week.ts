import { zoneNamed } from '../../schedule';
import { dayMs, minuteMs, minutesADay, utcOffsetMs } from './local-time';

export const minutesAWeek = 7 * minutesADay;
const weekMs = 7 * dayMs;
/** 1 January 1970 was a Thursday. */
const firstWeekDay = 4;

/** Local time minus UTC; without a zone, that of the simulated house. */
export function offsetIn(zone: string | undefined, at: number): number {
  return (zone === undefined ? undefined : zoneNamed(zone)?.offsetMs(at)) ?? utcOffsetMs;
}

/** Milliseconds since Sunday 00:00 of a local time, which is an instant plus the offset of its zone. */
function timeInWeek(localTime: number): number {
  const since = localTime + firstWeekDay * dayMs;
  return since - Math.floor(since / weekMs) * weekMs;
}

const weekTime = (at: number, zone: string | undefined) => timeInWeek(at + offsetIn(zone, at));

/** Whole minutes since Sunday 00:00 of a local time. */
export function minuteInWeek(localTime: number): number {
  return Math.floor(timeInWeek(localTime) / minuteMs);
}

/** Whole minutes since Sunday 00:00 by the clock of a zone, 0 to 10079. */
export function weekMinute(at: number, zone: string | undefined): number {
  return Math.floor(weekTime(at, zone) / minuteMs);
}

/** The first instant at or after `from` at which the clock of a zone shows this minute of the week. */
export function nextInWeek(minute: number, from: number, zone: string | undefined): number {
  const wait = minute * minuteMs - weekTime(from, zone);
  const wanted = from + (wait < 0 ? wait + weekMs : wait);
  // The clock may have been set in between.
  const at = wanted + offsetIn(zone, from) - offsetIn(zone, wanted);
  return at < from ? at + weekMs : at;
}
