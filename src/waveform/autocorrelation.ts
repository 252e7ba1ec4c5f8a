import { dot } from './vector';

/** The fewest cycles of a record: a period can be found where at least half a cycle is repeated. */
export const minCycles = 1.5;

/** The least autocorrelation of a periodic record: an exact repetition has 1, noise about 0. */
const minCorrelation = 0.6;

/**
 * The lag between `from` and `to`, in samples, at which the normalised autocorrelation of the record is largest, or
 * undefined when the record does not repeat itself there. Harmonics do not shift it.
 */
export function repetitionLag(values: Float64Array, from: number, to: number): number | undefined {
  const first = Math.max(1, Math.floor(from) - 1);
  const last = Math.min(Math.ceil(to) + 1, Math.floor(values.length / minCycles));
  const centred = withoutMean(values);
  const correlations = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => correlation(centred, first + i));
  const best = correlations.indexOf(Math.max(...correlations));
  const [before, most, after] = [correlations[best - 1], correlations[best], correlations[best + 1]];
  // A maximum at the edge belongs to a greater one outside the range.
  if (before === undefined || most === undefined || after === undefined || most < minCorrelation) return undefined;
  const vertexOfParabola = (before - after) / (2 * (before - 2 * most + after) || 1);
  return first + best + vertexOfParabola;
}

function withoutMean(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

/** Of the values with those `lag` samples later, -1 to 1; 0 where either are all zero. */
function correlation(values: Float64Array, lag: number): number {
  const later = values.subarray(lag);
  const earlier = values.subarray(0, later.length);
  const power = dot(earlier, earlier) * dot(later, later);
  return power === 0 ? 0 : dot(earlier, later) / Math.sqrt(power);
}
