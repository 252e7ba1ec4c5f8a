import { type BatchOrder, runsOnce } from './batch';
import { createCronSchedule, nextCronRun } from './cron-schedule';
import type { LocationInput } from './location';
import type { Checked } from './problem';
import { createSunSchedule, type SunRule, sunRuns } from './sun-runs';

/** The first run strictly after an instant (epoch milliseconds), undefined when there is none. */
export type NextRun = (afterMs: number) => number | undefined;

/** The location of an order, with the unit of its offset: what sunrise and sunset are computed from. */
export interface SunLocation extends LocationInput {
  offsetUnit: SunRule['offsetUnit'];
}

/** The runs of an order within its start and end. A batch that runs by sunrise or sunset has none without a location. */
export function batchRuns(order: BatchOrder, location?: SunLocation): Checked<NextRun> {
  const { startTime, endTime, cronSchedule } = order.sunSchedule ?? order;
  const startMs = startTime === undefined ? Number.NEGATIVE_INFINITY : Date.parse(startTime);
  const endMs = endTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(endTime);
  if (runsOnce(order)) return { ok: true, value: (afterMs) => (startMs > afterMs ? startMs : undefined) };
  const within = (atMs: number | undefined) => (atMs === undefined || atMs > endMs ? undefined : atMs);
  if (order.sunSchedule === undefined) {
    const schedule = createCronSchedule({ cron: cronSchedule ?? '', timeZone: order.timeZone });
    if (!schedule.ok) return schedule;
    const { value } = schedule;
    return { ok: true, value: (afterMs) => within(nextCronRun(value, Math.max(afterMs, startMs - 1))) };
  }
  if (location === undefined) return { ok: true, value: () => undefined };
  const { scheduleType, offset = 0 } = order.sunSchedule;
  const schedule = createSunSchedule({
    ...location,
    scheduleType: scheduleType === 'sunrise' ? 'sunrise' : 'sunset',
    offset,
    cronSchedule,
  });
  if (!schedule.ok) return schedule;
  const { value } = schedule;
  return {
    ok: true,
    value: (afterMs) => within(sunRuns(value, { fromMs: Math.max(afterMs + 1, startMs), count: 1 }).runs[0]?.atMs),
  };
}
