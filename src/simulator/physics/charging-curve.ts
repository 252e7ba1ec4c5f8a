import type { DeviceState } from '../state';
import { chargingPowerW } from './charging';
import { firstReaching, sessionsOf } from './device-sessions';
import type { PowerCurve } from './power-curve';
import type { World } from './world';

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly watts: number;
}

/** The power of a charger: what its plug sessions say was drawn. */
export function createChargingCurve(device: DeviceState, world: Pick<World, 'plugSessions'>): PowerCurve {
  const own = sessionsOf(world, device.id);

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
      for (const stretch of stretches(from, to)) deliveredJ += (stretch.watts * (stretch.to - stretch.from)) / 1000;
      return { deliveredJ, generatedJ: 0 };
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
