/**
 * The indices of the samples to draw on `columns` pixels: all if there are at most two per column, otherwise the lowest and
 * the highest of each column, in order, with the first and the last sample. So a peak of one sample is always drawn.
 */
export function decimate(values: readonly number[], columns: number): number[] {
  const count = values.length;
  if (count <= 2 * columns || columns < 1) return Array.from({ length: count }, (_, index) => index);
  const kept: number[] = [0];
  const keep = (index: number) => {
    if (index > (kept.at(-1) ?? -1)) kept.push(index);
  };
  for (let column = 0; column < columns; column++) {
    const start = Math.floor((column * count) / columns);
    const end = Math.floor(((column + 1) * count) / columns);
    let low = start;
    let high = start;
    for (let index = start + 1; index < end; index++) {
      const value = values[index] as number;
      if (value < (values[low] as number)) low = index;
      if (value > (values[high] as number)) high = index;
    }
    keep(Math.min(low, high));
    keep(Math.max(low, high));
  }
  keep(count - 1);
  return kept;
}
