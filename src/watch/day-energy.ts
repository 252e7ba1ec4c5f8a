import { localMinuteOfWeek, minutesADay } from '../charging';
import { defined } from '../object';
import type { Fact, Facts } from './measures';
import { type Counters, countersOf } from './power';

/** What the counters of a device tell of a local day. */
export interface DayEnergy {
  /** When the day began, epoch ms. */
  readonly dayMs: number;
  /** The counter at that instant, Wh; absent: nobody knows. */
  readonly fromWh?: number;
  /** The newest counters. */
  readonly last: Counters;
  /** The counter has fallen on this day: what it had counted before is not known. */
  readonly wasReset?: true;
}

/** Of two counters that are further apart nobody knows what was drawn before midnight. */
const mostSeconds = 900;
const minuteMs = 60_000;

/** What is known after one more look at the counters. Between two looks around midnight the load was even. */
export function nextDayEnergy(before: DayEnergy | undefined, now: Counters, timeZone: string): DayEnergy {
  if (before !== undefined && now.ts <= before.last.ts) return before;
  const dayMs = dayStartOf(now.ts * 1_000, timeZone);
  if (before === undefined)
    return { dayMs, last: now, ...(now.ts * 1_000 === dayMs ? { fromWh: now.deliveredWh } : {}) };
  const isReset = now.deliveredWh < before.last.deliveredWh;
  const isSameDay = dayMs === before.dayMs;
  if (isReset || (isSameDay && before.wasReset === true)) return { dayMs, last: now, wasReset: true };
  if (isSameDay) return { ...before, last: now };
  return { dayMs, last: now, ...defined({ fromWh: counterAt(dayMs / 1_000, before.last, now) }) };
}

/** The counter at an instant between two looks, Wh. */
function counterAt(ts: number, before: Counters, now: Counters): number | undefined {
  const seconds = now.ts - before.ts;
  if (ts === now.ts) return now.deliveredWh;
  if (seconds > mostSeconds) return undefined;
  return before.deliveredWh + ((now.deliveredWh - before.deliveredWh) * (ts - before.ts)) / seconds;
}

/** What history and later looks tell together; `items` are the counters since before midnight. */
export function dayEnergySince(
  items: readonly Counters[],
  { later, timeZone }: { readonly later: DayEnergy | undefined; readonly timeZone: string },
): DayEnergy | undefined {
  const inOrder = [...items].sort((a, b) => a.ts - b.ts);
  const known = inOrder.reduce<DayEnergy | undefined>((day, one) => nextDayEnergy(day, one, timeZone), undefined);
  if (known === undefined || later === undefined) return known ?? later;
  const joined = nextDayEnergy(known, later.last, timeZone);
  // What was seen to fall between two items of history stays so.
  return later.wasReset === true && joined.dayMs === later.dayMs
    ? { dayMs: joined.dayMs, last: joined.last, wasReset: true }
    : joined;
}

/** The energy of the day until the newest look, kWh; undefined where it is not known. */
export function energyToday({ fromWh, last }: DayEnergy): Fact | undefined {
  return fromWh === undefined ? undefined : { value: (last.deliveredWh - fromWh) / 1_000, ts: last.ts };
}

/** The facts with what was drawn since midnight, kWh, where they have counters and it is known. spec 2.5 */
export function withEnergyToday(
  facts: Facts,
  before: DayEnergy | undefined,
  timeZone: string,
): { readonly facts: Facts; readonly day?: DayEnergy } {
  const now = countersOf(facts);
  if (now === undefined) return { facts, ...defined({ day: before }) };
  const day = nextDayEnergy(before, now, timeZone);
  const energy = energyToday(day);
  return { facts: energy === undefined ? facts : new Map(facts).set(energyTodayPath, energy), day };
}

export const energyTodayPath = 'meter.telemetry.energyTodayKWH';

/** When the local day of an instant began, epoch ms. A day may have 23 or 25 hours. */
export function dayStartOf(atMs: number, timeZone: string): number {
  const minuteOf = (instantMs: number) => localMinuteOfWeek(instantMs, timeZone) % minutesADay;
  const minuteStartMs = Math.floor(atMs / minuteMs) * minuteMs;
  // By the clock on the wall; where that was changed since midnight, the rest is put right.
  const onceMs = minuteStartMs - minuteOf(minuteStartMs) * minuteMs;
  const minute = minuteOf(onceMs);
  if (minute === 0) return onceMs;
  return onceMs + (minute > minutesADay / 2 ? minutesADay - minute : -minute) * minuteMs;
}
