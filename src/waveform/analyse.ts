import type { AnalyseOptions, Growing, WaveformAnalysis } from './analysis';
import { cycleWindow } from './cycle-window';
import { createFrequencyMeter, type FrequencyMeter } from './frequency';
import {
  createHarmonicTransform,
  type HarmonicTransform,
  highestOrderOf,
  type Spectrum,
  type Transformed,
} from './harmonic-transform';
import { highestOrder, mirrorImage, unfold } from './harmonics';
import { analysePhase, type Cut, type Measured, MILLI } from './phase';
import { type Captured, type Channel, inspectSamples, sampleCount, type WaveformSamples } from './samples';
import { refuse, type WaveformProblem } from './waveform-error';

/** Voltage is the steadier reference: IEC 61000-4-30 5.1 takes the frequency from a voltage channel. */
const REFERENCES: readonly Channel[] = ['mVp0', 'mVp1', 'mAp0', 'mAp1'];

/**
 * RMS, peak, DC, harmonics and power of each phase of a record. spec 2.4
 * Throws a WaveformError that names every array that is empty, no array, of another length than the first or not
 * all finite numbers, and every option that is not a positive number.
 */
export type Analyse = (samples: WaveformSamples, options: AnalyseOptions) => WaveformAnalysis;

/** An analyser that keeps its FFT plans, tables and scratch space between calls, and nothing of what it was given. */
export function createAnalyser(): Analyse {
  const transforms = new Map<number, HarmonicTransform>();
  const frequencyOf = createFrequencyMeter();

  function transformFor(orders: number): HarmonicTransform {
    let gridSize = 16;
    while (highestOrderOf(gridSize) < orders) gridSize *= 2;
    const known = transforms.get(gridSize);
    if (known !== undefined) return known;
    const made = createHarmonicTransform(gridSize);
    transforms.set(gridSize, made);
    return made;
  }

  function transformAll(samples: WaveformSamples, { window, orders }: Cut): Transformed {
    const transformed = transformFor(orders).transform(samples, window, orders, MILLI);
    const image = mirrorImage(orders, window);
    const { mVp0, mAp0, mVp1, mAp1 } = transformed.spectra;
    unfold(mVp0, orders, image);
    unfold(mAp0, orders, image);
    unfold(mVp1, orders, image);
    unfold(mAp1, orders, image);
    return transformed;
  }

  return (samples, options) => {
    const problems = optionProblems(options);
    const captured = inspectSamples(samples, problems);
    refuse(problems);
    const { sampleRateHz } = options;
    const count = sampleCount(samples);
    const fundamental = findFundamental(frequencyOf, samples, options);
    const cut = fundamental && cutCycles(count, sampleRateHz, fundamental.frequencyHz);
    const transformed = cut && transformAll(samples, cut);
    const spectra = transformed?.spectra;
    const p0 = analysePhase(
      measured(captured.mVp0, spectra?.mVp0),
      measured(captured.mAp0, spectra?.mAp0),
      cut,
      transformed?.p0,
    );
    const p1 = analysePhase(
      measured(captured.mVp1, spectra?.mVp1),
      measured(captured.mAp1, spectra?.mAp1),
      cut,
      transformed?.p1,
    );
    const usedSamples = cut === undefined ? count : Math.min(count, cut.window.widthSamples);
    const analysis: Growing<WaveformAnalysis> = {
      sampleRateHz,
      window: {
        treatment: cut === undefined ? 'all-samples' : 'whole-cycles',
        samples: count,
        cycles: cut?.window.cycles ?? 0,
        usedSamples,
        unusedFraction: 1 - usedSamples / count,
      },
    };
    if (fundamental !== undefined) {
      analysis.frequencyHz = fundamental.frequencyHz;
      analysis.frequencySource = fundamental.frequencySource;
    }
    if (p0 !== undefined) analysis.p0 = p0;
    if (p1 !== undefined) analysis.p1 = p1;
    return analysis;
  };
}

const measured = (found: Captured | undefined, spectrum: Spectrum | undefined): Measured | undefined =>
  found && { values: found.values, extremes: found.extremes, spectrum };

function cutCycles(samples: number, sampleRateHz: number, frequencyHz: number): Cut | undefined {
  const window = cycleWindow(samples, sampleRateHz / frequencyHz);
  const orders = highestOrder(sampleRateHz, frequencyHz);
  return window && orders >= 2 ? { window, frequencyHz, orders } : undefined;
}

function optionProblems({ sampleRateHz, nominalFrequencyHz }: AnalyseOptions): WaveformProblem[] {
  const problems: WaveformProblem[] = [];
  const positive = (value: number) => Number.isFinite(value) && value > 0;
  if (!positive(sampleRateHz)) problems.push({ field: 'sampleRateHz', message: 'is not a positive number' });
  if (nominalFrequencyHz !== undefined && !positive(nominalFrequencyHz)) {
    problems.push({ field: 'nominalFrequencyHz', message: 'is not a positive number' });
  }
  return problems;
}

function findFundamental(
  frequencyOf: FrequencyMeter,
  samples: WaveformSamples,
  { sampleRateHz, nominalFrequencyHz }: AnalyseOptions,
): { frequencyHz: number; frequencySource: Channel | 'nominal' } | undefined {
  for (const channel of REFERENCES) {
    const values = samples[channel];
    if (values === undefined) continue;
    const frequencyHz = frequencyOf(values, sampleRateHz, nominalFrequencyHz);
    if (frequencyHz !== undefined) return { frequencyHz, frequencySource: channel };
  }
  return nominalFrequencyHz === undefined ? undefined : { frequencyHz: nominalFrequencyHz, frequencySource: 'nominal' };
}
