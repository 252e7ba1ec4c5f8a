import { defined } from '../object';
import { analyse } from './analyse';
import type { WaveformAnalysis } from './analysis';
import type { WaveformRecord } from './csv';
import { type SampleRate, sampleRateOf, timingProblems, triggerSampleOf } from './sample-rate';
import { type Span, spans, type WaveformThresholds } from './spans';
import type { WaveformProblem } from './waveform-error';

export interface CaptureReport {
  readonly sampleRate: SampleRate;
  /** The sample at which the trigger fired; absent when the record does not contain it. */
  readonly triggerSample?: number;
  readonly analysis: Omit<WaveformAnalysis, 'problems'>;
  /** Absent when no thresholds were given. */
  readonly spans?: readonly Span[];
  /** What of the record could not be used or computed, and why. */
  readonly problems: readonly WaveformProblem[];
}

export interface CaptureReportOptions {
  readonly thresholds?: WaveformThresholds | undefined;
  readonly nominalFrequencyHz?: number | undefined;
}

/**
 * The content of a waveform record: its time base, its analysis, and where it was beyond the thresholds. spec 2.3, 2.4
 * What cannot be used or computed is named in `problems`.
 */
export function reportCapture(
  record: WaveformRecord,
  { thresholds, nominalFrequencyHz }: CaptureReportOptions = {},
): CaptureReport {
  const sampleRate = sampleRateOf(record);
  const { sampleRateHz } = sampleRate;
  const triggerSample = triggerSampleOf(record);
  const { problems, ...analysis } = analyse(record.data, { sampleRateHz, ...defined({ nominalFrequencyHz }) });
  const { frequencyHz } = analysis;
  const rates = { sampleRateHz, ...defined({ frequencyHz }) };
  return {
    sampleRate,
    ...defined({ triggerSample }),
    analysis,
    ...(thresholds === undefined ? {} : { spans: spans(record.data, thresholds, rates) }),
    problems: [...timingProblems(record), ...problems],
  };
}
