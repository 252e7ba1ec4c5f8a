/** Rounds to whole multiples of `1 / scale`: 1000 gives three decimals. Zero is never negative. */
export function rounded(value: number, scale: number): number {
  return Math.round(value * scale) / scale + 0;
}

/** Milliamperes. */
export const roundedA = (value: number) => rounded(value, 1000);
/** Hundredths of a volt. */
export const roundedV = (value: number) => rounded(value, 100);
/** Thousandths of a hertz. */
export const roundedHz = (value: number) => rounded(value, 1000);
/** Thousandths of a watt-hour. */
export const roundedWh = (value: number) => rounded(value, 1000);
