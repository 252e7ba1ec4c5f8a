import { commonPeriod } from './common-period';
import { findCrossings } from './crossings';

/** Both grids with tolerance, for callers that do not know theirs. */
const ANY_GRID = { fromHz: 40, toHz: 70, smoothingHz: 55 };

/**
 * The fundamental frequency in Hz from the zero crossings of `values`, or undefined when they show none between
 * 40 and 70 Hz (with `nominalFrequencyHz`: within 20 percent of it).
 *
 * As IEC 61000-4-30 5.1 asks, harmonics are attenuated first, here by a moving average over a quarter period:
 * a crossing then occurs once per half cycle. Each is placed between its samples by linear interpolation;
 * rising and falling ones are fitted with one common period by least squares, which no DC offset can shift.
 */
export type FrequencyMeter = (
  values: readonly number[],
  sampleRateHz: number,
  nominalFrequencyHz?: number,
) => number | undefined;

/** A meter that keeps its scratch space between calls. */
export function createFrequencyMeter(): FrequencyMeter {
  let sums = new Float64Array(0);
  let times = new Float64Array(0);

  return (values, sampleRateHz, nominalFrequencyHz) => {
    const band =
      nominalFrequencyHz === undefined
        ? ANY_GRID
        : { fromHz: nominalFrequencyHz * 0.8, toHz: nominalFrequencyHz * 1.2, smoothingHz: nominalFrequencyHz };
    const width = Math.max(1, Math.round(sampleRateHz / band.smoothingHz / 4));
    if (values.length <= width) return undefined;
    if (sums.length < values.length) {
      sums = new Float64Array(values.length);
      times = new Float64Array(values.length);
    }
    const count = findCrossings(values, width, sums, times);
    const periodSamples = commonPeriod(times, count);
    if (periodSamples === undefined) return undefined;
    const frequencyHz = sampleRateHz / periodSamples;
    return frequencyHz >= band.fromHz && frequencyHz <= band.toHz ? frequencyHz : undefined;
  };
}
