import FFT from 'fft.js';
import type { CycleWindow } from './cycle-window';
import { type Kernel, kaiserBessel, STEPS, TAPS } from './kaiser-bessel';
import type { Channel, WaveformSamples } from './samples';

/** RMS amplitude of each order as sine (`re`) and cosine (`im`) part at sample 0; order 0 is the mean in `re`. */
export interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/**
 * Fourier coefficients at the multiples of a fundamental whose period need not be a whole number of samples.
 *
 * The tapered samples of all cycles are laid over each other on one cycle of `gridSize` points by convolution with
 * a Kaiser-Bessel kernel, transformed by one FFT, and divided by the kernel's transform. This costs one small FFT
 * however long the record is, and needs no truncation to whole samples: IEC 61000-4-7 asks for a window that
 * is synchronised with the fundamental, which a fixed sample rate cannot give.
 *
 * What else was tried, as worst error of any harmonic in percent of the fundamental over 400 random signals of
 * 200 samples at 4 kHz (50 or 60 Hz +-2 %, up to 39 orders, no noise): truncation to whole samples and linear
 * resampling 1.05, fractional cycles with linear resampling 1.08, with cubic resampling 0.98, a Hann window and
 * zero padding 2.7, a flat fractional window 1.0; this way, with `unfold`, 0.11, and 0.02 up to order 30.
 */
export interface HarmonicTransform {
  /** Transforms all channels over `window`, the two of a phase as the real and the imaginary part of one signal. */
  transform(samples: WaveformSamples, window: CycleWindow): void;
  /** Copies the spectrum of one captured channel of the last `transform`, multiplied by `factor`. */
  read(channel: Channel, spectrum: Spectrum, highestOrder: number, factor: number): void;
}

/** Orders that a grid resolves: the kernel needs it half as fine again as the highest order does. */
export const highestOrderOf = (gridSize: number) => Math.floor(gridSize / 3) - 1;

export function createHarmonicTransform(gridSize: number): HarmonicTransform {
  const fft: { transform(out: number[], data: number[]): void } = new FFT(gridSize);
  const kernel = kaiserBessel(gridSize, highestOrderOf(gridSize));
  const turns = turnTable(gridSize, kernel.transform);
  const grids = [complexArray(gridSize + TAPS), complexArray(gridSize + TAPS)] as const;
  const bins = [complexArray(gridSize), complexArray(gridSize)] as const;
  let silence: readonly number[] = [];
  let scale = 0;

  return {
    transform(samples, window) {
      if (silence.length <= window.lastSample) silence = new Array(window.lastSample + 1).fill(0);
      const { mVp0 = silence, mAp0 = silence, mVp1 = silence, mAp1 = silence } = samples;
      const signals = { mVp0, mAp0, mVp1, mAp1 };
      const hasTwo = mVp1 !== silence || mAp1 !== silence;
      scale = Math.SQRT1_2 / spread(signals, hasTwo, window, gridSize, kernel, grids);
      for (let which = 0; which < (hasTwo ? 2 : 1); which++) {
        const grid = grids[which] as number[];
        for (let i = 0; i < 2 * TAPS; i++) grid[i] = (grid[i] as number) + (grid[i + 2 * gridSize] as number);
        fft.transform(bins[which] as number[], grid);
      }
    },
    read(channel, { re, im }, highestOrder, factor) {
      const from = bins[channel === 'mVp0' || channel === 'mAp0' ? 0 : 1];
      const isReal = channel === 'mVp0' || channel === 'mVp1';
      const size = scale * factor;
      for (let order = 0; order <= highestOrder; order++) {
        const here = 2 * order;
        const mirror = order === 0 ? 0 : 2 * (gridSize - order);
        const x0 = from[here] as number;
        const y0 = from[here + 1] as number;
        const x1 = from[mirror] as number;
        const y1 = from[mirror + 1] as number;
        const x = isReal ? x0 + x1 : y0 + y1;
        const y = isReal ? y0 - y1 : x1 - x0;
        const cos = (turns.cos[order] as number) * size;
        const sin = (turns.sin[order] as number) * size;
        re[order] = -(x * sin + y * cos);
        im[order] = x * cos - y * sin;
      }
      re[0] = (im[0] as number) * Math.SQRT1_2;
    },
  };
}

/** Filled with a fraction so that the engine keeps unboxed doubles from the start. */
const complexArray = (points: number): number[] => new Array(2 * points).fill(0.5);

