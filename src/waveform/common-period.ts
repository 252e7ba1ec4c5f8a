/** Crossings that miss a common period by more than this part of it are not those of one fundamental. */
const MAX_JITTER = 0.05;

/**
 * The period that fits crossings best, rising and falling ones as two series by least squares, or undefined when one
 * lies too far off or there are not two of a kind. `times` holds `count` of them, of both kinds by turns.
 */
export function commonPeriod(times: Float64Array, count: number): number | undefined {
  const one = straightLine(times, 0, count);
  const other = straightLine(times, 1, count);
  const weight = one.spread + other.spread;
  if (weight === 0) return undefined;
  const period = (one.product + other.product) / weight;
  const regular = isRegular(times, 0, count, one.mean, period) && isRegular(times, 1, count, other.mean, period);
  return regular ? period : undefined;
}

/** The sums of a least-squares line through every second time from the one at `first`. */
function straightLine(
  times: Float64Array,
  first: number,
  end: number,
): { readonly mean: number; readonly product: number; readonly spread: number } {
  const count = (end - first + 1) >> 1;
  const middle = (count - 1) / 2;
  let sum = 0;
  let product = 0;
  for (let i = 0; i < count; i++) {
    const time = times[first + 2 * i] as number;
    sum += time;
    product += (i - middle) * time;
  }
  return { mean: sum / count, product, spread: (count * (count * count - 1)) / 12 };
}

function isRegular(times: Float64Array, first: number, end: number, mean: number, period: number): boolean {
  const middle = (((end - first + 1) >> 1) - 1) / 2;
  for (let at = first; at < end; at += 2) {
    const expected = mean + period * ((at - first) / 2 - middle);
    if (Math.abs((times[at] as number) - expected) > period * MAX_JITTER) return false;
  }
  return true;
}
