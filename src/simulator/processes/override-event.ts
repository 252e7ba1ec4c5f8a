import type { Process } from '../handler';
import { cancelTimer } from '../handlers/participation';
import { applyStoredCommand } from '../operate-handle';
import type { OverrideEventState } from '../service-state';

function nextOf({ status, startTime, endTime }: OverrideEventState): number | undefined {
  if (status === 'scheduled') return startTime;
  return status === 'active' ? endTime : undefined;
}

/** Starts and ends override events at their times. spec 3 */
export const overrideEventTimes: Process = {
  nextAt(state) {
    return state.overrideEvents.reduce<number | undefined>((next, event) => {
      const at = nextOf(event);
      return at === undefined || (next !== undefined && next <= at) ? next : at;
    }, undefined);
  },
  run(context, now) {
    for (const event of context.state.overrideEvents) {
      const at = nextOf(event);
      if (at === undefined || at > now) continue;
      event.status = event.status === 'scheduled' ? 'active' : 'ended';
      for (const { deviceId, status } of event.participations) {
        if (status !== 'participating') continue;
        const device = context.state.devices.find(({ id }) => id === deviceId);
        if (event.status === 'active') cancelTimer(context, deviceId);
        else if (device !== undefined) applyStoredCommand(context, device);
      }
    }
  },
};
