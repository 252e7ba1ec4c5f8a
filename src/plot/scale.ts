export type Interval = readonly [from: number, to: number];

/** A linear mapping of values to pixels. */
export interface Scale {
  readonly domain: Interval;
  readonly range: Interval;
  toPixel(value: number): number;
  toValue(pixel: number): number;
}

/** A domain without extent is mapped to the middle of the range. */
export function linearScale(domain: Interval, range: Interval): Scale {
  const [from, to] = domain;
  const [start, end] = range;
  const extent = to - from;
  return {
    domain,
    range,
    toPixel: (value) => (extent === 0 ? (start + end) / 2 : start + ((value - from) / extent) * (end - start)),
    toValue: (pixel) => (end === start ? from : from + ((pixel - start) / (end - start)) * extent),
  };
}

/** The smallest and the largest value with a margin on both sides, a fraction of the extent; [-1, 1] without values. */
export function domainOf(series: readonly (readonly number[])[], marginFraction = 0.05): Interval {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const values of series)
    for (const value of values) {
      if (value < min) min = value;
      if (value > max) max = value;
    }
  if (min > max) return [-1, 1];
  const margin = max > min ? (max - min) * marginFraction : Math.abs(max) * marginFraction || 1;
  return [min - margin, max + margin];
}
