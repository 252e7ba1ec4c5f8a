import type { DeviceState, PlugSessionState } from '../state';
import { chargingPowerW } from './charging';
import type { PowerCurve } from './power-curve';

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly watts: number;
}

/** The power of a charger: what its plug sessions say was drawn. */
export function createChargingCurve(device: DeviceState, plugSessions: readonly PlugSessionState[]): PowerCurve {
  const own = plugSessions.filter((session) => session.deviceId === device.id);

  function* stretches(from: number, to: number): Generator<Stretch> {
    for (const session of own) {
      const endsAt = Math.min(to, session.stoppedAt ?? to);
      if (session.startedAt >= to || endsAt <= from) continue;
      for (const [index, { at, amps }] of session.draw.entries()) {
        const stretch = { from: Math.max(from, at), to: Math.min(endsAt, session.draw[index + 1]?.at ?? endsAt) };
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
