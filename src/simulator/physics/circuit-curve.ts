import type { DeviceState } from '../state';
import { createChargingCurve } from './charging-curve';
import { createHouseholdCurve } from './household-curve';
import type { PowerCurve } from './power-curve';
import type { World } from './world';

interface Kept {
  readonly curve: PowerCurve;
  readonly seed: number;
  readonly load: DeviceState['load'];
  readonly poles: number;
  readonly commissionedAt: number;
}

// Keeps nothing that cannot be computed again, and nothing longer than the device itself.
const household = new WeakMap<DeviceState, Kept>();

/** The power curve of a device with closed contacts. */
export function curveOf(device: DeviceState, world: World): PowerCurve {
  if (device.load.kind === 'ev') return createChargingCurve(device, world.plugSessions);
  const { load, poles, commissionedAt } = device;
  const kept = household.get(device);
  if (
    kept?.seed === world.seed &&
    kept.load === load &&
    kept.poles === poles &&
    kept.commissionedAt === commissionedAt
  ) {
    return kept.curve;
  }
  const curve = createHouseholdCurve(device, world.seed);
  household.set(device, { curve, seed: world.seed, load, poles, commissionedAt });
  return curve;
}
