import { type WeeklyVisit, weekMinute } from '../../simulator';

/** A plug session as the service lists it; energy in Wh, currents in A. spec 2.11 */
export interface PastSession {
  readonly startedAt?: string;
  readonly stoppedAt?: string;
  readonly energyTransferred?: number;
  readonly ampsMax?: number;
}

const minuteMs = 60_000;
const weekMs = 7 * 86_400_000;
/** Of a car that is still there: it leaves in the morning. */
const overnightMs = 12 * 3_600_000;
/** Of a car that never drew anything. */
const usualA = 16;

/**
 * The cars of a week, as they come every week: each takes what it took, and leaves before the next one comes. A car that is still
 * there stays 12 hours more, and may take on as before.
 */
export function visitsOf(
  sessions: readonly PastSession[],
  { zone, nowMs }: { readonly zone: string; readonly nowMs: number },
): WeeklyVisit[] {
  const found = sessions
    .flatMap(({ startedAt = '', stoppedAt, energyTransferred = 0, ampsMax = 0 }) => {
      const fromMs = Date.parse(startedAt);
      if (Number.isNaN(fromMs)) return [];
      const toMs = stoppedAt === undefined ? nowMs + overnightMs : Date.parse(stoppedAt);
      const share = stoppedAt === undefined ? (toMs - fromMs) / Math.max(minuteMs, nowMs - fromMs) : 1;
      const neededWh = Math.min(100_000, Math.round(energyTransferred * share));
      return toMs - fromMs < minuteMs ? [] : [{ fromMs, toMs, neededWh, carMaxA: ampsMax > 0 ? ampsMax : usualA }];
    })
    .sort((one, other) => one.fromMs - other.fromMs);
  const [first] = found;
  return found.flatMap(({ fromMs, toMs, neededWh, carMaxA }, index) => {
    const next = found[index + 1]?.fromMs ?? (first?.fromMs ?? 0) + weekMs;
    // A minute less: both ends are whole minutes of the week.
    const minutes = Math.floor((Math.min(toMs, next) - fromMs) / minuteMs) - (next <= toMs ? 1 : 0);
    return minutes < 1 ? [] : [{ minute: weekMinute(fromMs, zone), minutes, neededWh, carMaxA }];
  });
}
