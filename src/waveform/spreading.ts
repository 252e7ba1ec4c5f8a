import type { CycleWindow } from './cycle-window';
import type { Grids } from './grids';
import { STEPS, TAPS } from './kaiser-bessel';
import type { Channel } from './samples';

/** Lays tapered samples on the grids and returns the sum of the taper's weights. */
export type Spread = (samples: Readonly<Record<Channel, readonly number[]>>, window: CycleWindow) => number;

/**
 * Lays the tapered samples of all cycles over each other on one cycle of `gridSize` points, the centre of the window
 * being `TAPS / 2 - 1` points behind the start; the grids have `TAPS` points more for what runs over their end.
 * Taper and kernel are even about that centre: one row of weights serves a sample and its mirror image.
 *
 * The taps are written out because a loop over them takes twice as long, and the sums wait in `lay`, which is small
 * enough to be inlined wherever it is called.
 */
export function createSpread(gridSize: number, grids: Grids, weights: Float64Array, slopes: Float64Array): Spread {
  const { mVp0: re0, mAp0: im0, mVp1: re1, mAp1: im1 } = grids;

  return (
    { mVp0, mAp0, mVp1, mAp1 },
    { centre, firstSample, lastSample, longSamples, shortSamples, periodSamples },
  ) => {
    const flat = (longSamples - shortSamples) / 2;
    const half = (longSamples + shortSamples) / 2;
    const pointsPerSample = gridSize / periodSamples;
    re0.fill(0);
    im0.fill(0);
    re1.fill(0);
    im1.fill(0);
    let taperSum = 0;
    let after = Math.ceil(centre);
    let before = firstSample + lastSample - after;
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
      const w0 = (weights[from] as number) + between * (slopes[from] as number);
      const w1 = (weights[from + 1] as number) + between * (slopes[from + 1] as number);
      const w2 = (weights[from + 2] as number) + between * (slopes[from + 2] as number);
      const w3 = (weights[from + 3] as number) + between * (slopes[from + 3] as number);
      const w4 = (weights[from + 4] as number) + between * (slopes[from + 4] as number);
      const w5 = (weights[from + 5] as number) + between * (slopes[from + 5] as number);
      const a = taper * (mVp0[after] as number);
      const b = taper * (mAp0[after] as number);
      const c = taper * (mVp1[after] as number);
      const d = taper * (mAp1[after] as number);
      lay(re0, point, w0 * a);
      lay(im0, point, w0 * b);
      lay(re1, point, w0 * c);
      lay(im1, point, w0 * d);
      lay(re0, point + 1, w1 * a);
      lay(im0, point + 1, w1 * b);
      lay(re1, point + 1, w1 * c);
      lay(im1, point + 1, w1 * d);
      lay(re0, point + 2, w2 * a);
      lay(im0, point + 2, w2 * b);
      lay(re1, point + 2, w2 * c);
      lay(im1, point + 2, w2 * d);
      lay(re0, point + 3, w3 * a);
      lay(im0, point + 3, w3 * b);
      lay(re1, point + 3, w3 * c);
      lay(im1, point + 3, w3 * d);
      lay(re0, point + 4, w4 * a);
      lay(im0, point + 4, w4 * b);
      lay(re1, point + 4, w4 * c);
      lay(im1, point + 4, w4 * d);
      lay(re0, point + 5, w5 * a);
      lay(im0, point + 5, w5 * b);
      lay(re1, point + 5, w5 * c);
      lay(im1, point + 5, w5 * d);
      const mirror = (gridSize + TAPS - 2 - point) | 0;
      const e = taper * (mVp0[before] as number);
      const f = taper * (mAp0[before] as number);
      const g = taper * (mVp1[before] as number);
      const h = taper * (mAp1[before] as number);
      lay(re0, mirror, w0 * e);
      lay(im0, mirror, w0 * f);
      lay(re1, mirror, w0 * g);
      lay(im1, mirror, w0 * h);
      lay(re0, mirror - 1, w1 * e);
      lay(im0, mirror - 1, w1 * f);
      lay(re1, mirror - 1, w1 * g);
      lay(im1, mirror - 1, w1 * h);
      lay(re0, mirror - 2, w2 * e);
      lay(im0, mirror - 2, w2 * f);
      lay(re1, mirror - 2, w2 * g);
      lay(im1, mirror - 2, w2 * h);
      lay(re0, mirror - 3, w3 * e);
      lay(im0, mirror - 3, w3 * f);
      lay(re1, mirror - 3, w3 * g);
      lay(im1, mirror - 3, w3 * h);
      lay(re0, mirror - 4, w4 * e);
      lay(im0, mirror - 4, w4 * f);
      lay(re1, mirror - 4, w4 * g);
      lay(im1, mirror - 4, w4 * h);
      lay(re0, mirror - 5, w5 * e);
      lay(im0, mirror - 5, w5 * f);
      lay(re1, mirror - 5, w5 * g);
      lay(im1, mirror - 5, w5 * h);
      position += pointsPerSample;
      if (position >= gridSize) position -= gridSize;
      distance++;
      after++;
      before--;
    }
    return taperSum;
  };
}

function lay(grid: Float64Array, at: number, part: number): void {
  grid[at] = (grid[at] as number) + part;
}
