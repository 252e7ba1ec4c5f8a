import { type InputOf, limits } from '../catalog';
import { type ServiceContext, ServiceRefusal } from './handler';
import { forgetBefore } from './physics';
import { recordInrush } from './record-inrush';
import type { ServiceState } from './service-state';
import type { DeviceState } from './state';

type HandleCommand = InputOf<'remoteHandle.setPosition'>['body'];

/** Older entries of the handle histories are forgotten. */
const historyEntries = 10_000;
/** The same of the timeline, many at once: each time its sums are made anew. */
const conductionEntries = { most: 10_000, kept: 8_000 };

/** Whether the device takes part in an override event that is active. */
export function inOverrideEvent(state: ServiceState, deviceId: string): boolean {
  return state.overrideEvents.some(
    (event) =>
      event.status === 'active' &&
      event.participations.some(
        (participation) => participation.deviceId === deviceId && participation.status === 'participating',
      ),
  );
}

/** A command or a setting needs the device itself. spec 7.2 */
export function requireOnline(device: DeviceState): void {
  if (!device.online) throw new ServiceRefusal(503, 'Device Unavailable');
}

/** What is wrong with the timer of a handle command. spec 4.3, 7.2 */
export function timerProblem(command: HandleCommand): string | undefined {
  const seconds = command.secondsUntilReset;
  if (seconds === undefined) return undefined;
  if (command.command === 'close') return 'secondsUntilReset is only accepted with command open';
  if (seconds !== 0 && seconds < limits.secondsUntilResetMin)
    return `secondsUntilReset must be 0 or at least ${limits.secondsUntilResetMin}`;
  return undefined;
}

function refuseTimer(message: string): never {
  throw new ServiceRefusal(400, message, [{ message, propertyName: 'secondsUntilReset' }]);
}

/**
 * Operates the remote handle of a breaker as the service does for any command, from a request or from a schedule.
 * During an override event the command is stored; {@link applyStoredCommand} carries it out when the event has ended.
 * Throws a {@link ServiceRefusal}: 400 for the timer, 503 for a device that is offline. spec 3, 4.3
 */
export function operateHandle(
  context: ServiceContext,
  device: DeviceState,
  command: HandleCommand,
  source: string,
): 'applied' | 'stored' {
  const problem = timerProblem(command);
  if (problem !== undefined) refuseTimer(problem);
  requireOnline(device);
  const overridden = inOverrideEvent(context.state, device.id);
  if (overridden && command.secondsUntilReset !== undefined)
    refuseTimer('secondsUntilReset is not accepted while the device is in an override event');
  device.lastCommandAt = context.clock.now();
  if (overridden) {
    device.storedCommand = command;
    return 'stored';
  }
  applyCommand(context, device, command, source);
  return 'applied';
}

function applyCommand(context: ServiceContext, device: DeviceState, command: HandleCommand, source: string): void {
  moveRemoteHandle(context, device, command.command === 'open' ? 'open' : 'closed', source);
  // A plain open leaves a running timer alone: only 0 cancels it, and a close leaves nothing to reset.
  if (command.command === 'close' || command.secondsUntilReset === 0) delete device.resetAt;
  else if (command.secondsUntilReset !== undefined)
    device.resetAt = context.clock.now() + command.secondsUntilReset * 1000;
}

/**
 * Carries out the command that waited for the end of an override event; does nothing when there is none, while the
 * device still takes part in one, or while it is offline (it is carried out when the device is back). spec 3
 */
export function applyStoredCommand(context: ServiceContext, device: DeviceState): void {
  const command = device.storedCommand;
  if (command === undefined || !device.online || inOverrideEvent(context.state, device.id)) return;
  delete device.storedCommand;
  applyCommand(context, device, command, 'override-event-end');
}

/** Moves the remote handle without a command: the breaker's own timer does so even while it is offline. */
export function moveRemoteHandle(
  context: ServiceContext,
  device: DeviceState,
  position: 'open' | 'closed',
  source: string,
): void {
  if (device.remoteHandle === position) return;
  device.remoteHandle = position;
  remember(context, device, device.handleHistory, position, source);
  context.emit({ type: 'handle-changed', deviceId: device.id, handle: 'remote', position, source });
}

/** Moves the hand lever: by hand, or by the trip unit. */
export function moveMainHandle(
  context: ServiceContext,
  device: DeviceState,
  position: 'open' | 'closed',
  source: string,
): void {
  if (device.mainHandle === position) return;
  device.mainHandle = position;
  remember(context, device, device.mainHandleHistory, position, source);
  context.emit({ type: 'handle-changed', deviceId: device.id, handle: 'main', position, source });
}

function remember(
  context: ServiceContext,
  device: DeviceState,
  history: DeviceState['handleHistory'],
  position: 'open' | 'closed',
  source: string,
): void {
  const at = context.clock.now();
  history.push({ at, position, source });
  if (history.length > historyEntries) history.splice(0, history.length - historyEntries);
  // Both handles are in series: the circuit conducts only while both are closed.
  const closed = device.remoteHandle === 'closed' && device.mainHandle === 'closed';
  if (device.conduction.at(-1)?.closed === closed) return;
  device.conduction.push({ at, closed });
  const { most, kept } = conductionEntries;
  if (device.conduction.length > most) forgetBefore(device, device.conduction.length - kept, context.state);
  if (closed) recordInrush(context, device);
}
