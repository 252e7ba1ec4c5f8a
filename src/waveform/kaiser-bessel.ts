/** Grid points that one sample is spread over. Six keep the error of every order below 2e-5 of the fundamental. */
export const TAPS = 6;

/** Positions between two grid points that are tabulated; between them the table is interpolated linearly. */
export const STEPS = 256;

/**
 * The Kaiser-Bessel kernel for placing samples at arbitrary times on a regular grid, and its transform, by which
 * the spectrum is divided afterwards (Fessler and Sutton, "Nonuniform fast Fourier transforms using min-max
 * interpolation", IEEE Trans. Signal Processing 51, 2003; shape parameter after Beatty, Nishimura and Pauly,
 * IEEE Trans. Medical Imaging 24, 2005). Each row is scaled so that its weights sum to the transform at order 0: the
 * mean comes out exact, and a DC component or a low order leaves nothing in its neighbours. The shape for which the
 * other orders come out best is then a little larger than theirs, 0.65 in place of 0.8.
 */
export interface Kernel {
  /** Row by row: the weights of the taps for a sample that lies `row / STEPS` behind its grid point. */
  readonly weights: Float64Array;
  /** The difference of each weight to the one a row below. */
  readonly slopes: Float64Array;
  /** The kernel's transform at `order` cycles per `gridSize` points. */
  transform(order: number): number;
}

export function kaiserBessel(gridSize: number, highestOrder: number): Kernel {
  const oversampling = gridSize / (2 * highestOrder + 1);
  const shape = Math.PI * Math.sqrt(((TAPS / oversampling) * (oversampling - 0.5)) ** 2 - 0.65);
  const transform = (order: number) => {
    // Within the orders of the grid the argument is real and never zero: shape exceeds pi * TAPS / 2 / oversampling.
    const root = Math.sqrt(shape * shape - ((Math.PI * TAPS * order) / gridSize) ** 2);
    return (TAPS * Math.sinh(root)) / root;
  };
  const weights = new Float64Array((STEPS + 1) * TAPS);
  for (let i = 0; i < weights.length; i++) {
    const distance = (i % TAPS) - (TAPS / 2 - 1) - Math.floor(i / TAPS) / STEPS;
    weights[i] = besselI0(shape * Math.sqrt(Math.max(0, 1 - ((2 * distance) / TAPS) ** 2)));
  }
  const whole = transform(0);
  for (let from = 0; from < weights.length; from += TAPS) {
    const row = weights.subarray(from, from + TAPS);
    const sum = row.reduce((total, weight) => total + weight, 0);
    for (let i = 0; i < TAPS; i++) row[i] = (row[i] as number) * (whole / sum);
  }
  const slopes = weights.map((weight, i) => (weights[i + TAPS] ?? weight) - weight);
  return { weights, slopes, transform };
}

/** The modified Bessel function of the first kind, order zero (Abramowitz and Stegun 9.6.12). */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
