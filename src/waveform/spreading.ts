import type { CycleWindow } from './cycle-window';
import { type FlatMeans, flatMeansOfPairs } from './flat-means';
import type { Grids } from './grids';
import { STEPS, TAPS } from './kaiser-bessel';
import type { Channel } from './samples';

/** What is summed up on the way. */
export interface WindowSums {
  /** Of the taper's weights. */
  readonly taper: number;
  /** The flat means of each phase, of voltage and current: 0 for a channel that was not captured. */
  readonly p0: FlatMeans;
  readonly p1: FlatMeans;
}

/** Lays the samples of a window on the grids. */
export type Spread = (samples: Readonly<Record<Channel, readonly number[]>>, window: CycleWindow) => WindowSums;

/**
 * Lays the tapered samples of all cycles over each other on one cycle of `gridSize` points, the centre of the window
 * being `TAPS / 2 - 1` points behind the start; the grids have `TAPS` points more for what runs over their end.
 * Taper and kernel are even about that centre: one row of weights serves a sample and its mirror image.
 *
 * The flat sums are taken on the way: to read the samples is half of what they cost.
 * The taps are written out because a loop over them takes twice as long, and the sums wait in `lay`, which is small
 * enough to be inlined wherever it is called.
 */
export function createSpread(gridSize: number, grids: Grids, weights: Float64Array, slopes: Float64Array): Spread {
  const { p0, p1 } = grids;

  return ({ mVp0, mAp0, mVp1, mAp1 }, window) => {
    const { centre, firstSample, lastSample, longSamples, shortSamples } = window;
    const flat = (longSamples - shortSamples) / 2;
    const half = (longSamples + shortSamples) / 2;
    const pointsPerSample = gridSize / window.periodSamples;
    p0.fill(0);
    p1.fill(0);
    let taperSum = 0;
    let aa0 = 0;
    let bb0 = 0;
    let ab0 = 0;
    let aa1 = 0;
    let bb1 = 0;
    let ab1 = 0;
    let after = Math.ceil(centre) | 0;
    let before = (firstSample + lastSample - after) | 0;
    let distance = after - centre;
    let position = distance * pointsPerSample;
    while (after <= lastSample) {
      const slope = distance <= flat ? 1 : Math.max(0, (half - distance) / shortSamples);
      // The sample in the middle of an odd number is its own mirror image: a half of it is laid down each way.
      const taper = after === before ? slope / 2 : slope;
      taperSum += 2 * taper;
      const point = position | 0;
      const row = (position - point) * STEPS;
      const step = row | 0;
      const between = row - step;
      const from = (TAPS * step) | 0;
      const w0 = taper * ((weights[from] as number) + between * (slopes[from] as number));
      const w1 = taper * ((weights[from + 1] as number) + between * (slopes[from + 1] as number));
      const w2 = taper * ((weights[from + 2] as number) + between * (slopes[from + 2] as number));
      const w3 = taper * ((weights[from + 3] as number) + between * (slopes[from + 3] as number));
      const w4 = taper * ((weights[from + 4] as number) + between * (slopes[from + 4] as number));
      const w5 = taper * ((weights[from + 5] as number) + between * (slopes[from + 5] as number));
      const at = 2 * point;
      const a0 = mVp0[after] as number;
      const b0 = mAp0[after] as number;
      const a1 = mVp1[after] as number;
      const b1 = mAp1[after] as number;
      lay(p0, at, w0 * a0);
      lay(p0, at + 1, w0 * b0);
      lay(p1, at, w0 * a1);
      lay(p1, at + 1, w0 * b1);
      lay(p0, at + 2, w1 * a0);
      lay(p0, at + 3, w1 * b0);
      lay(p1, at + 2, w1 * a1);
      lay(p1, at + 3, w1 * b1);
      lay(p0, at + 4, w2 * a0);
      lay(p0, at + 5, w2 * b0);
      lay(p1, at + 4, w2 * a1);
      lay(p1, at + 5, w2 * b1);
      lay(p0, at + 6, w3 * a0);
      lay(p0, at + 7, w3 * b0);
      lay(p1, at + 6, w3 * a1);
      lay(p1, at + 7, w3 * b1);
      lay(p0, at + 8, w4 * a0);
      lay(p0, at + 9, w4 * b0);
      lay(p1, at + 8, w4 * a1);
      lay(p1, at + 9, w4 * b1);
      lay(p0, at + 10, w5 * a0);
      lay(p0, at + 11, w5 * b0);
      lay(p1, at + 10, w5 * a1);
      lay(p1, at + 11, w5 * b1);
      const mirror = 2 * ((gridSize + TAPS - 2 - point) | 0);
      const c0 = mVp0[before] as number;
      const d0 = mAp0[before] as number;
      const c1 = mVp1[before] as number;
      const d1 = mAp1[before] as number;
      lay(p0, mirror, w0 * c0);
      lay(p0, mirror + 1, w0 * d0);
      lay(p1, mirror, w0 * c1);
      lay(p1, mirror + 1, w0 * d1);
      lay(p0, mirror - 2, w1 * c0);
      lay(p0, mirror - 1, w1 * d0);
      lay(p1, mirror - 2, w1 * c1);
      lay(p1, mirror - 1, w1 * d1);
      lay(p0, mirror - 4, w2 * c0);
      lay(p0, mirror - 3, w2 * d0);
      lay(p1, mirror - 4, w2 * c1);
      lay(p1, mirror - 3, w2 * d1);
      lay(p0, mirror - 6, w3 * c0);
      lay(p0, mirror - 5, w3 * d0);
      lay(p1, mirror - 6, w3 * c1);
      lay(p1, mirror - 5, w3 * d1);
      lay(p0, mirror - 8, w4 * c0);
      lay(p0, mirror - 7, w4 * d0);
      lay(p1, mirror - 8, w4 * c1);
      lay(p1, mirror - 7, w4 * d1);
      lay(p0, mirror - 10, w5 * c0);
      lay(p0, mirror - 9, w5 * d0);
      lay(p1, mirror - 10, w5 * c1);
      lay(p1, mirror - 9, w5 * d1);
      aa0 += a0 * a0 + c0 * c0;
      bb0 += b0 * b0 + d0 * d0;
      ab0 += a0 * b0 + c0 * d0;
      aa1 += a1 * a1 + c1 * c1;
      bb1 += b1 * b1 + d1 * d1;
      ab1 += a1 * b1 + c1 * d1;
      position += pointsPerSample;
      if (position >= gridSize) position -= gridSize;
      distance++;
      after++;
      before--;
    }
    return {
      taper: taperSum,
      p0: flatMeansOfPairs({ aa: aa0, bb: bb0, ab: ab0 }, mVp0, mAp0, window),
      p1: flatMeansOfPairs({ aa: aa1, bb: bb1, ab: ab1 }, mVp1, mAp1, window),
    };
  };
}

function lay(grid: Float64Array, at: number, part: number): void {
  grid[at] = (grid[at] as number) + part;
}
