import { findDevice } from '../find';
import { type HandlersOf, type ServiceContext, ServiceRefusal } from '../handler';
import { operateHandle } from '../operate-handle';
import type { DeviceState } from '../state';

/** spec 7.2: one breaker is commanded too fast. */
function requirePace({ clock, settings }: ServiceContext, device: DeviceState): void {
  const readyAt = (device.lastCommandAt ?? Number.NEGATIVE_INFINITY) + settings.commandPaceMs;
  const waitMs = readyAt - clock.now();
  if (waitMs > 0)
    throw new ServiceRefusal(429, 'Too Many Requests', [], { 'retry-after': String(Math.ceil(waitMs / 1000)) });
}

/** spec 4.3 */
export const remoteHandle: HandlersOf<'remoteHandle'> = {
  'remoteHandle.getPosition': ({ path }, context) => ({ position: findDevice(context, path.deviceId).remoteHandle }),

  'remoteHandle.setPosition': ({ path, body }, context) => {
    const device = findDevice(context, path.deviceId);
    requirePace(context, device);
    operateHandle(context, device, body, 'remote-command');
    return undefined;
  },

  'remoteHandle.getSecondsUntilReset': ({ path }, context) => {
    const { resetAt } = findDevice(context, path.deviceId);
    const remainingMs = resetAt === undefined ? 0 : resetAt - context.clock.now();
    return { secondsUntilReset: Math.max(0, Math.ceil(remainingMs / 1000)) };
  },
};
