import { analysePhase, type Measurement } from './analyse-phase';
import type { AnalyseOptions, WaveformAnalysis } from './analysis';
import { findFundamental, minSamples } from './fundamental';
import { createHarmonicModel } from './harmonic-model';
import { inspectSamples, sampleCount, type WaveformSamples } from './samples';
import { sectionOf } from './section';
import { refuse, type WaveformProblem } from './waveform-error';

/**
 * RMS, peak, DC, harmonics and power of each phase of a record. spec 2.4
 * Throws a WaveformError that names every array that is empty, not an array, of another length than the first or not
 * all finite numbers, and every option that is not a positive number.
 *
 * @example
 * const { frequencyHz, p0 } = analyse({ mVp0, mAp0 }, { sampleRateHz: 4000 });
 * const volts = p0?.voltage?.rms;
 */
export function analyse(record: WaveformSamples, options: AnalyseOptions): WaveformAnalysis {
  const problems = optionProblems(options);
  const captured = inspectSamples(record, problems);
  refuse(problems);
  const { sampleRateHz } = options;
  const samples = sampleCount(record);
  const fundamental = findFundamental(record, options);
  const periodSamples = fundamental && sampleRateHz / fundamental.frequencyHz;
  const section = sectionOf(samples, periodSamples, minSamples(options));
  const { treatment, first, end, cycles, orders } = section;
  const model = createHarmonicModel(end - first, section.periodSamples, orders);
  const measurement: Measurement = { section, model, frequencyHz: fundamental?.frequencyHz };
  const p0 = analysePhase(captured.mVp0, captured.mAp0, measurement);
  const p1 = analysePhase(captured.mVp1, captured.mAp1, measurement);
  const usedSamples = Math.min(samples, section.widthSamples);
  return {
    sampleRateHz,
    window: { treatment, samples, cycles, usedSamples, unusedFraction: 1 - usedSamples / samples },
    ...fundamental,
    ...(p0 && { p0 }),
    ...(p1 && { p1 }),
  };
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
