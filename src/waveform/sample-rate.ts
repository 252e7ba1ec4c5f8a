import { inspectSamples, sampleCount, type WaveformSamples } from './samples';
import type { WaveformProblem } from './waveform-error';

/** The rate of the device's front end, to which the durations of the thresholds refer. spec 2.3 */
export const frontEndHz = 4000;

/** The fields of a waveform record for its time base; the specification gives neither units nor meaning. spec 2.4 */
export interface RecordTiming {
  readonly numSamples?: number | null | undefined;
  readonly captureWindowDuration?: number | null | undefined;
  readonly timeAfterTrigger?: number | null | undefined;
  readonly sampleDelta?: number | null | undefined;
  readonly data?: WaveformSamples | null | undefined;
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
 * A field that is no positive number is as if it were not there.
 */
export function sampleRateOf(record: RecordTiming): SampleRate {
  const sampleDelta = positive(record.sampleDelta);
  const captureWindowDuration = positive(record.captureWindowDuration);
  const count = positive(record.numSamples) ?? positive(countOf(record));
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
 */
export function triggerSampleOf(record: RecordTiming): number | undefined {
  const captureWindowDuration = positive(record.captureWindowDuration);
  const count = positive(countOf(record)) ?? positive(record.numSamples);
  const after = record.timeAfterTrigger;
  const timeAfterTrigger = after === 0 ? 0 : positive(after);
  if (count === undefined || captureWindowDuration === undefined || timeAfterTrigger === undefined) return undefined;
  if (timeAfterTrigger > captureWindowDuration) return undefined;
  return Math.min(count - 1, Math.round(count * (1 - timeAfterTrigger / captureWindowDuration)));
}

const countOf = ({ data }: RecordTiming) => sampleCount(inspectSamples(data ?? {}));

const positive = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;

const isNear = (a: number, b: number) => Math.abs(a / b - 1) <= tolerance;

function plausible(samplesPerUnit: number): { sampleRateHz: number; unit: TimeUnit } | undefined {
  for (const [unit, factor] of perSecond) {
    const sampleRateHz = samplesPerUnit * factor;
    if (sampleRateHz >= plausibleHz.from && sampleRateHz <= plausibleHz.to) return { sampleRateHz, unit };
  }
  return undefined;
}

/** What is wrong with the time fields that are there, and that the rate is an assumption where none of them makes one. */
export function timingProblems(record: RecordTiming): WaveformProblem[] {
  const problems: WaveformProblem[] = [];
  for (const field of ['numSamples', 'captureWindowDuration', 'sampleDelta', 'timeAfterTrigger'] as const) {
    const value = record[field] ?? undefined;
    if (value === undefined || positive(value) !== undefined || (field === 'timeAfterTrigger' && value === 0)) continue;
    problems.push({ field, rule: 'noTime', message: 'is not a positive number' });
  }
  if (sampleRateOf(record).source === 'frontEnd') {
    const message = `tells no time between samples: the documented ${frontEndHz} Hz are taken`;
    problems.push({ field: 'sampleDelta', rule: 'rateAssumed', message });
  }
  return problems;
}
