import { refuse, type WaveformProblem } from '../../src/waveform/waveform-error';

export interface SynthesisHarmonic {
  /** 2 and up for harmonics; a fraction makes an interharmonic. */
  readonly order: number;
  /** RMS in percent of the fundamental's. */
  readonly percent: number;
  /** Angle at the first sample, as sine; 0 by default. */
  readonly phaseDeg?: number;
}

/** One channel to be made. `rms`, `dc`, `noiseRms` and `clipAt` are in the unit of the samples wanted: mV or mA. */
export interface Synthesis {
  readonly sampleRateHz: number;
  readonly samples: number;
  readonly frequencyHz: number;
  /** RMS of the fundamental. */
  readonly rms: number;
  /** Angle of the fundamental at the first sample, as sine; 0 by default. */
  readonly phaseDeg?: number;
  readonly harmonics?: readonly SynthesisHarmonic[];
  readonly dc?: number;
  /** Standard deviation of normally distributed noise; needs `random`. */
  readonly noiseRms?: number;
  /** Uniform numbers from 0 to below 1; the same sequence makes the same samples. */
  readonly random?: () => number;
  /** Factor on fundamental and harmonics at each sample: a sag, an inrush. 1 by default. */
  readonly envelope?: (sample: number) => number;
  /** Largest magnitude that the front end can show. */
  readonly clipAt?: number;
  /** Whether to round to whole mV or mA as a record does; true by default. */
  readonly rounded?: boolean;
}

/**
 * The samples of one channel: sqrt(2) rms (sin(2 pi f t + phase) + ...) + dc + noise, clipped and rounded.
 * Throws a WaveformError for numbers that are not finite or out of range, a component at or above half the sample
 * rate, and noise without `random`.
 */
export function synthesize(wanted: Synthesis): number[] {
  check(wanted);
  const { sampleRateHz, samples, frequencyHz, rms, phaseDeg = 0, harmonics = [], dc = 0, noiseRms = 0 } = wanted;
  const { random, envelope = () => 1, clipAt = Number.POSITIVE_INFINITY, rounded = true } = wanted;
  const components = [{ order: 1, percent: 100, phaseDeg }, ...harmonics].map((component) => ({
    step: (2 * Math.PI * component.order * frequencyHz) / sampleRateHz,
    amplitude: (Math.SQRT2 * rms * component.percent) / 100,
    angle: ((component.phaseDeg ?? 0) * Math.PI) / 180,
  }));
  return Array.from({ length: samples }, (_, n) => {
    let value = 0;
    for (const { step, amplitude, angle } of components) value += amplitude * Math.sin(step * n + angle);
    value = value * envelope(n) + dc;
    if (random !== undefined && noiseRms > 0) value += noiseRms * normal(random);
    value = Math.max(-clipAt, Math.min(clipAt, value));
    // Adding 0 turns the -0 that rounding leaves into 0.
    return rounded ? Math.round(value) + 0 : value;
  });
}

/** A normally distributed number of mean 0 and deviation 1 (Box and Muller, 1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function check(wanted: Synthesis): void {
  const problems: WaveformProblem[] = [];
  const expect = (field: string, holds: boolean, message: string) => {
    if (!holds) problems.push({ field, message });
  };
  const { sampleRateHz, samples, frequencyHz, harmonics = [], noiseRms = 0, clipAt = 1 } = wanted;
  const nyquistOrder = sampleRateHz / 2 / frequencyHz;
  expect('sampleRateHz', Number.isFinite(sampleRateHz) && sampleRateHz > 0, 'is not a positive number');
  expect('samples', Number.isSafeInteger(samples) && samples > 0, 'is not a positive integer');
  expect('frequencyHz', Number.isFinite(frequencyHz) && frequencyHz > 0, 'is not a positive number');
  expect('frequencyHz', !(nyquistOrder <= 1), 'is not below half the sample rate');
  expect('rms', Number.isFinite(wanted.rms) && wanted.rms >= 0, 'is not a number of at least 0');
  expect('phaseDeg', Number.isFinite(wanted.phaseDeg ?? 0), 'is not a finite number');
  expect('dc', Number.isFinite(wanted.dc ?? 0), 'is not a finite number');
  expect('noiseRms', Number.isFinite(noiseRms) && noiseRms >= 0, 'is not a number of at least 0');
  expect('random', !(noiseRms > 0) || wanted.random !== undefined, 'is missing: noise needs it');
  expect('clipAt', clipAt > 0, 'is not above 0');
  harmonics.forEach(({ order, percent, phaseDeg = 0 }, i) => {
    expect(`harmonics[${i}].order`, Number.isFinite(order) && order > 0, 'is not a positive number');
    expect(`harmonics[${i}].order`, !(order >= nyquistOrder), 'is not below half the sample rate');
    expect(`harmonics[${i}].percent`, Number.isFinite(percent) && percent >= 0, 'is not a number of at least 0');
    expect(`harmonics[${i}].phaseDeg`, Number.isFinite(phaseDeg), 'is not a finite number');
  });
  refuse(problems);
}
