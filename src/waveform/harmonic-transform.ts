import FFT from 'fft.js';
import type { CycleWindow } from './cycle-window';
import { createDecimation } from './decimation';
import { createGrids } from './grids';
import { kaiserBessel, TAPS } from './kaiser-bessel';
import type { Channel, WaveformSamples } from './samples';
import { createSpread, type WindowSums } from './spreading';

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
  /**
   * The spectra over `window` up to `highestOrder`, multiplied by `factor`; the next transform writes over them.
   * The voltage of a phase is transformed as the real and its current as the imaginary part of one signal.
   */
  transform(samples: WaveformSamples, window: CycleWindow, highestOrder: number, factor: number): Transformed;
}

/** The spectra, and the flat means of each phase as the samples are. */
export interface Transformed extends Pick<WindowSums, 'p0' | 'p1'> {
  readonly spectra: Spectra;
}

/** Of each channel; zeros for one that was not captured. */
export type Spectra = Readonly<Record<Channel, Spectrum>>;

/** Orders that a grid resolves: the kernel needs it half as fine again as the highest order does. */
export const highestOrderOf = (gridSize: number) => Math.floor(gridSize / 3) - 1;

export function createHarmonicTransform(gridSize: number): HarmonicTransform {
  const orders = highestOrderOf(gridSize);
  const { weights, slopes, transform: kernelTransform } = kaiserBessel(gridSize, orders);
  const grids = createGrids(gridSize + TAPS);
  const { p0: halves0, p1: halves1, decimate } = createDecimation(gridSize, grids);
  const fft = new FFT(gridSize / 2);
  // Fractions, so that the engine keeps unboxed doubles from the start.
  const out = () => fft.createComplexArray().fill(0.5);
  const [even0, odd0, even1, odd1] = [out(), out(), out(), out()];
  const spread = createSpread(gridSize, grids, weights, slopes);
  const spectrum = (): Spectrum => ({ re: new Float64Array(orders + 1), im: new Float64Array(orders + 1) });
  const spectra = { mVp0: spectrum(), mAp0: spectrum(), mVp1: spectrum(), mAp1: spectrum() };
  const { re: v0re, im: v0im } = spectra.mVp0;
  const { re: a0re, im: a0im } = spectra.mAp0;
  const { re: v1re, im: v1im } = spectra.mVp1;
  const { re: a1re, im: a1im } = spectra.mAp1;
  const divisors = Float64Array.from({ length: orders + 1 }, (_, order) => 1 / kernelTransform(order));
  let silence: readonly number[] = [];

  /** Takes the two channels of each phase apart, and turns each order by as many times `angle`: 0, 2, 4 or 1, 3, 5. */
  function read(
    first: 0 | 1,
    highestOrder: number,
    out0: readonly number[],
    out1: readonly number[],
    angle: number,
    size: number,
  ) {
    const stepCos = Math.cos(2 * angle);
    const stepSin = Math.sin(2 * angle);
    let turnCos = first === 0 ? 1 : Math.cos(angle);
    let turnSin = first === 0 ? 0 : Math.sin(angle);
    for (let order: number = first; order <= highestOrder; order += 2) {
      const here = order - first;
      const mirror = order === 0 ? 0 : gridSize - order - first;
      const divisor = size * (divisors[order] as number);
      const cos = turnCos * divisor;
      const sin = turnSin * divisor;
      const x0 = out0[here] as number;
      const y0 = out0[here + 1] as number;
      const x1 = out1[here] as number;
      const y1 = out1[here + 1] as number;
      const mirrorX0 = out0[mirror] as number;
      const mirrorY0 = out0[mirror + 1] as number;
      const mirrorX1 = out1[mirror] as number;
      const mirrorY1 = out1[mirror + 1] as number;
      const v0x = x0 + mirrorX0;
      const v0y = y0 - mirrorY0;
      const a0x = y0 + mirrorY0;
      const a0y = mirrorX0 - x0;
      const v1x = x1 + mirrorX1;
      const v1y = y1 - mirrorY1;
      const a1x = y1 + mirrorY1;
      const a1y = mirrorX1 - x1;
      v0re[order] = -(v0x * sin + v0y * cos);
      v0im[order] = v0x * cos - v0y * sin;
      a0re[order] = -(a0x * sin + a0y * cos);
      a0im[order] = a0x * cos - a0y * sin;
      v1re[order] = -(v1x * sin + v1y * cos);
      v1im[order] = v1x * cos - v1y * sin;
      a1re[order] = -(a1x * sin + a1y * cos);
      a1im[order] = a1x * cos - a1y * sin;
      const cosBefore = turnCos;
      turnCos = turnCos * stepCos - turnSin * stepSin;
      turnSin = turnSin * stepCos + cosBefore * stepSin;
    }
  }

  return {
    transform(samples, window, highestOrder, factor) {
      if (silence.length <= window.lastSample) silence = new Array(window.lastSample + 1).fill(0);
      const { mVp0 = silence, mAp0 = silence, mVp1 = silence, mAp1 = silence } = samples;
      const { taper, p0, p1 } = spread({ mVp0, mAp0, mVp1, mAp1 }, window);
      decimate();
      fft.transform(even0, halves0.even);
      fft.transform(odd0, halves0.odd);
      fft.transform(even1, halves1.even);
      fft.transform(odd1, halves1.odd);
      const ahead = (2 * Math.PI * (TAPS / 2 - 1)) / gridSize;
      const angle = ahead - (2 * Math.PI * window.centre) / window.periodSamples;
      const size = (Math.SQRT1_2 * factor) / taper;
      read(0, highestOrder, even0, even1, angle, size);
      read(1, highestOrder, odd0, odd1, angle, size);
      v0re[0] = (v0im[0] as number) * Math.SQRT1_2;
      a0re[0] = (a0im[0] as number) * Math.SQRT1_2;
      v1re[0] = (v1im[0] as number) * Math.SQRT1_2;
      a1re[0] = (a1im[0] as number) * Math.SQRT1_2;
      return { spectra, p0, p1 };
    },
  };
}
