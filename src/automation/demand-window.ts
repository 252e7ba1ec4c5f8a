import { localMinuteOfWeek } from '../charging';
import { countWindow, localDay } from './month';
import type { ManagerSettings, Now } from './settings';
import type { ManagerState } from './state';

/** The limits that follow from a window of demand, W. Absent `shed`: nothing is opened for it now. */
export interface DemandLimits {
  readonly shed?: number;
  readonly restore: number;
  /** The window's energy is used up. */
  readonly spent: boolean;
  /** The energy is less than when the window began. */
  readonly wentBack?: boolean;
  readonly usedWh?: number;
  readonly leftMs: number;
}

const quietShare = 0.2;
const quietEndMs = 30_000;
const minuteMs = 60_000;

/**
 * The power that may be drawn for the rest of the window. Windows follow the tariff's wall time. In the first fifth and the
 * last 30 s nothing is opened for it; a window that was under way at the start, or was cut by a step of the clock, is kept at
 * its average. Restoring never counts on more than the average, so that the next window begins without a shed.
 */
export function demandLimits(
  draft: ManagerState,
  settings: ManagerSettings,
  energyWh: number | undefined,
  limit: number,
  now: Now,
): DemandLimits {
  const minutes = settings.demand?.minutes ?? 15;
  const lengthMs = minutes * minuteMs;
  const intoMs = intoWindowMs(settings.timeZone, minutes, now.wallMs);
  // By the local clock, so that windows of an hour are right in zones that are half an hour apart.
  const minute = Math.round((now.wallMs - intoMs) / minuteMs);
  noteWindow(draft, settings, minute, energyWh, now, intoMs);
  const { demand } = draft;
  const leftMs = Math.max(0, lengthMs - intoMs);
  if (demand?.beganWh === undefined || energyWh === undefined)
    return { shed: limit, restore: limit, spent: false, leftMs };
  // A counter that went back tells nothing of this window.
  if (energyWh < demand.beganWh) return { shed: limit, restore: limit, spent: false, wentBack: true, leftMs };
  const usedWh = energyWh - demand.beganWh;
  const wholeWh = (limit * lengthMs) / 3_600_000;
  const rest = leftMs === 0 ? 0 : ((wholeWh - usedWh) * 3_600_000) / leftMs;
  const spent = usedWh >= wholeWh;
  const quiet = intoMs < quietShare * lengthMs || leftMs < quietEndMs;
  return {
    restore: Math.max(0, Math.min(limit, rest)),
    spent,
    usedWh,
    leftMs,
    ...(quiet || spent ? {} : { shed: rest }),
  };
}

function noteWindow(
  draft: ManagerState,
  { demand: asked, timeZone }: ManagerSettings,
  minute: number,
  energyWh: number | undefined,
  now: Now,
  intoMs: number,
): void {
  const { demand } = draft;
  if (demand !== undefined && demand.minute === minute) return;
  const minutes = asked?.minutes ?? 15;
  // Only a window that was seen to begin is measured from its begin.
  const followed = demand !== undefined && minute > demand.minute && intoMs < 60_000 && energyWh !== undefined;
  if (followed && minute === demand.minute + minutes) countWindow(draft, demand, energyWh, minutes * minuteMs);
  const begun = { minute, beganAt: now.monotonicMs, day: localDay(timeZone, minute * minuteMs) };
  draft.demand = { ...begun, ...(followed ? { beganWh: energyWh } : {}) };
}

function intoWindowMs(timeZone: string, minutes: number, wallMs: number): number {
  return (localMinuteOfWeek(wallMs, timeZone) % minutes) * minuteMs + (wallMs % minuteMs);
}
