import type { DeviceState } from '../state';
import type { ElectricalState } from './electrical-state';
import type { Trigger } from './trigger';

/** What a capture shows: the circuit at its instant, and the event around its trigger. */
export interface Scene {
  readonly device: DeviceState;
  readonly state: ElectricalState;
  /** Whether the contacts were closed. */
  readonly conducting: boolean;
  readonly trigger: Trigger;
  /** The circuit was closed at the start of the event. */
  readonly inrush: boolean;
  readonly numSamples: number;
  readonly sampleDeltaUs: number;
  /** Index of the first sample after the trigger. */
  readonly triggerSample: number;
  readonly at: number;
}

/** RMS values of one phase; the current is signed as the power is. */
export interface PhaseRms {
  readonly phase: 0 | 1;
  readonly voltageV: number;
  readonly currentA: number;
}

export function phasesOf({ state }: Scene): PhaseRms[] {
  const signed = (current: number) => (state.powerW < 0 ? -current : current);
  const phases: PhaseRms[] = [{ phase: 0, voltageV: state.voltageAN, currentA: signed(state.currentA) }];
  if (state.voltageBN !== undefined && state.currentB !== undefined) {
    phases.push({ phase: 1, voltageV: state.voltageBN, currentA: signed(state.currentB) });
  }
  return phases;
}

const sagFactor = 0.62;
const swellFactor = 1.36;

/** By how much the voltage of a phase is changed at a sample: sags and swells begin some samples before they trigger. */
export function voltageFactor(
  { trigger }: Scene,
  phase: 0 | 1,
  samplesSinceTrigger: number,
  leadSamples: number,
): number {
  if (trigger.kind !== 'sag' && trigger.kind !== 'swell') return 1;
  if (trigger.phase !== phase || samplesSinceTrigger < -leadSamples) return 1;
  return trigger.kind === 'sag' ? sagFactor : swellFactor;
}

/** RMS of a fault relative to the breaker's rating: its peaks are above any level that is set as the factory does. */
const faultFactor = 4.5;

/**
 * RMS current of a phase at a sample, signed. An overcurrent is the inrush of the load, or a fault when that is more;
 * it dies away with the given time constant.
 */
export function currentAt(
  { device, conducting, trigger, inrush: closed }: Scene,
  { phase, currentA }: PhaseRms,
  samplesSinceTrigger: number,
  { leadSamples, decaySamples, inrush }: { leadSamples: number; decaySamples: number; inrush: number },
): number {
  if (closed) {
    const sinceClosing = samplesSinceTrigger + leadSamples;
    return sinceClosing < 0 ? 0 : inrushAt(device, currentA, sinceClosing, { decaySamples, inrush });
  }
  if (trigger.kind !== 'overcurrent' || trigger.phase !== phase || samplesSinceTrigger < -leadSamples) return currentA;
  if (!conducting) return 0;
  const steadyA = Math.max(Math.abs(currentA), device.load.ratedA);
  const peakA = Math.max(steadyA * inrush, device.ratedA * faultFactor);
  const raisedA = steadyA + (peakA - steadyA) * Math.exp(-(samplesSinceTrigger + leadSamples) / decaySamples);
  return currentA < 0 ? -raisedA : raisedA;
}

/** RMS current so many samples after a circuit was closed: the inrush of its load dies away to what it draws, signed. */
export function inrushAt(
  { load }: DeviceState,
  currentA: number,
  samples: number,
  { decaySamples, inrush }: { decaySamples: number; inrush: number },
): number {
  const steadyA = Math.abs(currentA);
  const raisedA = steadyA + Math.max(0, load.ratedA * inrush - steadyA) * Math.exp(-samples / decaySamples);
  return currentA < 0 ? -raisedA : raisedA;
}
