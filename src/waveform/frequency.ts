/** Both grids with tolerance, for callers that do not know theirs. */
const ANY_GRID = { fromHz: 40, toHz: 70, smoothingHz: 55 };

/** Crossings that miss a common period by more than this part of it are not those of one fundamental. */
const MAX_JITTER = 0.05;

/** Part of the AC power that smoothing leaves at least: of a sine 0.8, of narrow pulses 0.4, of white noise 0.06. */
const LEAST_SMOOTH_POWER = 0.2;

/** Part of the amplitude that a signal has to pass on the other side before a crossing counts. */
const HYSTERESIS = 0.1;

/**
 * The fundamental frequency in Hz from the zero crossings of `values`, or undefined when they show none between
 * 40 and 70 Hz (with `nominalFrequencyHz`: within 20 percent of it).
 *
 * As IEC 61000-4-30 5.1 asks, harmonics are attenuated first, here by a moving average over a quarter period:
 * a crossing then occurs once per half cycle. Each is placed between its samples by linear interpolation;
 * rising and falling ones are fitted with one common period by least squares, which no DC offset can shift.
 */
export function fundamentalFrequency(
  values: readonly number[],
  sampleRateHz: number,
  nominalFrequencyHz?: number,
): number | undefined {
  const band =
    nominalFrequencyHz === undefined
      ? ANY_GRID
      : { fromHz: nominalFrequencyHz * 0.8, toHz: nominalFrequencyHz * 1.2, smoothingHz: nominalFrequencyHz };
  const width = Math.max(1, Math.round(sampleRateHz / band.smoothingHz / 4));
  if (values.length <= width) return undefined;
  const { rising, falling } = crossings(values, width);
  const periodSamples = commonPeriod(rising, falling);
  if (periodSamples === undefined) return undefined;
  const frequencyHz = sampleRateHz / periodSamples;
  return frequencyHz >= band.fromHz && frequencyHz <= band.toHz ? frequencyHz : undefined;
}

/** What the sums of `width` neighbouring samples range over, and how much of the samples' AC power is left in them. */
function smoothing(values: readonly number[], width: number) {
  let first = 0;
  for (let i = 0; i < width; i++) first += values[i] as number;
  let sum = first;
  let min = first;
  let max = first;
  let total = 0;
  let squares = 0;
  let sumTotal = 0;
  let sumSquares = 0;
  for (let i = width; i < values.length; i++) {
    const value = values[i] as number;
    sum += value - (values[i - width] as number);
    if (sum > max) max = sum;
    else if (sum < min) min = sum;
    total += value;
    squares += value * value;
    sumTotal += sum;
    sumSquares += sum * sum;
  }
  const count = values.length - width;
  const power = squares - (total * total) / count;
  const smoothPower = (sumSquares - (sumTotal * sumTotal) / count) / (width * width);
  return { first, min, max, isSmooth: smoothPower > LEAST_SMOOTH_POWER * power };
}

/** Where the moving sum crosses the middle of its range, in samples. */
function crossings(values: readonly number[], width: number): { rising: number[]; falling: number[] } {
  const { first, min, max, isSmooth } = smoothing(values, width);
  if (!isSmooth) return { rising: [], falling: [] };
  const middle = (max + min) / 2;
  const high = middle + (max - min) * (HYSTERESIS / 2);
  const low = middle - (max - min) * (HYSTERESIS / 2);
  const rising: number[] = [];
  const falling: number[] = [];
  let side = 0;
  let crossing = 0;
  let previous = first;
  for (let i = width; i < values.length; i++) {
    const sum = previous + (values[i] as number) - (values[i - width] as number);
    if (previous < middle !== sum < middle) crossing = i - 1 + (middle - previous) / (sum - previous);
    if (sum > high) {
      if (side < 0) rising.push(crossing);
      side = 1;
    } else if (sum < low) {
      if (side > 0) falling.push(crossing);
      side = -1;
    }
    previous = sum;
  }
  return { rising, falling };
}

/** The slope that fits both series best, or undefined when a crossing lies too far off. */
function commonPeriod(rising: readonly number[], falling: readonly number[]): number | undefined {
  const up = straightLine(rising);
  const down = straightLine(falling);
  const weight = up.spread + down.spread;
  if (weight === 0) return undefined;
  const period = (up.product + down.product) / weight;
  return isRegular(rising, up.mean, period) && isRegular(falling, down.mean, period) ? period : undefined;
}

function isRegular(times: readonly number[], mean: number, period: number): boolean {
  const middle = (times.length - 1) / 2;
  return times.every((time, i) => Math.abs(time - mean - period * (i - middle)) <= period * MAX_JITTER);
}

/** The sums of a least-squares line through (0, times[0]), (1, times[1]) and so on. */
function straightLine(times: readonly number[]): { mean: number; product: number; spread: number } {
  const count = times.length;
  const middle = (count - 1) / 2;
  let sum = 0;
  let product = 0;
  for (let i = 0; i < count; i++) {
    const time = times[i] as number;
    sum += time;
    product += (i - middle) * time;
  }
  return { mean: sum / count, product, spread: (count * (count * count - 1)) / 12 };
}
