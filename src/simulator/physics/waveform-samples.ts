import { type Harmonic, loadCharacters } from './load-character';
import { unitNoise } from './random';
import { currentAt, type PhaseRms, phasesOf, type Scene, voltageFactor } from './scene';

export interface SampleArrays {
  mVp0: number[];
  mAp0: number[];
  mVp1?: number[];
  mAp1?: number[];
}

/** Distortion of the grid's voltage: mostly the fifth harmonic. */
const voltageHarmonics: readonly Harmonic[] = [
  { order: 3, ratio: 0.006, phaseRad: 0 },
  { order: 5, ratio: 0.014, phaseRad: Math.PI },
  { order: 7, ratio: 0.005, phaseRad: 0 },
];
/** Samples that an event lasts before it triggers. spec 2.3: at least 50 */
const maxLeadSamples = 50;
export const inrushDecaySamples = 90;
const noiseMv = 120;
const noiseMa = 6;

/** Instantaneous voltages and currents, whole mV and mA; without phase 1 on single-pole breakers. */
export function waveformSamples(scene: Scene): SampleArrays {
  const [first, second] = phasesOf(scene).map((phase) => samplesOf(scene, phase));
  const data: SampleArrays = { mVp0: first?.mV ?? [], mAp0: first?.mA ?? [] };
  return second === undefined ? data : { ...data, mVp1: second.mV, mAp1: second.mA };
}

function samplesOf(scene: Scene, rms: PhaseRms): { mV: number[]; mA: number[] } {
  const { device, state, numSamples, sampleDeltaUs, triggerSample } = scene;
  const { phase, voltageV } = rms;
  const leadSamples = Math.min(maxLeadSamples, triggerSample);
  const character = loadCharacters[device.load.kind];
  const startRad = 2 * Math.PI * unitNoise(device.load.seed, scene.at % 2_147_483_647) + phase * Math.PI;
  const stepRad = (2 * Math.PI * state.frequency * sampleDeltaUs) / 1e6;
  const lagRad = displacement(character) * (character.reactive === 'inductive' ? 1 : -1);
  const voltagePeakMv = (voltageV * 1000 * Math.SQRT2) / distortion(voltageHarmonics);
  const currentScale = (1000 * Math.SQRT2) / distortion(character.harmonics);
  const noise = (index: number, stream: number) =>
    2 * unitNoise(device.load.seed + phase, stream * numSamples + index) - 1;
  const mV: number[] = [];
  const mA: number[] = [];
  for (let index = 0; index < numSamples; index++) {
    const angle = startRad + index * stepRad;
    const since = index - triggerSample;
    const volts = wave(angle, voltageHarmonics) * voltagePeakMv * voltageFactor(scene, phase, since, leadSamples);
    mV.push(Math.round(volts + noiseMv * noise(index, 1)));
    const amps = currentAt(scene, rms, since, { ...character, leadSamples, decaySamples: inrushDecaySamples });
    const mAPeak = wave(angle - lagRad, character.harmonics) * amps * currentScale;
    mA.push(amps === 0 ? 0 : Math.round(mAPeak + noiseMa * noise(index, 2)));
  }
  return { mV, mA };
}

function wave(angle: number, harmonics: readonly Harmonic[]): number {
  let sum = Math.sin(angle);
  for (const { order, ratio, phaseRad } of harmonics) sum += ratio * Math.sin(order * angle + phaseRad);
  return sum;
}

/** RMS of a wave relative to its fundamental. */
function distortion(harmonics: readonly Harmonic[]): number {
  return Math.sqrt(1 + harmonics.reduce((sum, { ratio }) => sum + ratio ** 2, 0));
}

/** The angle that makes the true power factor, together with the distortion, what the character says. */
function displacement({ powerFactor, harmonics }: { powerFactor: number; harmonics: readonly Harmonic[] }): number {
  return Math.acos(Math.min(1, powerFactor * distortion(harmonics)));
}
