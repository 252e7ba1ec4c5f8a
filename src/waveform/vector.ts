/** A vector of `length` elements, by index. */
export function vectorOf(length: number, element: (index: number) => number): Float64Array {
  const vector = new Float64Array(length);
  for (let i = 0; i < length; i++) vector[i] = element(i);
  return vector;
}

/** Sum of the products of the elements of `a` and of `b`, which may be longer. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** Adds `factor` times `b` to the first elements of `a`, which may be longer. */
export function addScaled(a: Float64Array, factor: number, b: Float64Array): void {
  for (let i = 0; i < b.length; i++) a[i] = (a[i] as number) + factor * (b[i] as number);
}
