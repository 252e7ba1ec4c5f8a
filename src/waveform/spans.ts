import { findFundamental } from './fundamental';
import { cycleRms, magnitudes } from './magnitude';
import { frontEndHz } from './sample-rate';
import { type CapturedChannels, inspectSamples, type WaveformSamples } from './samples';
import { refuse, type WaveformProblem } from './waveform-error';

const phases = ['p0', 'p1'] as const;
export type Phase = (typeof phases)[number];
export type ThresholdLevel = 'mAOvercurrent' | 'mVSag' | 'mVSwell';
export type ThresholdEvent = 'Overcurrent' | 'Sag' | 'Swell';

/** The thresholds of spec 2.3, by their names there; levels in millivolts and milliamperes, durations in samples. */
export type WaveformThresholds = {
  readonly [K in `${Phase}${ThresholdLevel}` | `${Phase}${ThresholdEvent}Duration`]?: number | undefined;
} & { readonly [K in `${Phase}${ThresholdEvent}Enabled`]?: boolean | undefined };

export interface SpanOptions {
  /** 4000 by default. spec 2.3 */
  readonly sampleRateHz?: number;
  /** Length of a cycle; measured on the record by default, 60 Hz when it shows none. */
  readonly frequencyHz?: number;
}

/** Consecutive samples beyond a threshold; `endSample` is the last of them. */
export interface Span {
  readonly phase: Phase;
  readonly kind: 'overcurrent' | 'sag' | 'swell';
  readonly startSample: number;
  readonly endSample: number;
  readonly samples: number;
  readonly unit: 'V' | 'A';
  readonly level: number;
  /** The value farthest beyond the level, and where it is. */
  readonly extreme: number;
  readonly extremeSample: number;
  /** Whether the span reaches the duration of its threshold; absent when no duration is set. */
  readonly reachesDuration?: boolean;
}

const rules = [
  { kind: 'overcurrent', event: 'Overcurrent', level: 'mAOvercurrent', array: 'mA', unit: 'A', above: true },
  { kind: 'sag', event: 'Sag', level: 'mVSag', array: 'mV', unit: 'V', above: false },
  { kind: 'swell', event: 'Swell', level: 'mVSwell', array: 'mV', unit: 'V', above: true },
] as const;

/**
 * The sags, swells and overcurrents of a record, by phase and kind, in order of time.
 * A threshold that is absent or whose `...Enabled` is false finds nothing; an absent phase has no spans.
 *
 * Overcurrent compares the magnitude of every sample, as its level is instantaneous (spec 2.3); two stretches less
 * than half a cycle apart are one, because an alternating current passes through zero in between.
 * Sag and swell compare the RMS over the cycle around each sample (IEC 61000-4-30 5.4): the specification does
 * not say of what their levels are, but 120 V divides them, the nominal RMS, and no alternating voltage stays above
 * a level for the least duration of 50 samples by instantaneous values.
 *
 * Arrays that cannot be used have no spans. Throws a WaveformError for levels or durations that are not finite numbers.
 */
export function spans(
  samples: WaveformSamples,
  thresholds: WaveformThresholds,
  options: SpanOptions = {},
): readonly Span[] {
  const problems = thresholdProblems(thresholds, options);
  refuse(problems);
  const captured = inspectSamples(samples);
  const periodSamples = Math.max(1, Math.round(periodOf(captured, options)));
  const found: Span[] = [];
  for (const phase of phases) {
    for (const rule of rules) {
      const values = captured[`${rule.array}${phase}`]?.values;
      const level = thresholds[`${phase}${rule.level}`];
      if (values === undefined || level === undefined || thresholds[`${phase}${rule.event}Enabled`] === false) continue;
      const measure = rule.kind === 'overcurrent' ? magnitudes(values) : cycleRms(values, periodSamples);
      const bridge = rule.kind === 'overcurrent' ? Math.ceil(periodSamples / 2) : 1;
      const duration = thresholds[`${phase}${rule.event}Duration`];
      for (const stretch of stretches(measure, level, rule.above, bridge)) {
        const length = stretch.endSample - stretch.startSample + 1;
        found.push({
          phase,
          kind: rule.kind,
          startSample: stretch.startSample,
          endSample: stretch.endSample,
          samples: length,
          unit: rule.unit,
          level: level / 1000,
          extreme: stretch.extreme / 1000,
          extremeSample: stretch.extremeSample,
          ...(duration !== undefined && { reachesDuration: length >= duration }),
        });
      }
    }
  }
  return found;
}

interface Stretch {
  startSample: number;
  endSample: number;
  extreme: number;
  extremeSample: number;
}

function stretches(measure: Float64Array, level: number, above: boolean, bridge: number): Stretch[] {
  const found: Stretch[] = [];
  let open: Stretch | undefined;
  measure.forEach((value, sample) => {
    if (above ? value <= level : value >= level) return;
    if (open === undefined || sample - open.endSample > bridge) {
      open = { startSample: sample, endSample: sample, extreme: value, extremeSample: sample };
      found.push(open);
      return;
    }
    open.endSample = sample;
    if (above ? value > open.extreme : value < open.extreme) {
      open.extreme = value;
      open.extremeSample = sample;
    }
  });
  return found;
}

function periodOf(found: CapturedChannels, { sampleRateHz = frontEndHz, frequencyHz }: SpanOptions): number {
  return sampleRateHz / (frequencyHz ?? findFundamental(found, { sampleRateHz })?.frequencyHz ?? 60);
}

function thresholdProblems(thresholds: WaveformThresholds, options: SpanOptions): WaveformProblem[] {
  const problems: WaveformProblem[] = [];
  const expect = (field: string, holds: boolean, message: string) => {
    if (!holds) problems.push({ field, message });
  };
  for (const phase of phases) {
    for (const { level, event } of rules) {
      for (const field of [`${phase}${level}`, `${phase}${event}Duration`] as const) {
        expect(field, Number.isFinite(thresholds[field] ?? 0), 'is not a finite number');
      }
    }
  }
  const { sampleRateHz = frontEndHz, frequencyHz = 60 } = options;
  expect('sampleRateHz', Number.isFinite(sampleRateHz) && sampleRateHz > 0, 'is not a positive number');
  expect('frequencyHz', Number.isFinite(frequencyHz) && frequencyHz > 0, 'is not a positive number');
  return problems;
}
