import type { Channel } from './samples';

/**
 * One cycle of both phases, voltage as the real and current as the imaginary part of one complex signal.
 * Whoever works on them keeps them as constants of a closure, which spares compiled code most checks of their bounds.
 */
export type Grids = Readonly<Record<Channel, Float64Array>>;

export const createGrids = (points: number): Grids => ({
  mVp0: new Float64Array(points),
  mAp0: new Float64Array(points),
  mVp1: new Float64Array(points),
  mAp1: new Float64Array(points),
});
