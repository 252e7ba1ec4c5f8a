import type { ChannelAnalysis, PhaseAnalysis } from './analysis';
import { isClipped } from './clipping';
import { type HarmonicFit, type HarmonicModel, meanProduct } from './harmonic-model';
import { harmonicContent } from './harmonics';
import { powerOf } from './power';
import { type Captured, extremesOf } from './samples';
import type { Section } from './section';
import { vectorOf } from './vector';

/** Samples are in thousandths of the units of the results. */
const milli = 1e-3;

/** How the channels of a record are measured. */
export interface Measurement {
  readonly section: Section;
  /** Of the section's samples. */
  readonly model: HarmonicModel;
  readonly frequencyHz: number | undefined;
}

/** How a channel of that many samples is measured. */
export type MeasurementOf = (samples: number) => Measurement;

/** One phase, or undefined when neither its voltage nor its current was captured. */
export function analysePhase(
  voltage: Captured | undefined,
  current: Captured | undefined,
  measurementOf: MeasurementOf,
): PhaseAnalysis | undefined {
  const channel = voltage ?? current;
  if (channel === undefined) return undefined;
  const { frequencyHz } = measurementOf(channel.values.length);
  const u = voltage && analyseChannel('V', voltage, measurementOf);
  const i = current && analyseChannel('A', current, measurementOf);
  const isPair = voltage?.values.length === current?.values.length;
  const hasFundamentals = u?.analysis.harmonics !== undefined && i?.analysis.harmonics !== undefined;
  return {
    ...(u && { voltage: u.analysis }),
    ...(i && { current: i.analysis }),
    ...(frequencyHz !== undefined && { frequencyHz }),
    ...(isPair && u?.fit && i?.fit && { power: powerOf(u.fit, i.fit, hasFundamentals) }),
  };
}

/** The voltage between two lines of as many samples. */
export function analyseDifference(one: Captured, other: Captured, measurementOf: MeasurementOf): ChannelAnalysis {
  const values = one.values.map((value, sample) => value - (other.values[sample] as number));
  const { analysis } = analyseChannel('V', { values, extremes: extremesOf(values) }, measurementOf);
  const { periodSamples } = measurementOf(values.length).section;
  const clipped = [one, other].some(({ values, extremes }) =>
    isClipped(values, extremes, Math.min(periodSamples, values.length)),
  );
  return { ...analysis, clipped };
}

function analyseChannel(
  unit: 'V' | 'A',
  { values, extremes }: Captured,
  measurementOf: MeasurementOf,
): { readonly analysis: ChannelAnalysis; readonly fit?: HarmonicFit } {
  const { section, model } = measurementOf(values.length);
  const { first, end } = section;
  const min = extremes.min * milli;
  const max = extremes.max * milli;
  const peak = Math.max(max, -min);
  const clipped = isClipped(values, extremes, Math.min(section.periodSamples, values.length));
  const instantaneous = { unit, peak, min, max, clipped };
  if (section.treatment === 'too-short') return { analysis: instantaneous };
  const fit = model.fit(vectorOf(end - first, (n) => (values[first + n] as number) * milli));
  const [mean = 0] = fit.cosines;
  const rms = Math.sqrt(meanProduct(fit, fit));
  const crestFactor = rms > 0 ? { crestFactor: peak / rms } : {};
  const centrePeriods = (values.length - 1) / 2 / section.periodSamples;
  return { analysis: { ...instantaneous, rms, mean, ...crestFactor, ...harmonicContent(fit, centrePeriods) }, fit };
}
