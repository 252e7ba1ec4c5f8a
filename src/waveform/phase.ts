import type { ChannelAnalysis, Growing, PhaseAnalysis } from './analysis';
import { isClipped } from './clipping';
import type { CycleWindow } from './cycle-window';
import { type FlatMeans, flatMeans } from './flat-means';
import type { Spectrum } from './harmonic-transform';
import { harmonicContent } from './harmonics';
import { powerOf } from './power';
import type { Captured } from './samples';

/** Samples are in thousandths of the units of the results. */
export const MILLI = 1e-3;

/** The whole cycles of a record. */
export interface Cut {
  readonly window: CycleWindow;
  readonly frequencyHz: number;
  readonly orders: number;
}

/** A channel with its spectrum in volts or amperes, which only a record with whole cycles has. */
export interface Measured extends Captured {
  readonly spectrum: Spectrum | undefined;
}

/**
 * One phase, or undefined when neither its voltage nor its current was captured; without whole cycles over all samples.
 */
export function analysePhase(
  voltage: Measured | undefined,
  current: Measured | undefined,
  cut: Cut | undefined,
  meansOfCut: FlatMeans | undefined,
): PhaseAnalysis | undefined {
  const either = voltage ?? current;
  if (either === undefined) return undefined;
  const means = meansOfCut ?? flatMeans((voltage ?? either).values, (current ?? either).values);
  const analysis: Growing<PhaseAnalysis> = {};
  if (voltage !== undefined) analysis.voltage = describe('V', voltage, means.aa, cut);
  if (current !== undefined) analysis.current = describe('A', current, means.bb, cut);
  if (analysis.voltage !== undefined && analysis.current !== undefined) {
    const fundamentals = analysis.voltage.harmonics &&
      analysis.current.harmonics &&
      voltage?.spectrum &&
      current?.spectrum && { voltage: voltage.spectrum, current: current.spectrum };
    analysis.power = powerOf(means.ab * MILLI * MILLI, analysis.voltage.rms, analysis.current.rms, fundamentals);
  }
  if (cut !== undefined) analysis.frequencyHz = cut.frequencyHz;
  return analysis;
}

function describe(
  unit: 'V' | 'A',
  { values, extremes, spectrum }: Measured,
  meanSquare: number,
  cut: Cut | undefined,
): ChannelAnalysis {
  const rms = Math.sqrt(meanSquare) * MILLI;
  const peak = Math.max(extremes.max, -extremes.min) * MILLI;
  const analysis: Growing<ChannelAnalysis> = {
    unit,
    rms,
    peak,
    min: extremes.min * MILLI,
    max: extremes.max * MILLI,
    mean: spectrum === undefined ? mean(values) * MILLI : (spectrum.re[0] as number),
    clipped: isClipped(values, extremes, cut?.window.periodSamples ?? values.length),
  };
  if (rms > 0) analysis.crestFactor = peak / rms;
  const content = spectrum && cut && harmonicContent(spectrum, cut.orders);
  if (content !== undefined) {
    analysis.thdFPercent = content.thdFPercent;
    analysis.thdRPercent = content.thdRPercent;
    analysis.harmonics = content.harmonics;
  }
  return analysis;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
