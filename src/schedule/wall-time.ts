import { dateTextOfWall, dayMs, minuteMs, timeOfWall, twoDigits } from './civil-date';
import type { Zone } from './zone';

/** The date and time that a wall clock of the zone shows, `2026-03-29T02:30`, with seconds where there are any. */
export function wallTextAt(atMs: number, zone: Zone): string {
  const wallMs = atMs + zone.offsetMs(atMs);
  const seconds = new Date(wallMs).getUTCSeconds();
  return `${dateTextOfWall(wallMs)}T${timeOfWall(wallMs)}${seconds === 0 ? '' : `:${twoDigits(seconds)}`}`;
}

/** The instants at which a wall clock of the zone shows this: none in a gap, two in an overlap. In order of time. */
export function instantsOfWall(wallText: string, zone: Zone): number[] {
  const wallMs = Date.parse(`${wallText}Z`);
  if (Number.isNaN(wallMs)) return [];
  const offsets = new Set([wallMs - dayMs, wallMs + dayMs].map((nearMs) => zone.offsetMs(nearMs)));
  return [...offsets]
    .map((offsetMs) => ({ atMs: wallMs - offsetMs, offsetMs }))
    .filter(({ atMs, offsetMs }) => zone.offsetMs(atMs) === offsetMs)
    .map(({ atMs }) => atMs)
    .sort((a, b) => a - b);
}

/** An instant in ISO 8601 with the offset of the zone, such as `2026-01-31T12:00:00+01:00`. */
export function isoInZone(atMs: number, zone: Zone): string {
  const offsetMinutes = Math.round(zone.offsetMs(atMs) / minuteMs);
  const wall = new Date(atMs + offsetMinutes * minuteMs).toISOString().slice(0, 19);
  if (zone.name === 'UTC') return `${wall}Z`;
  const minutes = Math.abs(offsetMinutes);
  return `${wall}${offsetMinutes < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
