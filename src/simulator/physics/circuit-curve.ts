import type { DeviceState } from '../state';
import { createChargingCurve } from './charging-curve';
import { recordedSince } from './conduction';
import { createHouseholdCurve } from './household-curve';
import { dayMs } from './local-time';
import type { PowerCurve } from './power-curve';
import type { World } from './world';

interface Kept {
  readonly curve: PowerCurve;
  readonly seed: number;
  readonly load: DeviceState['load'];
  readonly poles: number;
  /** Where its sums begin. */
  readonly since: number;
}

/** Sums begin anew when so much of what they begin with is forgotten. */
const forgottenMs = 400 * dayMs;

// Keeps nothing that cannot be computed again, and nothing longer than the device itself.
const household = new WeakMap<DeviceState, Kept>();

/** The power curve of a device with closed contacts. */
export function curveOf(device: DeviceState, world: World): PowerCurve {
  if (device.load.kind === 'ev') return createChargingCurve(device, world);
  const { load, poles } = device;
  const since = recordedSince(device);
  const kept = household.get(device);
  if (
    kept?.seed === world.seed &&
    kept.load === load &&
    kept.poles === poles &&
    since >= kept.since &&
    since - kept.since < forgottenMs
  ) {
    return kept.curve;
  }
  const curve = createHouseholdCurve(device, world.seed);
  household.set(device, { curve, seed: world.seed, load, poles, since });
  return curve;
}

/** Sums up what nobody has asked for yet of the time before `at`, a day or a plug session at each step: no reading has to. */
export function* sumEnergy(devices: readonly DeviceState[], at: number, world: World): Generator<void> {
  for (const device of devices) {
    const curve = curveOf(device, world);
    while (curve.sumMoreBefore(at)) yield;
  }
}
