import type { HandlerContext } from '../handler';
import { beginRecordsAt, recordedSince, sessionsOf } from '../physics';
import type { DeviceState, PlugSessionState } from '../state';
import { settle } from './session-progress';

type Context = Pick<HandlerContext, 'state' | 'newId' | 'emit'>;

/** A charger keeps its newest sessions. Older ones are deleted in groups, because each deletion copies the list. */
const sessions = { most: 1200, kept: 1000 };

/** A car at the charger: what it takes, how fast, and when its driver leaves. */
export interface VisitingCar {
  readonly neededWh: number;
  readonly carMaxA: number;
  readonly leavesAt?: number;
}

/** The session of the car that is plugged in. */
export function runningSession(state: Context['state'], deviceId: string): PlugSessionState | undefined {
  const last = sessionsOf(state, deviceId).at(-1);
  return last?.stoppedAt === undefined ? last : undefined;
}

/** A car is plugged into a charger that is free. */
export function plugIn(context: Context, device: DeviceState, car: VisitingCar, now: number): PlugSessionState {
  const session: PlugSessionState = {
    id: context.newId(),
    deviceId: device.id,
    startedAt: now,
    ...car,
    draw: [],
    chargeSessions: [],
  };
  context.state.plugSessions.push(session);
  forgetOldSessions(context.state, device);
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

/** The registers keep what forgotten sessions took. */
function forgetOldSessions(state: Context['state'], device: DeviceState): void {
  const own = sessionsOf(state, device.id);
  if (own.length <= sessions.most) return;
  const forgotten = new Set(own.slice(0, -sessions.kept));
  const since = own.at(-sessions.kept)?.startedAt;
  if (since === undefined) return;
  if (since > recordedSince(device)) beginRecordsAt(device, since, since, state);
  state.plugSessions = state.plugSessions.filter((session) => !forgotten.has(session));
}
