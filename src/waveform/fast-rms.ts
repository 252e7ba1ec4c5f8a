import { type Channel, channels, inspectSamples, type WaveformSamples } from './samples';

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
 * contain RMS values, without frequency and harmonics. Arrays that cannot be used are left out.
 */
export function reportFastRms(data: WaveformSamples): FastRmsReport {
  const found = inspectSamples(data);
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
