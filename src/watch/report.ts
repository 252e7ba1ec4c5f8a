import { localMinuteOfWeek, minuteOfTime } from '../charging';
import { bootsOf, findingsOf, type Health } from './digest';
import type { Happening } from './incidents';
import type { WatchSettings } from './settings';
import type { ReportState } from './state';

interface Reported {
  readonly report?: ReportState;
  readonly happenings: readonly Happening[];
}

interface Asked {
  readonly before: ReportState | undefined;
  /** Absent: not every device was asked yet. */
  readonly health: readonly Health[] | undefined;
  /** A person wants it now. */
  readonly isAsked: boolean;
  readonly nowMs: number;
  readonly settings: WatchSettings;
}

/** The report of all devices when it is due: once a day or an interval, late where nothing ran at its time, and never twice. */
export function reportOf({ before, health, isAsked, nowMs, settings }: Asked): Reported {
  const { condition, timeZone } = settings;
  if (condition.kind !== 'report') return { happenings: [] };
  const { at, everyMs = 0 } = condition;
  const day = at === undefined ? '' : dayOf(at, nowMs, timeZone);
  if (health === undefined) return before === undefined ? { happenings: [] } : { report: before, happenings: [] };
  const boots = { ...before?.boots, ...bootsBy(health) };
  // The first report by a time that is new is the next one.
  const isNew = before === undefined || (before.day === '') !== (at === undefined);
  const isDue = !isNew && (at === undefined ? nowMs - before.atMs >= everyMs : day > before.day);
  const now = { day, atMs: nowMs, boots };
  if (!isDue && !isAsked) return { report: isNew ? now : before, happenings: [] };
  const findings = health.flatMap((one) => findingsOf(one, nowMs, before?.boots[one.deviceId]));
  const count = health.length - new Set(findings.map(({ deviceId }) => deviceId)).size;
  return {
    report: isDue || isNew ? now : before,
    happenings: [{ kind: 'report', atMs: nowMs, findings, count, total: health.length }],
  };
}

function bootsBy(health: readonly Health[]): Record<string, number> {
  return Object.fromEntries(
    health.flatMap(({ deviceId, facts }) => {
      const boots = bootsOf(facts);
      return boots === undefined ? [] : [[deviceId, boots]];
    }),
  );
}

const minuteMs = 60_000;
const minutesADay = 1_440;

/** The local day, `2026-11-23`, on which it was `at` (HHMM) last. An hour that comes twice belongs to one day. */
function dayOf(at: string, nowMs: number, timeZone: string): string {
  const minute = localMinuteOfWeek(nowMs, timeZone) % minutesADay;
  const sinceMs = ((minute - minuteOfTime(at) + minutesADay) % minutesADay) * minuteMs;
  return dateFormat(timeZone).format(nowMs - sinceMs);
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** A watch asks at each of its steps, and making a formatter takes fifty times as long as using it. */
function dateFormat(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit';
  const format =
    dateFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: two, day: two });
  dateFormats.set(timeZone, format);
  return format;
}
