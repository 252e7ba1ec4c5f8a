/** Below this, one decimal of a kilowatt tells nothing. */
const leastKilowatts = 100;

/** Whether a power is told in watts; nothing at all is told in kilowatts, as limits are entered. */
export const isToldInWatts = (watts: number) => Math.abs(watts) < leastKilowatts && Math.round(watts) !== 0;

/** `9.2 kW`, and `10 W` where `0 kW` would not be true. */
export function powerText(watts: number, number: (value: number, decimals?: number) => string): string {
  return isToldInWatts(watts) ? `${number(watts, 0)} W` : `${number(watts / 1_000)} kW`;
}
