import type { AnalyseOptions } from './analysis';
import { minCycles, repetitionLag } from './autocorrelation';
import { createHarmonicModel, meanProduct } from './harmonic-model';
import { highestOrder } from './harmonics';
import type { CapturedChannels, Channel } from './samples';
import { dot } from './vector';

/** Voltage is the steadier reference: IEC 61000-4-30 5.1 takes the frequency from a voltage channel. */
const references: readonly Channel[] = ['mVp0', 'mVp1', 'mAp0', 'mAp1'];

/** 50 and 60 Hz with tolerance, for callers that do not know theirs. */
const anyGrid = { fromHz: 40, toHz: 70 };

/**
 * The least share of the fundamental in the AC power. Narrow current pulses have 0.2; a record of 85 Hz, which also
 * repeats itself at 42.5 Hz, has none there.
 */
const minFundamentalShare = 0.1;

/** Square of the resolution of a record, 1 mV or 1 mA: a signal with less power is rounding noise. */
const resolutionPower = 1;

/** Gauss-Newton about squares the error with each step: after one of a thousandth of a sample the rest is below 1e-5. */
const maxSteps = 5;
const lastStep = 1e-3;

export interface Fundamental {
  readonly frequencyHz: number;
  readonly frequencySource: Channel | 'nominal';
}

/** The fundamental of the first channel that has one, else the nominal frequency, if there is one. */
export function findFundamental(found: CapturedChannels, options: AnalyseOptions): Fundamental | undefined {
  for (const frequencySource of references) {
    const values = found[frequencySource]?.values;
    const frequencyHz = values && fundamentalFrequency(Float64Array.from(values), options);
    if (frequencyHz !== undefined) return { frequencyHz, frequencySource };
  }
  const { nominalFrequencyHz } = options;
  return nominalFrequencyHz === undefined ? undefined : { frequencyHz: nominalFrequencyHz, frequencySource: 'nominal' };
}

/** The fewest samples in which every frequency of the search can be found, for any shape of the signal. */
export function minSamples(options: AnalyseOptions): number {
  return (minCycles * options.sampleRateHz) / searchedBand(options).fromHz;
}

function searchedBand({ nominalFrequencyHz }: AnalyseOptions): { readonly fromHz: number; readonly toHz: number } {
  if (nominalFrequencyHz === undefined) return anyGrid;
  return { fromHz: nominalFrequencyHz * 0.8, toHz: nominalFrequencyHz * 1.2 };
}

/** In Hz. A record of less than one and a half cycles has one only near the nominal frequency. */
function fundamentalFrequency(values: Float64Array, options: AnalyseOptions): number | undefined {
  const { sampleRateHz, nominalFrequencyHz } = options;
  const { fromHz, toHz } = searchedBand(options);
  const nominalPeriod = nominalFrequencyHz && sampleRateHz / nominalFrequencyHz;
  const start = repetitionLag(values, sampleRateHz / toHz, sampleRateHz / fromHz) ?? nominalPeriod;
  const periodSamples = start && refinedPeriod(values, start);
  const frequencyHz = periodSamples && sampleRateHz / periodSamples;
  return frequencyHz && frequencyHz >= fromHz && frequencyHz <= toHz ? frequencyHz : undefined;
}

/**
 * The period whose harmonics leave the least of the record, in samples, less than one from `start`: Gauss-Newton on the
 * period alone, as in the four-parameter sine fit of IEEE 1057, with all harmonics in place of one sine.
 * Undefined when there is none, or the fundamental has next to no part in the record.
 */
function refinedPeriod(values: Float64Array, start: number): number | undefined {
  let periodSamples = start;
  for (let i = 0; i < maxSteps; i++) {
    const orders = highestOrder(periodSamples);
    if (orders < 1) return undefined;
    const model = createHarmonicModel(values.length, periodSamples, orders);
    const fit = model.fit(values);
    const [mean = 0, cosine = 0] = fit.cosines;
    const [, sine = 0] = fit.sines;
    const fundamentalPower = (cosine ** 2 + sine ** 2) / 2;
    const power = Math.max(resolutionPower, meanProduct(fit, fit) - mean ** 2);
    // The part of the derivative that no change of the amplitudes makes.
    const { residual: derivative } = model.fit(model.periodDerivative(fit));
    const step = dot(fit.residual, derivative) / dot(derivative, derivative);
    periodSamples += step;
    if (!(fundamentalPower >= minFundamentalShare * power && Math.abs(periodSamples - start) < 1)) return undefined;
    if (Math.abs(step) < lastStep) break;
  }
  return periodSamples;
}
