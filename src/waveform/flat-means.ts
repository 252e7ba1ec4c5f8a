/** A stretch of samples that all weigh 1, but for the first and the last. */
export interface FlatStretch {
  readonly firstSample: number;
  readonly lastSample: number;
  /** Weight of the first and of the last sample. */
  readonly endWeight: number;
}

/** Means of the squares of two channels, and of their product. */
export interface FlatMeans {
  readonly aa: number;
  readonly bb: number;
  readonly ab: number;
}

/** Over all samples. */
export function flatMeans(a: readonly number[], b: readonly number[]): FlatMeans {
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let n = 0; n < a.length; n++) {
    const an = a[n] as number;
    const bn = b[n] as number;
    aa += an * an;
    bb += bn * bn;
    ab += an * bn;
  }
  return { aa: aa / a.length, bb: bb / a.length, ab: ab / a.length };
}

/**
 * Over a stretch, from its sums by pairs: of each sample and its mirror image about the middle. They hold both ends with
 * weight 1 and, when the number of samples is odd, the one in the middle twice.
 */
export function flatMeansOfPairs(
  { aa, bb, ab }: FlatMeans,
  a: readonly number[],
  b: readonly number[],
  stretch: FlatStretch,
): FlatMeans {
  return {
    aa: meanOfPairs(aa, a, a, stretch),
    bb: meanOfPairs(bb, b, b, stretch),
    ab: meanOfPairs(ab, a, b, stretch),
  };
}

function meanOfPairs(sum: number, a: readonly number[], b: readonly number[], stretch: FlatStretch): number {
  const { firstSample, lastSample, endWeight } = stretch;
  const product = (n: number) => (a[n] as number) * (b[n] as number);
  const ends = product(firstSample) + product(lastSample);
  const middle = (firstSample + lastSample) / 2;
  const twice = Number.isInteger(middle) ? product(middle) : 0;
  return (sum - (1 - endWeight) * ends - twice) / (lastSample - firstSample - 1 + 2 * endWeight);
}
