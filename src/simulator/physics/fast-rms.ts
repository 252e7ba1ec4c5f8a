import { loadCharacters } from './load-character';
import { unitNoise } from './random';
import { currentAt, type PhaseRms, phasesOf, type Scene, voltageFactor } from './scene';
import type { SampleArrays } from './waveform-samples';

const leadHalfCycles = 2;
const inrushDecayHalfCycles = 12;

/** RMS of every half cycle, whole mV and mA. The record's layout is not documented: it is ours. */
export function fastRmsData(scene: Scene): SampleArrays {
  const [first, second] = phasesOf(scene).map((phase) => valuesOf(scene, phase));
  const data: SampleArrays = { mVp0: first?.mV ?? [], mAp0: first?.mA ?? [] };
  return second === undefined ? data : { ...data, mVp1: second.mV, mAp1: second.mA };
}

function valuesOf(scene: Scene, rms: PhaseRms): { mV: number[]; mA: number[] } {
  const { device, numSamples, triggerSample } = scene;
  const { phase, voltageV } = rms;
  const leadSamples = Math.min(leadHalfCycles, triggerSample);
  const event = { ...loadCharacters[device.load.kind], leadSamples, decaySamples: inrushDecayHalfCycles };
  const mV: number[] = [];
  const mA: number[] = [];
  for (let index = 0; index < numSamples; index++) {
    const since = index - triggerSample;
    const wobble = 1 + 0.002 * (2 * unitNoise(device.load.seed + phase, index) - 1);
    mV.push(Math.round(voltageV * 1000 * wobble * voltageFactor(scene, phase, since, leadSamples)));
    mA.push(Math.round(Math.abs(currentAt(scene, rms, since, event)) * 1000 * wobble));
  }
  return { mV, mA };
}
