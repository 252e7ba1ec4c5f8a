import { type ChargingInput, chargingCurrent, chargingPowerW, nextChargingStepWh } from '../physics';
import type { DeviceState, PlugSessionState } from '../state';
import { nextWindowEdge } from './charge-windows';
import { appliedMode, controlAt } from './control';

const hourMs = 3_600_000;

/** A stretch of a session with one current. */
export interface DrawnStretch {
  readonly from: number;
  readonly to: number;
  readonly amps: number;
}

/** What a session drew up to an instant, in order of time. */
export function stretches({ draw, stoppedAt }: PlugSessionState, until: number): DrawnStretch[] {
  const end = Math.min(until, stoppedAt ?? until);
  return draw.flatMap(({ at, amps }, index) => {
    const to = Math.min(draw[index + 1]?.at ?? end, end);
    return to > at ? [{ from: at, to, amps }] : [];
  });
}

/** Wh between two instants, unrounded. */
export function deliveredWh(session: PlugSessionState, until: number, from = session.startedAt): number {
  const { draw, stoppedAt } = session;
  const end = Math.min(until, stoppedAt ?? until);
  let sum = 0;
  // Asked for at every step of a car: without lists in between.
  for (const [index, { at, amps }] of draw.entries()) {
    const ms = Math.min(draw[index + 1]?.at ?? end, end) - Math.max(at, from);
    if (ms > 0) sum += (chargingPowerW(amps) * ms) / hourMs;
  }
  return sum;
}

function inputAt(device: DeviceState, session: PlugSessionState, at: number): ChargingInput {
  const { enabled, ...control } = controlAt(device, at);
  const conducts = device.remoteHandle === 'closed' && device.mainHandle === 'closed';
  return {
    configurationApplied: { ...control, enabled: enabled && conducts && device.evse?.permanentError !== true },
    carMaxA: session.carMaxA,
    ratedA: device.ratedA,
    neededWh: session.neededWh,
    deliveredWh: deliveredWh(session, at),
  };
}

/** The latest instant at which something other than time changed what the charger does. */
function changedAt(device: DeviceState): number {
  const { evse, conduction, onlineSince, offlineSince = 0 } = device;
  return Math.max(evse?.changedAt ?? 0, conduction.at(-1)?.at ?? 0, onlineSince, offlineSince);
}

/** When the current of a running session has to be worked out next; undefined while nothing will change by itself. */
export function nextStepAt(device: DeviceState, session: PlugSessionState): number | undefined {
  const settledAt = session.settledAt ?? session.startedAt;
  const input = inputAt(device, session, settledAt);
  const amps = session.draw.at(-1)?.amps ?? 0;
  if (chargingCurrent(input) !== amps) return Math.max(settledAt, changedAt(device));
  const steps = [session.leavesAt];
  const stepWh = nextChargingStepWh(input);
  if (stepWh !== undefined && amps > 0)
    // At least a millisecond on: rounding must not leave the step ahead for ever.
    steps.push(settledAt + Math.max(1, Math.ceil(((stepWh - input.deliveredWh) / chargingPowerW(amps)) * hourMs)));
  if (appliedMode(device) === 'charge-windows')
    steps.push(nextWindowEdge(device.evse?.configuration.configuration?.windowConfiguration?.windows ?? [], settledAt));
  const ahead = steps.filter((step) => step !== undefined);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}

/** Works the current of a running session out as of now; true when it changed. */
export function settle(device: DeviceState, session: PlugSessionState, now: number): boolean {
  session.settledAt = now;
  const amps = chargingCurrent(inputAt(device, session, now));
  const before = session.draw.at(-1)?.amps ?? 0;
  if (amps === before) return false;
  session.draw.push({ at: now, amps });
  const charge = session.chargeSessions.at(-1);
  if (before === 0) session.chargeSessions.push({ startedAt: now });
  else if (amps === 0 && charge !== undefined) charge.stoppedAt = now;
  return true;
}
