import { type ChargingInput, chargingCurrent, chargingPowerW, nextChargingStepWh } from '../physics';
import type { DeviceState, Instant, PlugSessionState } from '../state';

/** A car comes, and leaves at `leavesAt`. */
interface Visit {
  readonly id: string;
  readonly startedAt: Instant;
  readonly leavesAt: Instant;
  readonly neededWh: number;
  readonly carMaxA: number;
}

/** VisitingCar and charger talk before current flows. */
const handshakeMs = 20_000;
const hourMs = 3_600_000;

/** What a charger applies in the modes that the seeded site uses. */
function appliedBy({ evse }: DeviceState): ChargingInput['configurationApplied'] {
  const { apiConfiguration } = evse?.configuration.configuration ?? {};
  const { maxCurrent = 0, maxEnergy = 0 } = apiConfiguration?.restrictions ?? {};
  const unrestricted = { maxCurrent: 0, maxEnergy: 0 };
  const restrictions = evse?.configuration.mode === 'cloud-api' ? { maxCurrent, maxEnergy } : unrestricted;
  return { enabled: true, authorized: true, restrictions };
}

/** The plug session of a visit as it stands at `now`: over, or still going on. */
export function plugSessionOf(charger: DeviceState, visit: Visit, now: Instant): PlugSessionState {
  const { id, startedAt, leavesAt, neededWh, carMaxA } = visit;
  const until = Math.min(now, leavesAt);
  const draw: PlugSessionState['draw'] = [];
  const charge: PlugSessionState['chargeSessions'][number] = { startedAt: startedAt + handshakeMs };
  let at = charge.startedAt;
  let deliveredWh = 0;
  while (at < until) {
    const input = { configurationApplied: appliedBy(charger), carMaxA, ratedA: charger.ratedA, neededWh, deliveredWh };
    const amps = chargingCurrent(input);
    draw.push({ at, amps });
    const stepWh = nextChargingStepWh(input);
    if (stepWh === undefined) {
      charge.stoppedAt = at;
      break;
    }
    const watts = chargingPowerW(amps);
    // Whole milliseconds, and never so few that the step is not reached.
    at += Math.ceil(((stepWh - deliveredWh) / watts) * hourMs) + 1;
    deliveredWh = stepWh;
  }
  const session = { id, deviceId: charger.id, startedAt, neededWh, carMaxA, draw, chargeSessions: [charge], leavesAt };
  if (leavesAt > now) return { ...session, settledAt: now };
  charge.stoppedAt ??= leavesAt;
  if (draw.at(-1)?.amps !== 0) draw.push({ at: leavesAt, amps: 0 });
  return { ...session, stoppedAt: leavesAt, settledAt: leavesAt };
}
