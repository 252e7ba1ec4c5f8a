import type { DeviceState, PlugSessionState } from '../state';
import { chargingPowerW } from './charging';
import { firstReaching, sessionsOf } from './device-sessions';
import type { PowerCurve } from './power-curve';
import type { World } from './world';

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly watts: number;
}

// What a session took that is over does not change any more.
const totals = new WeakMap<PlugSessionState, number>();

function joulesBetween({ draw }: PlugSessionState, from: number, to: number): number {
  let joules = 0;
  for (const [step, { at, amps }] of draw.entries()) {
    const ms = Math.min(draw[step + 1]?.at ?? to, to) - Math.max(at, from);
    if (ms > 0) joules += (chargingPowerW(amps) * ms) / 1000;
  }
  return joules;
}

function joulesInAll(session: PlugSessionState, stoppedAt: number): number {
  const known = totals.get(session) ?? joulesBetween(session, session.startedAt, stoppedAt);
  totals.set(session, known);
  return known;
}

/** The power of a charger: what its plug sessions say was drawn. */
export function createChargingCurve(device: DeviceState, world: Pick<World, 'plugSessions'>): PowerCurve {
  const own = sessionsOf(world, device.id);
  let summed = 0;

  function* stretches(from: number, to: number): Generator<Stretch> {
    for (let index = firstReaching(own, from); index < own.length; index++) {
      const session = own[index];
      if (session === undefined || session.startedAt >= to) return;
      const endsAt = Math.min(to, session.stoppedAt ?? to);
      if (endsAt <= from) continue;
      for (const [step, { at, amps }] of session.draw.entries()) {
        const stretch = { from: Math.max(from, at), to: Math.min(endsAt, session.draw[step + 1]?.at ?? endsAt) };
        if (amps > 0 && stretch.to > stretch.from) yield { ...stretch, watts: chargingPowerW(amps) };
      }
    }
  }

  return {
    wattsAt(at) {
      for (const { watts } of stretches(at, at + 1)) return watts;
      return 0;
    },
    energyBetween(from, to) {
      let deliveredJ = 0;
      for (let index = firstReaching(own, from); index < own.length; index++) {
        const session = own[index];
        if (session === undefined || session.startedAt >= to) break;
        const { startedAt, stoppedAt } = session;
        const isWhole = stoppedAt !== undefined && startedAt >= from && stoppedAt <= to;
        deliveredJ += isWhole
          ? joulesInAll(session, stoppedAt)
          : joulesBetween(session, from, Math.min(to, stoppedAt ?? to));
      }
      return { deliveredJ, generatedJ: 0 };
    },
    sumMoreBefore(at) {
      const session = own[summed];
      if (session === undefined || session.startedAt >= at) return false;
      if (session.stoppedAt !== undefined) joulesInAll(session, session.stoppedAt);
      summed += 1;
      return true;
    },
    extremesBetween(from, to) {
      let greatest: Stretch = { from, to, watts: 0 };
      let least: Stretch = { from, to, watts: Number.POSITIVE_INFINITY };
      let idleFrom = from;
      for (const stretch of stretches(from, to)) {
        if (stretch.from > idleFrom && least.watts > 0) least = { from: idleFrom, to: stretch.from, watts: 0 };
        idleFrom = Math.max(idleFrom, stretch.to);
        if (stretch.watts > greatest.watts) greatest = stretch;
        if (stretch.watts < least.watts) least = stretch;
      }
      if (idleFrom < to && least.watts > 0) least = { from: idleFrom, to, watts: 0 };
      return [least, greatest];
    },
  };
}
