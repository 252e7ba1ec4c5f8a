import { addScaled, dot } from './vector';

/**
 * A solver of A x = b for a symmetric positive definite matrix of `size` rows, by Cholesky's decomposition A = L L'.
 * `element` gives the lower triangle of A.
 */
export function choleskySolver(
  size: number,
  element: (row: number, column: number) => number,
): (b: Float64Array) => Float64Array {
  /** L without its diagonal. */
  const rows: Float64Array[] = [];
  const diagonal = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const row = new Float64Array(i);
    for (const above of rows) {
      const j = above.length;
      row[j] = (element(i, j) - dot(above, row)) / (diagonal[j] as number);
    }
    diagonal[i] = Math.sqrt(element(i, i) - dot(row, row));
    rows.push(row);
  }
  return (b) => {
    const x = b.slice();
    for (const row of rows) {
      const i = row.length;
      x[i] = ((x[i] as number) - dot(row, x)) / (diagonal[i] as number);
    }
    for (const row of [...rows].reverse()) {
      const i = row.length;
      x[i] = (x[i] as number) / (diagonal[i] as number);
      addScaled(x, -(x[i] as number), row);
    }
    return x;
  };
}
