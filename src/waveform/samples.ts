import type { WaveformProblem } from './waveform-error';

/** The arrays of a waveform record: millivolts and milliamperes of phase 0 and phase 1. spec 2.4 */
export const channels = ['mVp0', 'mAp0', 'mVp1', 'mAp1'] as const;
export type Channel = (typeof channels)[number];

/** A single-pole breaker has no phase 1: its arrays are absent, never filled with zeros. */
export type WaveformSamples = { readonly [C in Channel]?: readonly number[] | undefined };

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
 * Every array that is there, with its extremes; what is wrong is added to `problems`: an array that is not an array,
 * is empty, holds a value that is not a finite number, or differs in length from the first one; and, on `data`, that
 * there is no array at all.
 */
export function inspectSamples(samples: WaveformSamples, problems: WaveformProblem[]): CapturedChannels {
  const before = problems.length;
  let first: { channel: Channel; length: number } | undefined;
  const inspect = (channel: Channel, values: unknown): Captured | undefined => {
    if (values === undefined) return undefined;
    if (!Array.isArray(values)) {
      problems.push({ field: channel, message: 'is not an array' });
      return undefined;
    }
    first ??= { channel, length: values.length };
    if (values.length !== first.length) {
      problems.push({ field: channel, message: `has ${values.length} samples, ${first.channel} has ${first.length}` });
    }
    if (values.length === 0) {
      problems.push({ field: channel, message: 'is empty' });
      return undefined;
    }
    const extremes = extremesOf(values);
    if (extremes !== undefined) return { values, extremes };
    problems.push({ field: channel, message: nonFinite(values) });
    return undefined;
  };
  const found = {
    mVp0: inspect('mVp0', samples.mVp0),
    mAp0: inspect('mAp0', samples.mAp0),
    mVp1: inspect('mVp1', samples.mVp1),
    mAp1: inspect('mAp1', samples.mAp1),
  };
  if (first === undefined && problems.length === before) {
    problems.push({ field: 'data', message: `holds none of ${channels.join(', ')}` });
  }
  return found;
}

/** How many samples each array has. */
export function sampleCount({ mVp0, mAp0, mVp1, mAp1 }: WaveformSamples): number {
  return (mVp0 ?? mAp0 ?? mVp1 ?? mAp1)?.length ?? 0;
}

function extremesOf(values: readonly unknown[]): Extremes | undefined {
  let [min, max, atMin, atMax] = [Infinity, -Infinity, 0, 0];
  for (const value of values) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
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
