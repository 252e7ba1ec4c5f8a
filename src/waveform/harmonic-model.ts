import { choleskySolver } from './cholesky';
import { addScaled, dot, vectorOf } from './vector';

/** A DC component and harmonics, in the unit of the samples that they were fitted to. */
export interface HarmonicFit {
  /** Amplitudes of the cosines by order, about the centre of the samples; order 0 is the DC component. */
  readonly cosines: Float64Array;
  /** Amplitudes of the sines by order; 0 at order 0. */
  readonly sines: Float64Array;
  /** The rest of each sample: noise, interharmonics, changes within the record. */
  readonly residual: Float64Array;
}

export interface HarmonicModel {
  fit(values: Float64Array): HarmonicFit;
  /** The derivative of the fitted samples by the period. */
  periodDerivative(fit: HarmonicFit): Float64Array;
}

/**
 * The DC component and the harmonics up to `orders` that fit evenly spaced samples best, by least squares.
 *
 * The Fourier sum of each order is the projection of the samples on it. If the period is not a whole number of samples,
 * the orders are not orthogonal: each sum holds parts of the other orders (leakage). How large these are follows from
 * the period alone, so that the normal equations take them out exactly, and no window is needed.
 * Time counts from the centre of the samples, where cosines are even and sines odd: each have equations of their own.
 */
export function createHarmonicModel(samples: number, periodSamples: number, orders: number): HarmonicModel {
  const step = (2 * Math.PI) / periodSamples;
  const times = vectorOf(samples, (n) => n - (samples - 1) / 2);
  const cosines = multiples(times, step, orders, Math.cos);
  const sines = multiples(times, step, orders, Math.sin);
  const sums = vectorOf(2 * orders + 1, (order) => cosineSum(samples, order * step));
  const sum = (order: number) => sums[order] as number;
  const solveCosines = choleskySolver(orders + 1, (j, k) => (sum(j - k) + sum(j + k)) / 2);
  // Row and column 0 are order 1.
  const solveSines = choleskySolver(orders, (j, k) => (sum(j - k) - sum(j + k + 2)) / 2);

  return {
    fit(values) {
      const cosineParts = solveCosines(projections(values, cosines));
      const sineParts = Float64Array.of(0, ...solveSines(projections(values, sines.slice(1))));
      const residual = values.slice();
      addAll(residual, cosineParts.map(minus), cosines);
      addAll(residual, sineParts.map(minus), sines);
      return { cosines: cosineParts, sines: sineParts, residual };
    },

    periodDerivative(fitted) {
      const derivative = new Float64Array(samples);
      const sineFactors = fitted.cosines.map((part, order) => order * part);
      const cosineFactors = fitted.sines.map((part, order) => -order * part);
      addAll(derivative, sineFactors, sines);
      addAll(derivative, cosineFactors, cosines);
      return derivative.map((value, n) => (value * (times[n] as number) * step) / periodSamples);
    },
  };
}

const minus = (value: number) => -value;

/** The Fourier sum of each wave. */
function projections(values: Float64Array, waves: readonly Float64Array[]): Float64Array {
  return Float64Array.from(waves, (wave) => dot(values, wave));
}

/** Adds each wave, multiplied by its factor. */
function addAll(values: Float64Array, factors: Float64Array, waves: readonly Float64Array[]): void {
  waves.forEach((wave, order) => {
    addScaled(values, factors[order] as number, wave);
  });
}

/** cos(k a) or sin(k a) of the angle `a` at each time, for k = 0 to `orders`: f(k a) = 2 cos(a) f((k-1) a) - f((k-2) a). */
function multiples(
  times: Float64Array,
  step: number,
  orders: number,
  wave: (angle: number) => number,
): readonly Float64Array[] {
  const doubled = times.map((time) => 2 * Math.cos(step * time));
  let last = times.map((time) => wave(-step * time));
  let next = times.map(() => wave(0));
  const found = [next];
  for (let order = 1; order <= orders; order++) {
    const before = last;
    last = next;
    next = new Float64Array(times.length);
    for (let n = 0; n < times.length; n++) {
      next[n] = (doubled[n] as number) * (last[n] as number) - (before[n] as number);
    }
    found.push(next);
  }
  return found;
}

/** The sum of cos(angle t) over `samples` times t about their centre (Dirichlet's kernel). */
function cosineSum(samples: number, angle: number): number {
  return angle === 0 ? samples : Math.sin((samples * angle) / 2) / Math.sin(angle / 2);
}

/**
 * The mean of the product of two signals, of a signal with itself its mean square: of DC components and harmonics over
 * whole cycles, where the orders are orthogonal (Parseval's theorem), and of the residuals over the samples.
 */
export function meanProduct(a: HarmonicFit, b: HarmonicFit): number {
  const [dcA = 0] = a.cosines;
  const [dcB = 0] = b.cosines;
  const harmonics = dot(a.cosines, b.cosines) - dcA * dcB + dot(a.sines, b.sines);
  return dcA * dcB + harmonics / 2 + dot(a.residual, b.residual) / a.residual.length;
}
