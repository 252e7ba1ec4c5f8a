import { type Channel, channels, inspectSamples, type WaveformSamples } from './samples';
import { refuse, type WaveformProblem } from './waveform-error';

/** One channel of a fastRMS capture, in volts or amperes. */
export interface RmsRange {
  readonly unit: 'V' | 'A';
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

export type FastRmsReport = { readonly [C in Channel]?: RmsRange };

/**
 * The content of a fastRMS capture. Its detail record is not documented; assumed: the arrays of a waveform (spec 2.4)
 * contain RMS values, without frequency and harmonics. Throws a WaveformError as `reportCapture` does.
 */
export function reportFastRms(data: WaveformSamples): FastRmsReport {
  const problems: WaveformProblem[] = [];
  const found = inspectSamples(data, problems);
  refuse(problems);
  const entries = channels.flatMap((channel) => {
    const captured = found[channel];
    if (captured === undefined) return [];
    const { values, extremes } = captured;
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length / 1000;
    const unit = channel.startsWith('mV') ? 'V' : 'A';
    return [[channel, { unit, min: extremes.min / 1000, max: extremes.max / 1000, mean }]];
  });
  return Object.fromEntries(entries) as FastRmsReport;
}
