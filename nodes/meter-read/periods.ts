import type { Zone } from '../../src/schedule';

export type Period = 'hour' | 'day' | 'month';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Where the period of the zone's calendar begins in which the instant lies. */
export function periodStart(zone: Zone, atMs: number, period: Period): number {
  const wallMs = atMs + zone.offsetMs(atMs);
  if (period === 'hour') {
    const startMs = atMs - modulo(wallMs, hourMs);
    // Where the clock changes by half an hour, an hour begins with the change.
    return zone.changeBetween(startMs, atMs)?.atMs ?? startMs;
  }
  const wall = new Date(wallMs);
  const day = period === 'day' ? wall.getUTCDate() : 1;
  return instantOfMidnight(zone, Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), day));
}

/** Where the period ends that begins at `startMs`: an hour that the clock repeats is two, a day may have 23 or 25. */
export function periodEnd(zone: Zone, startMs: number, period: Period): number {
  if (period === 'hour') {
    const endMs = startMs - modulo(startMs + zone.offsetMs(startMs), hourMs) + hourMs;
    return zone.changeBetween(startMs, endMs)?.atMs ?? endMs;
  }
  const wall = new Date(startMs + zone.offsetMs(startMs));
  const [month, day] = period === 'day' ? [wall.getUTCMonth(), wall.getUTCDate() + 1] : [wall.getUTCMonth() + 1, 1];
  return instantOfMidnight(zone, Date.UTC(wall.getUTCFullYear(), month, day));
}

/** The first instant of a day; where the clock skips midnight, that of the change. */
function instantOfMidnight(zone: Zone, wallMs: number): number {
  const candidates = [wallMs - dayMs, wallMs + dayMs].map((near) => wallMs - zone.offsetMs(near));
  const there = candidates.filter((atMs) => atMs + zone.offsetMs(atMs) === wallMs);
  return there.length > 0 ? Math.min(...there) : Math.max(...candidates);
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
