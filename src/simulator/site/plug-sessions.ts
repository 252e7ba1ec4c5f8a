import { dayStart, localDay } from '../physics';
import type { DeviceState, Instant, PlugSessionState } from '../state';
import { plugSessionOf } from './charging-past';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Nights at the chargers in the last three weeks, and a car that came 50 minutes ago. */
export function createPlugSessions(
  [left, right]: readonly DeviceState[],
  now: Instant,
  random: () => number,
  newId: () => string,
): PlugSessionState[] {
  const today = localDay(now);
  const sessions: PlugSessionState[] = [];
  for (const [index, charger] of [left, right].entries()) {
    if (charger === undefined) continue;
    for (let daysAgo = 21 - index; daysAgo >= 2; daysAgo -= 2 + index) {
      const startedAt = dayStart(today - daysAgo) + Math.round((17.2 + 2.5 * random()) * hourMs);
      const leavesAt = dayStart(today - daysAgo + 1) + Math.round((6.8 + 0.7 * random()) * hourMs);
      const neededWh = Math.round(6_000 + 30_000 * random());
      const visit = { id: newId(), startedAt, leavesAt, neededWh, carMaxA: index === 0 ? 32 : 30 };
      sessions.push(plugSessionOf(charger, visit, now));
    }
  }
  if (left !== undefined) {
    const visit = {
      id: newId(),
      startedAt: now - 50 * minuteMs,
      leavesAt: now + 11 * hourMs,
      neededWh: 46_000,
      carMaxA: 32,
    };
    sessions.push(plugSessionOf(left, visit, now));
  }
  return sessions;
}
