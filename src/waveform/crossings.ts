/** Part of the AC power that smoothing leaves at least: of a sine 0.8, of narrow pulses 0.4, of white noise 0.06. */
const LEAST_SMOOTH_POWER = 0.2;

/** Part of the amplitude that a signal has to pass on the other side before a crossing counts. */
const HYSTERESIS = 0.1;

/**
 * Writes into `times` where the sum of `width` neighbouring samples crosses the middle of its range, rising and falling
 * by turns, in samples, and returns how many they are. `sums` is scratch space; both are at least as long as `values`.
 */
export function findCrossings(
  values: readonly number[],
  width: number,
  sums: Float64Array,
  times: Float64Array,
): number {
  const range = addUp(values, width, sums);
  if (range === undefined) return 0;
  const { min, max } = range;
  const middle = (max + min) / 2;
  const high = middle + (max - min) * (HYSTERESIS / 2);
  const low = middle - (max - min) * (HYSTERESIS / 2);
  const last = values.length - width;
  let count = 0;
  let at = 0;
  while (at < last && (sums[at] as number) <= high && (sums[at] as number) >= low) at++;
  let above = (sums[at] as number) > high;
  for (;;) {
    if (above) while (at <= last && (sums[at] as number) >= low) at++;
    else while (at <= last && (sums[at] as number) <= high) at++;
    if (at > last) return count;
    // It crossed the middle on its way here.
    let crossed = at;
    while ((sums[crossed - 1] as number) < middle === above) crossed--;
    const before = sums[crossed - 1] as number;
    times[count++] = width + crossed - 2 + (middle - before) / ((sums[crossed] as number) - before);
    above = !above;
  }
}

/** The sums, and what they range over; undefined when too little of the samples' AC power is left in them. */
function addUp(
  values: readonly number[],
  width: number,
  sums: Float64Array,
): { readonly min: number; readonly max: number } | undefined {
  let sum = 0;
  for (let i = 0; i < width; i++) sum += values[i] as number;
  sums[0] = sum;
  let min = sum;
  let max = sum;
  let total = 0;
  let squares = 0;
  let sumTotal = 0;
  let sumSquares = 0;
  const count = values.length - width;
  for (let i = 0; i < count; i++) {
    const value = values[i + width] as number;
    sum += value - (values[i] as number);
    sums[i + 1] = sum;
    if (sum > max) max = sum;
    else if (sum < min) min = sum;
    total += value;
    squares += value * value;
    sumTotal += sum;
    sumSquares += sum * sum;
  }
  const power = squares - (total * total) / count;
  const smoothPower = (sumSquares - (sumTotal * sumTotal) / count) / (width * width);
  return smoothPower > LEAST_SMOOTH_POWER * power ? { min, max } : undefined;
}
