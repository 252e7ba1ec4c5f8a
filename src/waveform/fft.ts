import type { Grids } from './grids';

/** The Fourier transform of both phases, in place: X[k] = sum of x[n] exp(-2 pi i k n / size). */
export interface Fft {
  transform(): void;
  /** Where each order k comes to stand. */
  readonly places: Uint16Array;
}

/**
 * Radix 4, decimation in frequency (Gentleman and Sande, 1966), with a last step of radix 2 where the power of two
 * `size` is none of four.
 */
export function createFft(size: number, { mVp0: re0, mAp0: im0, mVp1: re1, mAp1: im1 }: Grids): Fft {
  const turns = turnTable(size);
  const endsInPairs = Math.log2(size) % 2 === 1;

  return {
    places: Uint16Array.from({ length: size }, (_, order) => placeOf(order, size)),
    transform() {
      let row = 0;
      for (let quarter = size >> 2; quarter > 0; quarter >>= 2) {
        for (let first = 0; first < quarter; first++) {
          const c1 = turns[row] as number;
          const s1 = turns[row + 1] as number;
          const c2 = turns[row + 2] as number;
          const s2 = turns[row + 3] as number;
          const c3 = turns[row + 4] as number;
          const s3 = turns[row + 5] as number;
          row += 6;
          for (let a = first; a < size; a += 4 * quarter) {
            turnFour(re0, im0, a, quarter, c1, s1, c2, s2, c3, s3);
            turnFour(re1, im1, a, quarter, c1, s1, c2, s2, c3, s3);
          }
        }
      }
      if (!endsInPairs) return;
      for (let a = 0; a < size; a += 2) {
        addPair(re0, a);
        addPair(im0, a);
        addPair(re1, a);
        addPair(im1, a);
      }
    },
  };
}

/** Four points a quarter apart become the first of four transforms of a quarter of the size. */
function turnFour(
  re: Float64Array,
  im: Float64Array,
  a: number,
  quarter: number,
  c1: number,
  s1: number,
  c2: number,
  s2: number,
  c3: number,
  s3: number,
): void {
  const b = a + quarter;
  const c = b + quarter;
  const d = c + quarter;
  const xa = re[a] as number;
  const ya = im[a] as number;
  const xb = re[b] as number;
  const yb = im[b] as number;
  const xc = re[c] as number;
  const yc = im[c] as number;
  const xd = re[d] as number;
  const yd = im[d] as number;
  const sumX = xa + xc;
  const sumY = ya + yc;
  const differenceX = xa - xc;
  const differenceY = ya - yc;
  const otherX = xb + xd;
  const otherY = yb + yd;
  const crossX = yb - yd;
  const crossY = xd - xb;
  re[a] = sumX + otherX;
  im[a] = sumY + otherY;
  const x1 = differenceX + crossX;
  const y1 = differenceY + crossY;
  re[b] = x1 * c1 - y1 * s1;
  im[b] = x1 * s1 + y1 * c1;
  const x2 = sumX - otherX;
  const y2 = sumY - otherY;
  re[c] = x2 * c2 - y2 * s2;
  im[c] = x2 * s2 + y2 * c2;
  const x3 = differenceX - crossX;
  const y3 = differenceY - crossY;
  re[d] = x3 * c3 - y3 * s3;
  im[d] = x3 * s3 + y3 * c3;
}

function addPair(values: Float64Array, a: number): void {
  const first = values[a] as number;
  const second = values[a + 1] as number;
  values[a] = first + second;
  values[a + 1] = first - second;
}

/** For each step and each point of its first quarter: cosine and sine of its turn, of twice and of three times it. */
function turnTable(size: number): Float64Array {
  const turns: number[] = [];
  for (let length = size; length >= 4; length /= 4) {
    for (let first = 0; first < length / 4; first++) {
      for (const times of [1, 2, 3]) {
        const angle = (-2 * Math.PI * times * first) / length;
        turns.push(Math.cos(angle), Math.sin(angle));
      }
    }
  }
  return Float64Array.from(turns);
}

/** Each step of radix 4 sorts the orders by their remainder of 4. */
function placeOf(order: number, size: number): number {
  if (size < 4) return order;
  return (order % 4) * (size / 4) + placeOf(Math.floor(order / 4), size / 4);
}
