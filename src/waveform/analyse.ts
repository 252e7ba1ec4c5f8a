import { analyseDifference, analysePhase, type Measurement } from './analyse-phase';
import type { AnalyseOptions, TotalAnalysis, WaveformAnalysis } from './analysis';
import { findFundamental, minSamples } from './fundamental';
import { createHarmonicModel } from './harmonic-model';
import { totalPower } from './power';
import { type CapturedChannels, channels, inspectSamples, sampleCount, type WaveformSamples } from './samples';
import { sectionOf } from './section';
import { refuse, type WaveformProblem } from './waveform-error';

/**
 * RMS, peak, DC, harmonics and power of each phase of a record, and of both together. spec 2.4
 * What cannot be used or computed is absent and named in `problems`: arrays that are none, values that are not finite
 * numbers, arrays of different length (each is measured by itself, without power), a record that is too short.
 * Throws a WaveformError that names every option that is not a positive number.
 *
 * @example
 * const { frequencyHz, p0 } = analyse({ mVp0, mAp0 }, { sampleRateHz: 4000 });
 * const volts = p0?.voltage?.rms;
 */
export function analyse(record: WaveformSamples, options: AnalyseOptions): WaveformAnalysis {
  refuse(optionProblems(options));
  const problems: WaveformProblem[] = [];
  const captured = inspectSamples(record, problems);
  const { sampleRateHz } = options;
  const samples = sampleCount(captured);
  const fundamental = findFundamental(captured, options);
  const measurements = new Map<number, Measurement>();
  const measurementOf = (count: number): Measurement => {
    const known = measurements.get(count);
    if (known !== undefined) return known;
    const section = sectionOf(count, fundamental && sampleRateHz / fundamental.frequencyHz, minSamples(options));
    const model = createHarmonicModel(section.end - section.first, section.periodSamples, section.orders);
    const made = { section, model, frequencyHz: fundamental?.frequencyHz };
    measurements.set(count, made);
    return made;
  };
  const p0 = analysePhase(captured.mVp0, captured.mAp0, measurementOf);
  const p1 = analysePhase(captured.mVp1, captured.mAp1, measurementOf);
  const { mVp0, mVp1 } = captured;
  const isPair = mVp0 !== undefined && mVp0.values.length === mVp1?.values.length;
  const total: TotalAnalysis = {
    ...(isPair && mVp1 !== undefined && { voltage: analyseDifference(mVp0, mVp1, measurementOf) }),
    ...(p0?.power && p1?.power && { power: totalPower(p0.power, p1.power) }),
  };
  const { treatment, cycles, widthSamples } = measurementOf(samples).section;
  problems.push(...lengthProblems(captured, samples), ...treatmentProblems(treatment, samples));
  const usedSamples = Math.min(samples, widthSamples);
  return {
    sampleRateHz,
    window: { treatment, samples, cycles, usedSamples, unusedFraction: samples === 0 ? 0 : 1 - usedSamples / samples },
    ...fundamental,
    ...(p0 && { p0 }),
    ...(p1 && { p1 }),
    ...(Object.keys(total).length > 0 && { total }),
    problems,
  };
}

function lengthProblems(captured: CapturedChannels, longest: number): WaveformProblem[] {
  return channels.flatMap((field) => {
    const count = captured[field]?.values.length ?? longest;
    const message = `has ${count} samples, others have ${longest}`;
    return count === longest ? [] : [{ field, rule: 'otherLength', message }];
  });
}

function treatmentProblems(treatment: string, samples: number): WaveformProblem[] {
  if (samples === 0 || treatment === 'whole-cycles') return [];
  return treatment === 'too-short'
    ? [{ field: 'data', rule: 'tooShort', message: 'is too short to tell RMS, DC component and power' }]
    : [{ field: 'data', rule: 'noFundamental', message: 'has no fundamental, and so no harmonics' }];
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
