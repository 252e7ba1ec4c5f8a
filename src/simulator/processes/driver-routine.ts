import { plugIn, type VisitingCar } from '../charging/plug';
import type { Process } from '../handler';
import { nextInWeek, sessionsOf, unitNoise } from '../physics';
import type { ServiceState } from '../service-state';
import type { DeviceState, WeeklyVisit } from '../state';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A car that left in the morning is back in the evening, up to an hour late, and stays overnight. */
const awayMs = 10.5 * hourMs;
const stayMs = 13.5 * hourMs;
const leastWh = 6000;
const mostWh = 36_000;

interface Visit {
  readonly at: number;
  readonly car: VisitingCar;
}

/** When the car of the last session comes back; only a car that was known to leave has a routine. */
function nextVisit(state: ServiceState, device: DeviceState): Visit | undefined {
  if (device.evse?.visits !== undefined) return nextWeeklyVisit(state, device, device.evse.visits);
  const last = sessionsOf(state, device.id).at(-1);
  if (last?.leavesAt === undefined || last.stoppedAt === undefined) return undefined;
  const day = Math.floor(last.leavesAt / dayMs);
  const lateMs = Math.round(unitNoise(device.load.seed, day) * hourMs);
  const expectedAt = last.leavesAt + awayMs;
  // Nobody comes in the past of a new site, or in time that was left out: the routine goes on with the first evening
  // after it.
  const livedSince = state.livedSince ?? state.createdAt;
  const missedDays = Math.max(0, Math.ceil((livedSince - expectedAt) / dayMs));
  const dueAt = expectedAt + missedDays * dayMs;
  const neededWh = Math.round(leastWh + (mostWh - leastWh) * unitNoise(device.load.seed + 1, day));
  return { at: dueAt + lateMs, car: { neededWh, carMaxA: last.carMaxA, leavesAt: dueAt + stayMs } };
}

/** The next of the cars that come every week, once the charger is free. */
function nextWeeklyVisit(
  state: ServiceState,
  { id, load }: DeviceState,
  visits: readonly WeeklyVisit[],
): Visit | undefined {
  const last = sessionsOf(state, id).at(-1);
  if (last !== undefined && last.stoppedAt === undefined) return undefined;
  const from = Math.max(state.livedSince ?? state.createdAt, last?.stoppedAt ?? 0);
  let next: Visit | undefined;
  for (const { minute, minutes, neededWh, carMaxA } of visits) {
    const at = nextInWeek(minute, from, load.zone);
    if (next === undefined || at < next.at)
      next = { at, car: { neededWh, carMaxA, leavesAt: at + minutes * minuteMs } };
  }
  return next;
}

/** Brings the cars of the site home in the evening; `plugSessionProgress` lets them leave. */
export const driverRoutine: Process = {
  nextAt(state) {
    return state.devices.reduce<number | undefined>((next, device) => {
      const at = device.evse === undefined ? undefined : nextVisit(state, device)?.at;
      return at === undefined || (next !== undefined && next <= at) ? next : at;
    }, undefined);
  },

  run(context, now) {
    for (const device of context.state.devices) {
      const visit = device.evse === undefined ? undefined : nextVisit(context.state, device);
      if (visit !== undefined && visit.at <= now) plugIn(context, device, visit.car, now);
    }
  },
};
