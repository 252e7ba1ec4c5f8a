import type { HarmonicFit } from './harmonic-model';

/** The orders of one channel, each list indexed by order: 0 is the DC component, 1 the fundamental. IEC 61000-4-7 3.2 */
export interface Harmonics {
  /** RMS of each order alone, in the unit of its channel. */
  readonly rms: readonly number[];
  /** RMS as percent of the fundamental's. */
  readonly percent: readonly number[];
  /**
   * Angle at the first sample, as sine: x(t) = sqrt(2) rms sin(2 pi f t + angle), -180 to 180; of the DC component 0, or 180
   * where it is negative. IEC 61000-4-7 3.1
   */
  readonly phaseDeg: readonly number[];
}

/** The harmonics of one channel, with their total distortion. */
export interface HarmonicContent {
  readonly harmonics: Harmonics;
  /** Total harmonic distortion, percent of the fundamental's RMS. IEC 61000-4-7, IEEE 1459 */
  readonly thdFPercent: number;
  /** The total harmonic distortion in percent of the RMS of fundamental and harmonics together; 0 to 100. */
  readonly thdRPercent: number;
}

/** Part of the fundamental frequency that an order has to stay below half the sample rate. */
const nyquistMargin = 0.25;

/** Beyond what any standard measures (IEC 61000-4-7: 50); bounds the work at sample rates that no device has. */
const maxOrder = 200;

/** A fundamental below 1 mV or 1 mA RMS, the size of the steps of the record, is not a base for percentages. */
const minFundamentalRms = 1e-3;

/** The highest order that the sample rate allows. */
export function highestOrder(periodSamples: number): number {
  return Math.min(maxOrder, Math.floor(periodSamples / 2 - nyquistMargin));
}

/**
 * The harmonics of a channel in volts or amperes, or undefined when its fundamental is below the rounding
 * of the samples. `centre` is the time of the centre of the fitted samples after the first of the record, in periods.
 */
export function harmonicContent({ cosines, sines }: HarmonicFit, centre: number): HarmonicContent | undefined {
  const rms = Array.from(cosines, (cosine, order) =>
    order === 0 ? Math.abs(cosine) : Math.hypot(cosine, sines[order] ?? 0) * Math.SQRT1_2,
  );
  const phaseDeg = Array.from(cosines, (cosine, order) =>
    order === 0 ? angleDeg(0, cosine) : wrapDeg(angleDeg(cosine, sines[order] ?? 0) - 360 * order * centre),
  );
  const [, fundamental = 0, ...others] = rms;
  if (fundamental < minFundamentalRms) return undefined;
  const distortion = Math.hypot(...others);
  return {
    harmonics: { rms, percent: rms.map((value) => (100 * value) / fundamental), phaseDeg },
    thdFPercent: (100 * distortion) / fundamental,
    thdRPercent: (100 * distortion) / Math.hypot(fundamental, distortion),
  };
}

/** Angle of the point (x, y), -180 to 180. */
export function angleDeg(y: number, x: number): number {
  return (Math.atan2(y, x) * 180) / Math.PI;
}

/** The same direction, -180 to 180. */
function wrapDeg(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}
