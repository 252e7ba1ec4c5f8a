import { getTimes } from 'suncalc';
import { hourMs, wallOfDateText } from './civil-date';
import { checkedLocation, type Location, type LocationInput } from './location';
import type { Checked } from './problem';

/**
 * The sun on one civil date. Instants are epoch milliseconds.
 * Sunrise and sunset are those around the noon of the date: north of about 63 degrees the sunset can be after midnight,
 * on the next date of the calendar. On polar days and nights there is neither.
 */
export type SunTimes = { date: string } & SunEvents;

export type SunEvents =
  | { kind: 'normal'; sunriseMs: number; sunsetMs: number }
  | { kind: 'polar-day' }
  | { kind: 'polar-night' };

/**
 * Sunrise and sunset of a civil date (`YYYY-MM-DD`): the upper limb of the sun on a level horizon at sea level, with mean
 * refraction (centre of the sun at -0.833 degrees), as almanacs define them.
 */
export function sunTimes(input: LocationInput & { date: string }): Checked<SunTimes> {
  const location = checkedLocation(input);
  const midnightWallMs = wallOfDateText(input.date);
  if (location.ok && midnightWallMs !== undefined) {
    return { ok: true, value: { date: input.date, ...sunEvents(location.value, midnightWallMs) } };
  }
  const problems = location.ok ? [] : location.problems;
  if (midnightWallMs === undefined) {
    const message = `"${input.date}" is not a date written YYYY-MM-DD`;
    problems.push({ field: 'date', code: 'not-a-date', params: { text: input.date }, message });
  }
  return { ok: false, problems };
}

/** {@link sunTimes} of a checked location; the date is given as midnight on its wall clock. */
export function sunEvents(location: Location, midnightWallMs: number): SunEvents {
  const times = getTimes(new Date(localNoonMs(location, midnightWallMs)), location.latitude, location.longitude);
  if (times.sunrise !== null && times.sunset !== null) {
    return { kind: 'normal', sunriseMs: times.sunrise.getTime(), sunsetMs: times.sunset.getTime() };
  }
  return { kind: times.alwaysUp === true ? 'polar-day' : 'polar-night' };
}

/** suncalc gives the events around the nearest solar noon: near midnight that may be the noon of another day. */
function localNoonMs(location: Location, midnightWallMs: number): number {
  const noonWallMs = midnightWallMs + 12 * hourMs;
  return noonWallMs - location.zone.offsetMs(noonWallMs);
}
