import type { Checked, ScheduleProblem } from './problem';
import { checkedZone, type Zone } from './zone';

/** The location for sun times. The service writes coordinates as text (spec 2.10 `coordinates`). */
export interface LocationInput {
  /** Decimal degrees, north positive, -90 to 90. */
  latitude: string | number;
  /** Decimal degrees, east positive, -180 to 180. */
  longitude: string | number;
  /** IANA name: whose civil dates and UTC offsets are meant; UTC when absent. */
  timeZone?: string | undefined;
}

export interface Location {
  latitude: number;
  longitude: number;
  zone: Zone;
}

/** Checks coordinates and zone; returns every problem. */
export function checkedLocation(input: LocationInput): Checked<Location> {
  const latitude = degrees('latitude', input.latitude, 90);
  const longitude = degrees('longitude', input.longitude, 180);
  const zone = checkedZone(input.timeZone);
  if (latitude.ok && longitude.ok && zone.ok) {
    return { ok: true, value: { latitude: latitude.value, longitude: longitude.value, zone: zone.value } };
  }
  return { ok: false, problems: [latitude, longitude, zone].flatMap((part) => (part.ok ? [] : part.problems)) };
}

function degrees(field: 'latitude' | 'longitude', input: string | number, limit: number): Checked<number> {
  const refuse = (code: string, params: ScheduleProblem['params'], reason: string): Checked<number> => ({
    ok: false,
    problems: [{ field, code, params, message: `${field}: ${reason}` }],
  });
  const text = String(input).trim();
  if (text === '') return refuse('missing', {}, 'is missing');
  const value = typeof input === 'number' || /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return refuse('not-degrees', { text }, `"${text}" is not a number of decimal degrees`);
  if (Math.abs(value) > limit)
    return refuse('out-of-range', { value, min: -limit, max: limit }, `${value} is not within ${-limit} to ${limit}`);
  return { ok: true, value };
}
