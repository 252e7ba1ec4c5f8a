import type { HandlerContext } from '../handler';
import type { DeviceState, PlugSessionState } from '../state';
import { settle } from './session-progress';

type Context = Pick<HandlerContext, 'state' | 'newId' | 'emit'>;

/** A car at the charger: what it takes, how fast, and when its driver leaves. */
export interface Car {
  readonly neededWh: number;
  readonly carMaxA: number;
  readonly leavesAt?: number;
}

/** The session of the car that is plugged in. */
export function runningSession({ plugSessions }: Context['state'], deviceId: string): PlugSessionState | undefined {
  return plugSessions.find((session) => session.deviceId === deviceId && session.stoppedAt === undefined);
}

/** A car is plugged into a charger that is free. */
export function plugIn(context: Context, device: DeviceState, car: Car, now: number): PlugSessionState {
  const session: PlugSessionState = {
    id: context.newId(),
    deviceId: device.id,
    startedAt: now,
    ...car,
    draw: [],
    chargeSessions: [],
  };
  context.state.plugSessions.push(session);
  settle(device, session, now);
  context.emit({ type: 'evse-changed', deviceId: device.id });
  return session;
}

/** The car is unplugged: its session is completed. */
export function unplug(context: Context, session: PlugSessionState, now: number): void {
  session.stoppedAt = now;
  session.settledAt = now;
  if ((session.draw.at(-1)?.amps ?? 0) > 0) session.draw.push({ at: now, amps: 0 });
  for (const charge of session.chargeSessions) charge.stoppedAt ??= now;
  context.emit({ type: 'evse-changed', deviceId: session.deviceId });
}
