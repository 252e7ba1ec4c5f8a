import type { Process } from '../handler';
import { moveRemoteHandle } from '../operate-handle';

/** Closes a breaker again when its timer has run out. spec 3 */
export const handleTimer: Process = {
  nextAt(state) {
    let next: number | undefined;
    for (const { resetAt } of state.devices)
      if (resetAt !== undefined && (next === undefined || resetAt < next)) next = resetAt;
    return next;
  },
  run(context, now) {
    for (const device of context.state.devices) {
      if (device.resetAt === undefined || device.resetAt > now) continue;
      delete device.resetAt;
      moveRemoteHandle(context, device, 'closed', 'timer');
    }
  },
};
