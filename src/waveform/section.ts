import { highestOrder } from './harmonics';

/** How far cycles may reach beyond the record, in samples: 200 samples at 4 kHz are 3 cycles from 59.93 Hz. */
const toleranceSamples = 0.25;

/** The samples that are measured, from `first` to before `end`: as many are left out before as after. */
export interface Section {
  readonly treatment: 'whole-cycles' | 'all-samples' | 'too-short';
  readonly first: number;
  readonly end: number;
  /** Length of what is measured, in samples and parts of one. */
  readonly widthSamples: number;
  /** 0 except for `whole-cycles`, as `orders`. */
  readonly cycles: number;
  /** The highest order of the harmonics. */
  readonly orders: number;
  /** Infinite except for `whole-cycles`. */
  readonly periodSamples: number;
}

/**
 * The whole cycles in the middle of a record (IEC 61000-4-30 5.2), without a period all its samples, unless there are
 * fewer than `minSamples`, in which one could be found.
 */
export function sectionOf(samples: number, periodSamples: number | undefined, minSamples: number): Section {
  const cycles = periodSamples === undefined ? 0 : Math.floor((samples + toleranceSamples) / periodSamples);
  const orders = periodSamples === undefined ? 0 : highestOrder(periodSamples);
  if (periodSamples === undefined || cycles < 1 || orders < 2) {
    const treatment = samples < minSamples ? 'too-short' : 'all-samples';
    return { treatment, first: 0, end: samples, widthSamples: samples, cycles: 0, orders: 0, periodSamples: Infinity };
  }
  const widthSamples = cycles * periodSamples;
  const first = Math.floor((samples + toleranceSamples - widthSamples) / 2);
  return { treatment: 'whole-cycles', first, end: samples - first, widthSamples, cycles, orders, periodSamples };
}
