import type { Difference } from './difference';

/**
 * What a value of a field can be on a circuit of a building, by the end of its path. Above it the unit is most likely another one,
 * a thousandth or the like. The service's breakers carry 30 A at most, its voltages are those of a split-phase grid. spec 1.1, 2.5
 */
const plausible: readonly { readonly field: RegExp; readonly max: number; readonly unit: string }[] = [
  { field: /\.(currentA|currentB)\.(val|min|max|avg)$/, max: 200, unit: 'A' },
  { field: /\.(voltageAN|voltageBN|voltageAB)\.(val|min|max|avg)$/, max: 600, unit: 'V' },
  { field: /\.frequency\.(val|min|max|avg)$/, max: 100, unit: 'Hz' },
  { field: /\.(ampsAverage|ampsMax|maxCurrent|ratedCurrent)$/, max: 200, unit: 'A' },
  // Epoch seconds reach 10^11 in the year 5138; milliseconds passed it in 1973.
  { field: /\.ts$/, max: 99_999_999_999, unit: 's' },
  { field: /\.secondsUntilReset$/, max: 3_600, unit: 's' },
];

/** Whether a number is too large for the unit that its field is taken to have. */
export function unitDifference(value: number, at: string): Difference[] {
  const range = plausible.find(({ field }) => field.test(at));
  return range !== undefined && Math.abs(value) > range.max
    ? [{ kind: 'unit', at, expected: range.unit, found: `above ${range.max}` }]
    : [];
}
