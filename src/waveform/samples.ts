import type { WaveformProblem } from './waveform-error';

/** The arrays of a waveform record: millivolts and milliamperes of phase 0 and phase 1. spec 2.4 */
export const channels = ['mVp0', 'mAp0', 'mVp1', 'mAp1'] as const;
export type Channel = (typeof channels)[number];

/** A single-pole breaker has no phase 1: its arrays are absent, null or empty, never filled with zeros. */
export type WaveformSamples = { readonly [C in Channel]?: readonly number[] | null | undefined };

/** The smallest and the largest sample of an array, and how often each occurs. */
export interface Extremes {
  readonly min: number;
  readonly max: number;
  readonly atMin: number;
  readonly atMax: number;
}

/** A checked array. */
export interface Captured {
  readonly values: readonly number[];
  readonly extremes: Extremes;
}

export type CapturedChannels = Readonly<Record<Channel, Captured | undefined>>;

/**
 * Every array that can be used, with its extremes; what is wrong with the others is added to `problems`: one that is no
 * array, or holds a value that is not a finite number; and, on `data`, that there is none that can be used.
 */
export function inspectSamples(samples: WaveformSamples, problems: WaveformProblem[] = []): CapturedChannels {
  const inspect = (field: Channel): Captured | undefined => {
    const values: unknown = samples[field] ?? [];
    if (!Array.isArray(values)) {
      problems.push({ field, rule: 'notArray', message: 'is not an array' });
      return undefined;
    }
    if (values.length === 0) return undefined;
    const extremes = checkedExtremes(values);
    if (extremes !== undefined) return { values, extremes };
    problems.push({ field, rule: 'notFinite', message: nonFinite(values) });
    return undefined;
  };
  const found = { mVp0: inspect('mVp0'), mAp0: inspect('mAp0'), mVp1: inspect('mVp1'), mAp1: inspect('mAp1') };
  if (sampleCount(found) === 0) {
    problems.push({ field: 'data', rule: 'noSamples', message: `holds samples in none of ${channels.join(', ')}` });
  }
  return found;
}

/** The samples that can be used, by channel. */
export function usableSamples(samples: WaveformSamples): { readonly [C in Channel]?: readonly number[] } {
  const found = inspectSamples(samples);
  return Object.fromEntries(
    channels.flatMap((channel) => {
      const values = found[channel]?.values;
      return values === undefined ? [] : [[channel, values]];
    }),
  );
}

/** How many samples the longest array has. */
export function sampleCount(found: CapturedChannels): number {
  return Math.max(0, ...channels.map((channel) => found[channel]?.values.length ?? 0));
}

/** Undefined where a value is not a finite number. */
function checkedExtremes(values: readonly unknown[]): Extremes | undefined {
  return values.every(Number.isFinite) ? extremesOf(values as readonly number[]) : undefined;
}

export function extremesOf(values: readonly number[]): Extremes {
  let [min, max, atMin, atMax] = [Infinity, -Infinity, 0, 0];
  for (const value of values) {
    if (value < min) [min, atMin] = [value, 0];
    if (value > max) [max, atMax] = [value, 0];
    if (value === min) atMin++;
    if (value === max) atMax++;
  }
  return { min, max, atMin, atMax };
}

function nonFinite(values: readonly unknown[]): string {
  const indexes = [...values.keys()].filter((index) => !Number.isFinite(values[index]));
  const shown = indexes.slice(0, 5).join(', ');
  return `has ${indexes.length} values that are not finite numbers (at ${shown}${indexes.length > 5 ? ', ...' : ''})`;
}
