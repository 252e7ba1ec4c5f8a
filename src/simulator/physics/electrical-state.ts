import type { DeviceState } from '../state';
import { curveOf } from './circuit-curve';
import { isConducting } from './conduction';
import { gridSeenBy } from './grid';
import { loadCharacters, shareOfPhaseA } from './load-character';
import type { PowerCurve } from './power-curve';
import type { World } from './world';

/**
 * What a circuit's meter sees at one instant, unrounded. Currents are RMS and not negative; power is negative when
 * the circuit generates. A single-pole breaker has no phase B: those fields are absent. The voltage is measured on
 * the line side: it stays when the breaker is open.
 */
export interface ElectricalState {
  readonly currentA: number;
  readonly currentB?: number;
  readonly voltageAN: number;
  readonly voltageBN?: number;
  readonly voltageAB?: number;
  readonly frequency: number;
  readonly powerAW: number;
  readonly powerBW?: number;
  /** Both phases together. */
  readonly powerW: number;
  /** True power factor of the load, 0 to 1; 1 while no current flows. */
  readonly powerFactor: number;
}

/** Loads take their power whatever the voltage is, so the current follows from both. */
export function electricalState(
  device: DeviceState,
  at: number,
  world: World,
  curve: PowerCurve = curveOf(device, world),
): ElectricalState {
  const { voltageAN, voltageBN, frequency } = gridSeenBy(device, world, at);
  const powerW = isConducting(device, at) ? curve.wattsAt(at) : 0;
  const powerFactor = powerW === 0 ? 1 : loadCharacters[device.load.kind].powerFactor;
  const share = shareOfPhaseA(device.load, device.poles);
  const powerAW = powerW * share;
  const currentA = Math.abs(powerAW) / (voltageAN * powerFactor);
  if (device.poles === 1) return { currentA, voltageAN, frequency, powerAW, powerW, powerFactor };
  const powerBW = powerW - powerAW;
  return {
    currentA,
    currentB: Math.abs(powerBW) / (voltageBN * powerFactor),
    voltageAN,
    voltageBN,
    // The legs are in opposite phase.
    voltageAB: voltageAN + voltageBN,
    frequency,
    powerAW,
    powerBW,
    powerW,
    powerFactor,
  };
}
