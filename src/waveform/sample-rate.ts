import { sampleCount, type WaveformSamples } from './samples';
import { refuse, type WaveformProblem } from './waveform-error';

/** The rate of the device's front end, to which the durations of the thresholds refer. spec 2.3 */
export const frontEndHz = 4000;

/** The fields of a waveform record for its time base; the specification gives neither units nor meaning. spec 2.4 */
export interface RecordTiming {
  readonly numSamples?: number | undefined;
  readonly captureWindowDuration?: number | undefined;
  readonly timeAfterTrigger?: number | undefined;
  readonly sampleDelta?: number | undefined;
  readonly data?: WaveformSamples | undefined;
}

export type TimeUnit = 'ns' | 'us' | 'ms';

export interface SampleRate {
  readonly sampleRateHz: number;
  /** `frontEnd` when no field of the record makes a plausible rate. */
  readonly source: 'sampleDelta' | 'captureWindowDuration' | 'frontEnd';
  /** The assumed unit of the source. */
  readonly unit?: TimeUnit;
  /** Whether sampleDelta and captureWindowDuration give the same rate; absent when only one of them does. */
  readonly agrees?: boolean;
}

const perSecond: readonly (readonly [TimeUnit, number])[] = [
  ['us', 1e6],
  ['ms', 1e3],
  ['ns', 1e9],
];

/** The plausible rates; the range spans less than a factor of 1000, so at most one unit fits. */
const plausibleHz = { from: 500, to: 100_000 };

/** Two figures for one rate may differ by this much: a duration may be rounded, or leave out the last interval. */
const tolerance = 0.02;

/**
 * The sample rate of a waveform record.
 *
 * Assumed: `sampleDelta` is the time between two samples, in microseconds (250 at 4 kHz); `captureWindowDuration` is
 * the time of `numSamples` samples. Another unit is taken when only it makes a rate between 0.5 and 100 kHz.
 * `sampleDelta` is tried first, then the duration; if neither is plausible, the rate is the 4 kHz of spec 2.3.
 * Throws a WaveformError when a field is there but is not a positive integer.
 */
export function sampleRateOf(record: RecordTiming): SampleRate {
  refuse(timingProblems(record));
  const { sampleDelta, captureWindowDuration } = record;
  const count = countOf(record);
  const byDelta = sampleDelta === undefined ? undefined : plausible(1 / sampleDelta);
  const byDuration =
    captureWindowDuration === undefined || count === undefined ? undefined : plausible(count / captureWindowDuration);
  if (byDelta !== undefined) {
    const agrees = byDuration && isNear(byDuration.sampleRateHz, byDelta.sampleRateHz);
    return { ...byDelta, source: 'sampleDelta', ...(agrees !== undefined && { agrees }) };
  }
  if (byDuration !== undefined) {
    const sampleRateHz = isNear(byDuration.sampleRateHz, frontEndHz) ? frontEndHz : byDuration.sampleRateHz;
    return { sampleRateHz, source: 'captureWindowDuration', unit: byDuration.unit };
  }
  return { sampleRateHz: frontEndHz, source: 'frontEnd' };
}

/**
 * The sample at which the trigger fired, or undefined when the record does not contain it.
 * Assumed: `timeAfterTrigger` is the part of `captureWindowDuration` after the trigger, in the same unit.
 * Throws a WaveformError when a field is there but is not a positive integer (`timeAfterTrigger`: or zero).
 */
export function triggerSampleOf(record: RecordTiming): number | undefined {
  refuse(timingProblems(record));
  const { captureWindowDuration, timeAfterTrigger } = record;
  const count = record.data === undefined ? record.numSamples : sampleCount(record.data);
  if (count === undefined || captureWindowDuration === undefined || timeAfterTrigger === undefined) return undefined;
  if (timeAfterTrigger > captureWindowDuration) return undefined;
  return Math.min(count - 1, Math.round(count * (1 - timeAfterTrigger / captureWindowDuration)));
}

const countOf = ({ numSamples, data }: RecordTiming) =>
  numSamples ?? (data === undefined ? undefined : sampleCount(data));

const isNear = (a: number, b: number) => Math.abs(a / b - 1) <= tolerance;

function plausible(samplesPerUnit: number): { sampleRateHz: number; unit: TimeUnit } | undefined {
  for (const [unit, factor] of perSecond) {
    const sampleRateHz = samplesPerUnit * factor;
    if (sampleRateHz >= plausibleHz.from && sampleRateHz <= plausibleHz.to) return { sampleRateHz, unit };
  }
  return undefined;
}

/** What is wrong with the timing fields that are there. */
export function timingProblems(record: RecordTiming): WaveformProblem[] {
  const problems: WaveformProblem[] = [];
  for (const field of ['numSamples', 'captureWindowDuration', 'sampleDelta'] as const) {
    const value = record[field];
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0)) {
      problems.push({ field, message: 'is not a positive integer' });
    }
  }
  const after = record.timeAfterTrigger;
  if (after !== undefined && !(Number.isSafeInteger(after) && after >= 0)) {
    problems.push({ field: 'timeAfterTrigger', message: 'is not an integer of at least 0' });
  }
  return problems;
}
