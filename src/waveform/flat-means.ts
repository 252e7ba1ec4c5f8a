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

export function flatMeans(a: readonly number[], b: readonly number[], stretch: FlatStretch): FlatMeans {
  const { firstSample, lastSample, endWeight } = stretch;
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let n = firstSample; n <= lastSample; n++) {
    const an = a[n] as number;
    const bn = b[n] as number;
    const weight = n === firstSample || n === lastSample ? endWeight : 1;
    aa += weight * an * an;
    bb += weight * bn * bn;
    ab += weight * an * bn;
  }
  const total = lastSample - firstSample - 1 + 2 * endWeight;
  return { aa: aa / total, bb: bb / total, ab: ab / total };
}
