/**
 * One cycle of each phase as a complex signal: voltage as the real and current as the imaginary part, by turns.
 * Whoever works on them keeps them as constants of a closure, which spares compiled code most checks of their bounds.
 */
export interface Grids {
  readonly p0: Float64Array;
  readonly p1: Float64Array;
}

export const createGrids = (points: number): Grids => ({
  p0: new Float64Array(2 * points),
  p1: new Float64Array(2 * points),
});
