import { createManualClock } from '../../src/clock';
import { startServiceInProcess } from '../support/simulated-service';
import { circuitsOf, type GroupId, groupIds } from './site';
import { truthOf } from './truth';

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** How much of the day's highest total is allowed. */
export const share = 0.6;

/** The limits of days that follow each other: 60 % of the highest total of each, of the more loaded leg, with no manager. */
export async function limitsOfDays(startMs: number, days: number): Promise<Record<GroupId, number>[]> {
  const { clock, simulator, close } = await startServiceInProcess({ clock: createManualClock(startMs) });
  const { controls } = simulator;
  const circuits = circuitsOf(controls.devices());
  const limits: Record<GroupId, number>[] = [];
  for (let day = 0; day < days; day++) {
    const highest = { house: 0, panel: 0 };
    for (let passedMs = 0; passedMs < dayMs; passedMs += minuteMs) {
      await clock.advance(minuteMs);
      const { totals } = truthOf(circuits, controls.devices(), clock.now());
      for (const group of groupIds) highest[group] = Math.max(highest[group], ...totals[group]);
    }
    limits.push({ house: share * highest.house, panel: share * highest.panel });
  }
  await close();
  return limits;
}
