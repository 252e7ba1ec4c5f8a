import type { Grids } from './grids';
import { TAPS } from './kaiser-bessel';

/** Complex signals of half the points of a grid: the FFT of one is the even orders of the grid's, that of the other the odd. */
export interface Halves {
  readonly even: Float64Array;
  readonly odd: Float64Array;
}

export interface Decimation {
  readonly p0: Halves;
  readonly p1: Halves;
  /** Fills both from the grids as they are now. */
  decimate(): void;
}

/**
 * The first step of an FFT, by decimation in frequency (Gentleman and Sande, 1966). The library works in steps of four:
 * of 128 points, the grid of a record at 4 kHz, it takes a step of two and reads them one by one, and two FFTs of 64 and
 * this step take four fifths of the time.
 */
export function createDecimation(gridSize: number, grids: Grids): Decimation {
  const { p0: grid0, p1: grid1 } = grids;
  const half = gridSize / 2;
  const halves = (): Halves => ({ even: new Float64Array(gridSize), odd: new Float64Array(gridSize) });
  const p0 = halves();
  const p1 = halves();
  const { even: even0, odd: odd0 } = p0;
  const { even: even1, odd: odd1 } = p1;
  const cosines = Float64Array.from({ length: half }, (_, i) => Math.cos((2 * Math.PI * i) / gridSize));
  const sines = Float64Array.from({ length: half }, (_, i) => -Math.sin((2 * Math.PI * i) / gridSize));

  /** What was laid behind the end of the cycle belongs to its start. */
  function foldEnds() {
    for (let i = 0; i < 2 * TAPS; i++) {
      grid0[i] = (grid0[i] as number) + (grid0[i + 2 * gridSize] as number);
      grid1[i] = (grid1[i] as number) + (grid1[i + 2 * gridSize] as number);
    }
  }

  return {
    p0,
    p1,
    decimate() {
      foldEnds();
      for (let i = 0; i < half; i++) {
        const re = 2 * i;
        const im = re + 1;
        const cos = cosines[i] as number;
        const sin = sines[i] as number;
        const x0 = grid0[re] as number;
        const y0 = grid0[im] as number;
        const x1 = grid1[re] as number;
        const y1 = grid1[im] as number;
        const farX0 = grid0[re + gridSize] as number;
        const farY0 = grid0[im + gridSize] as number;
        const farX1 = grid1[re + gridSize] as number;
        const farY1 = grid1[im + gridSize] as number;
        even0[re] = x0 + farX0;
        even0[im] = y0 + farY0;
        even1[re] = x1 + farX1;
        even1[im] = y1 + farY1;
        odd0[re] = (x0 - farX0) * cos - (y0 - farY0) * sin;
        odd0[im] = (x0 - farX0) * sin + (y0 - farY0) * cos;
        odd1[re] = (x1 - farX1) * cos - (y1 - farY1) * sin;
        odd1[im] = (x1 - farX1) * sin + (y1 - farY1) * cos;
      }
    },
  };
}
