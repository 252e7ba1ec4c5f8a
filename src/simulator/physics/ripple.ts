import { minuteMs } from './local-time';
import { unitNoise } from './random';

/** The fast variation of a load's power: relative, and zero on average over every whole minute. */
export interface Ripple {
  at(instant: number): number;
  /** Its integral from the start of the instant's minute to the instant, seconds. */
  integral(instant: number): number;
}

/** Periods that go into a minute a whole number of times. */
const parts = [
  { periodS: 20, weight: 0.6 },
  { periodS: 7.5, weight: 0.4 },
] as const;

export function createRipple(seed: number, amplitude: number): Ripple {
  const waves = parts.map(({ periodS, weight }, index) => ({
    turnRad: (2 * Math.PI) / periodS,
    size: weight * amplitude,
    phaseRad: 2 * Math.PI * unitNoise(seed, 20 + index),
  }));
  const secondsIn = (instant: number) => (instant - Math.floor(instant / minuteMs) * minuteMs) / 1000;
  return {
    at(instant) {
      const seconds = secondsIn(instant);
      let sum = 0;
      for (const { turnRad, size, phaseRad } of waves) sum += size * Math.sin(turnRad * seconds + phaseRad);
      return sum;
    },
    integral(instant) {
      const seconds = secondsIn(instant);
      let sum = 0;
      for (const { turnRad, size, phaseRad } of waves) {
        sum += (size / turnRad) * (Math.cos(phaseRad) - Math.cos(turnRad * seconds + phaseRad));
      }
      return sum;
    },
  };
}
