import type { ManagerSettings } from './settings';
import type { ManagerState, WindowState } from './state';

/** What was measured of the present month of a tariff of demand. */
export interface MonthState {
  /** `2026-03`, by the zone's calendar. */
  readonly month: string;
  /** By day, such as `2026-03-09`: the highest average of a whole window, W. */
  readonly days: Readonly<Record<string, number>>;
}

/** The day of an instant by the zone's calendar, such as `2026-03-09`. */
export const localDay = (timeZone: string, atMs: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(atMs);

const monthOf = (day: string) => day.slice(0, 'yyyy-mm'.length);

/** Keeps the largest power that was read in the window: its average cannot be more, whatever a counter says. */
export function noteMost(draft: ManagerState, totalW: number): void {
  const { demand } = draft;
  if (demand !== undefined && totalW > (demand.mostW ?? 0)) draft.demand = { ...demand, mostW: totalW };
}

/** Counts a window that was measured from its begin to its end. */
export function countWindow(
  draft: ManagerState,
  { day, beganWh, mostW = 0 }: WindowState,
  energyWh: number,
  lengthMs: number,
): void {
  if (day === undefined || beganWh === undefined || energyWh < beganWh) return;
  const averageW = Math.min(mostW, ((energyWh - beganWh) * 3_600_000) / lengthMs);
  const month = monthOf(day);
  const days = draft.month?.month === month ? draft.month.days : {};
  draft.month = { month, days: { ...days, [day]: Math.max(averageW, days[day] ?? 0) } };
}

/**
 * The average, W, up to which a window of today costs nothing more this month, by what was measured: that of the highest day
 * that the tariff does not count, or of today's own highest window. Undefined while nothing of the month was measured.
 */
export function measuredFreeW({ month, demand }: ManagerState, { demand: asked }: ManagerSettings): number | undefined {
  const { day } = demand ?? {};
  if (asked?.monthDays === undefined || day === undefined || month?.month !== monthOf(day)) return undefined;
  const byDay = Object.values(month.days).sort((a, b) => b - a);
  return Math.max(byDay[asked.monthDays - 1] ?? 0, month.days[day] ?? 0);
}
