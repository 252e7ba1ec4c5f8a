import type { HarmonicContent } from './harmonics';
import type { Power, TotalPower } from './power';
import type { Channel } from './samples';
import type { WaveformProblem } from './waveform-error';

/** One channel, in volts or amperes. */
export interface ChannelAnalysis extends Partial<HarmonicContent> {
  readonly unit: 'V' | 'A';
  /** Root mean square over whole cycles; absent if the record is too short to measure it. IEC 61000-4-30 5.2 */
  readonly rms?: number;
  /** Largest magnitude of any sample of the record. */
  readonly peak: number;
  readonly min: number;
  readonly max: number;
  /** peak / rms; absent with `rms`, and when the channel is zero throughout. */
  readonly crestFactor?: number;
  /** The DC component; absent with `rms`. */
  readonly mean?: number;
  readonly clipped: boolean;
}

/** A value that is not known is absent, never 0. */
export interface PhaseAnalysis {
  readonly voltage?: ChannelAnalysis;
  readonly current?: ChannelAnalysis;
  /** Only when voltage and current were both captured, and the record is long enough. */
  readonly power?: Power;
  /** The fundamental of the record, by `frequencySource`. */
  readonly frequencyHz?: number;
}

/** Both poles of a two-pole breaker together; a value that is not known of both of them is absent. */
export interface TotalAnalysis {
  /** Line to line: the difference of the two voltages, sample by sample. */
  readonly voltage?: ChannelAnalysis;
  readonly power?: TotalPower;
}

/** How the record, or the longest of its arrays, was cut; the cycles lie in its middle. */
export interface WindowTreatment {
  /**
   * `all-samples` when the record has no fundamental: then there are no harmonics. `too-short` when it may be part of a
   * cycle: then there are only extremes, because RMS, DC component and power of a part differ from those of a cycle.
   */
  readonly treatment: 'whole-cycles' | 'all-samples' | 'too-short';
  readonly samples: number;
  /** 0 except for `whole-cycles`. */
  readonly cycles: number;
  /** Length of the cycles used, in samples and parts of one. */
  readonly usedSamples: number;
  /** Part of the record before and after them, 0 to below 1. */
  readonly unusedFraction: number;
}

export interface WaveformAnalysis {
  readonly sampleRateHz: number;
  /** Absent when no channel repeats itself and no nominal frequency was given. */
  readonly frequencyHz?: number;
  /** The channel that gave the frequency, or `nominal` when the option was taken. */
  readonly frequencySource?: Channel | 'nominal';
  readonly window: WindowTreatment;
  readonly p0?: PhaseAnalysis;
  readonly p1?: PhaseAnalysis;
  readonly total?: TotalAnalysis;
  /** What could not be used or computed, and why. */
  readonly problems: readonly WaveformProblem[];
}

export interface AnalyseOptions {
  readonly sampleRateHz: number;
  /** 50 or 60; narrows the search for the fundamental to +-20 % and stands in when there is none to be found. */
  readonly nominalFrequencyHz?: number;
}
