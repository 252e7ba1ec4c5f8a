import { dayMs, minuteMs } from './civil-date';
import type { Checked, ScheduleProblem } from './problem';

/** A change of a zone's UTC offset: the clock goes forward (a gap) when `afterMs > beforeMs`, back (an overlap) when less. */
export interface OffsetChange {
  /** The first instant of the new offset. */
  atMs: number;
  beforeMs: number;
  afterMs: number;
}

/** The UTC offsets of one IANA time zone. */
export interface Zone {
  name: string;
  /** Local time minus UTC at an instant, in milliseconds. */
  offsetMs(atMs: number): number;
  /** The change of offset in `(fromMs, toMs]`, for two instants at most {@link shortestOffsetMs} apart. */
  changeBetween(fromMs: number, toMs: number): OffsetChange | undefined;
}

/**
 * Two instants this far apart or less with the same offset have it in between, too. The shortest time with another
 * offset in the time zone database since 2000 is 6.96 days (America/Recife in October 2000).
 */
export const shortestOffsetMs = 6 * dayMs;

/** True for a name of the IANA time zone database as it is spelled there; false for offsets such as `+02:00`. */
export function isTimeZone(text: string): boolean {
  return zoneNamed(text) !== undefined;
}

/** The zone of a `timeZone` input, UTC when it is absent. */
export function checkedZone(timeZone: string | undefined): Checked<Zone> {
  const zone = zoneNamed(timeZone ?? 'UTC');
  if (zone !== undefined) return { ok: true, value: zone };
  const problem: ScheduleProblem = {
    field: 'timeZone',
    code: 'unknown-time-zone',
    params: { text: timeZone ?? '' },
    message: `"${timeZone}" is not an IANA time zone such as Europe/Berlin`,
  };
  return { ok: false, problems: [problem] };
}

/** Intl also reads abbreviations such as PST or IST, which are not in the database; these are. */
const threeLetterNames = 'CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' ');

const zones = new Map<string, Zone>();

/** The zone of an IANA name, or undefined. Cached: making a formatter takes fifty times as long as using it. */
export function zoneNamed(name: string): Zone | undefined {
  const kept = zones.get(name);
  if (kept !== undefined) return kept;
  if (!/^[A-Z]/.test(name) || (name.length === 3 && !threeLetterNames.includes(name))) return undefined;
  const format = formatFor(name);
  if (format === undefined) return undefined;
  // Intl reads "EUROPE/BERLIN", too; a service that looks the name up does not have to.
  const canonical = format.resolvedOptions().timeZone;
  if (canonical !== name && canonical.toLowerCase() === name.toLowerCase()) return undefined;
  const zone = createZone(name, format);
  zones.set(name, zone);
  return zone;
}

function formatFor(timeZone: string): Intl.DateTimeFormat | undefined {
  const two = '2-digit';
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
  } catch {
    return undefined;
  }
}

function createZone(name: string, format: Intl.DateTimeFormat): Zone {
  // The time span whose offset is known; for ascending instants it grows by one reading in six days.
  let knownFromMs = Number.NaN;
  let knownToMs = Number.NaN;
  let knownOffsetMs = Number.NaN;

  function read(atMs: number): number {
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (
      format.format(atMs).match(/\d+/g) ?? []
    ).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
  }

  function offsetMs(atMs: number): number {
    const aheadMs = knownToMs + shortestOffsetMs;
    if (atMs > knownToMs && atMs <= aheadMs && read(aheadMs) === knownOffsetMs) knownToMs = aheadMs;
    if (atMs >= knownFromMs && atMs <= knownToMs) return knownOffsetMs;
    knownOffsetMs = read(atMs);
    knownFromMs = atMs;
    knownToMs = atMs;
    return knownOffsetMs;
  }

  function changeBetween(fromMs: number, toMs: number): OffsetChange | undefined {
    const beforeMs = offsetMs(fromMs);
    const afterMs = offsetMs(toMs);
    if (beforeMs === afterMs) return undefined;
    // Laws change the clock on whole minutes.
    let lowMs = Math.floor(fromMs / minuteMs) * minuteMs;
    let highMs = Math.ceil(toMs / minuteMs) * minuteMs;
    while (highMs - lowMs > minuteMs) {
      const middleMs = Math.floor((lowMs + highMs) / 2 / minuteMs) * minuteMs;
      if (read(middleMs) === beforeMs) lowMs = middleMs;
      else highMs = middleMs;
    }
    return { atMs: highMs, beforeMs, afterMs };
  }

  return { name, offsetMs, changeBetween };
}
