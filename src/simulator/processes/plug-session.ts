import { runningSession, unplug } from '../charging/plug';
import { nextStepAt, settle } from '../charging/session-progress';
import type { Process } from '../handler';
import type { ServiceState } from '../service-state';
import type { DeviceState, PlugSessionState } from '../state';

function running(state: ServiceState): { device: DeviceState; session: PlugSessionState }[] {
  const found: { device: DeviceState; session: PlugSessionState }[] = [];
  // Asked for at every look at the clock, with thousands of devices: nothing is made for those without a car.
  for (const device of state.devices) {
    const session = device.evse === undefined ? undefined : runningSession(state, device.id);
    if (session !== undefined) found.push({ device, session });
  }
  return found;
}

/** Follows the cars that are plugged in: what they draw, when they are full, when they leave. spec 2.11 */
export const plugSessionProgress: Process = {
  nextAt(state) {
    return running(state).reduce<number | undefined>((next, { device, session }) => {
      const at = nextStepAt(device, session);
      return at === undefined || (next !== undefined && next <= at) ? next : at;
    }, undefined);
  },

  run(context, now) {
    for (const { device, session } of running(context.state)) {
      const changed = settle(device, session, now);
      if (session.leavesAt !== undefined && session.leavesAt <= now) unplug(context, session, now);
      else if (changed) context.emit({ type: 'evse-changed', deviceId: device.id });
    }
  },
};