/** Division by the kernel's transform, and the turn by the taps that lie before the first grid point. */
function turnTable(gridSize: number, transform: (order: number) => number) {
  const orders = Array.from({ length: highestOrderOf(gridSize) + 1 }, (_, order) => order);
  const angle = (order: number) => (2 * Math.PI * order * (TAPS / 2 - 1)) / gridSize;
  return {
    cos: Float64Array.from(orders, (order) => Math.cos(angle(order)) / transform(order)),
    sin: Float64Array.from(orders, (order) => Math.sin(angle(order)) / transform(order)),
  };
}

/**
 * Lays the tapered samples on the grids and returns the sum of the taper's weights.
 * The taps are written out because a loop over them takes twice as long.
 */
function spread(
  { mVp0, mAp0, mVp1, mAp1 }: Readonly<Record<Channel, readonly number[]>>,
  hasTwo: boolean,
  window: CycleWindow,
  gridSize: number,
  { weights, slopes }: Kernel,
  [one, two]: readonly [number[], number[]],
): number {
  const { centre, firstSample, lastSample, longSamples, shortSamples } = window;
  const flat = (longSamples - shortSamples) / 2;
  const half = (longSamples + shortSamples) / 2;
  const pointsPerSample = gridSize / window.periodSamples;
  one.fill(0);
  two.fill(0);
  let position = (firstSample * pointsPerSample) % gridSize;
  let taperSum = 0;
  for (let n = firstSample; n <= lastSample; n++) {
    const distance = Math.abs(n - centre);
    const taper = distance <= flat ? 1 : Math.max(0, (half - distance) / shortSamples);
    taperSum += taper;
    const point = Math.floor(position);
    const row = (position - point) * STEPS;
    const step = Math.floor(row);
    const between = row - step;
    const from = step * TAPS;
    const w0 = (weights[from] as number) + between * (slopes[from] as number);
    const w1 = (weights[from + 1] as number) + between * (slopes[from + 1] as number);
    const w2 = (weights[from + 2] as number) + between * (slopes[from + 2] as number);
    const w3 = (weights[from + 3] as number) + between * (slopes[from + 3] as number);
    const w4 = (weights[from + 4] as number) + between * (slopes[from + 4] as number);
    const w5 = (weights[from + 5] as number) + between * (slopes[from + 5] as number);
    const to = 2 * point;
    const a0 = taper * (mVp0[n] as number);
    const b0 = taper * (mAp0[n] as number);
    one[to] = (one[to] as number) + w0 * a0;
    one[to + 1] = (one[to + 1] as number) + w0 * b0;
    one[to + 2] = (one[to + 2] as number) + w1 * a0;
    one[to + 3] = (one[to + 3] as number) + w1 * b0;
    one[to + 4] = (one[to + 4] as number) + w2 * a0;
    one[to + 5] = (one[to + 5] as number) + w2 * b0;
    one[to + 6] = (one[to + 6] as number) + w3 * a0;
    one[to + 7] = (one[to + 7] as number) + w3 * b0;
    one[to + 8] = (one[to + 8] as number) + w4 * a0;
    one[to + 9] = (one[to + 9] as number) + w4 * b0;
    one[to + 10] = (one[to + 10] as number) + w5 * a0;
    one[to + 11] = (one[to + 11] as number) + w5 * b0;
    if (hasTwo) {
      const a1 = taper * (mVp1[n] as number);
      const b1 = taper * (mAp1[n] as number);
      two[to] = (two[to] as number) + w0 * a1;
      two[to + 1] = (two[to + 1] as number) + w0 * b1;
      two[to + 2] = (two[to + 2] as number) + w1 * a1;
      two[to + 3] = (two[to + 3] as number) + w1 * b1;
      two[to + 4] = (two[to + 4] as number) + w2 * a1;
      two[to + 5] = (two[to + 5] as number) + w2 * b1;
      two[to + 6] = (two[to + 6] as number) + w3 * a1;
      two[to + 7] = (two[to + 7] as number) + w3 * b1;
      two[to + 8] = (two[to + 8] as number) + w4 * a1;
      two[to + 9] = (two[to + 9] as number) + w4 * b1;
      two[to + 10] = (two[to + 10] as number) + w5 * a1;
      two[to + 11] = (two[to + 11] as number) + w5 * b1;
    }
    position += pointsPerSample;
    if (position >= gridSize) position -= gridSize;
  }
  return taperSum;
}
