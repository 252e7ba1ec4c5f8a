import type { FlatStretch } from './flat-means';

/** Part of a sample by which a window may reach beyond the record: 200 samples at 4 kHz are 3 cycles from 59.93 Hz. */
const TOLERANCE_SAMPLES = 0.25;

/**
 * The stretch in the middle of a record that holds a whole number of cycles, with two sets of weights.
 *
 * Flat, for RMS and power: a rectangle of exactly `cycles` periods (IEC 61000-4-30 5.2 integrates over whole
 * periods); the samples at its ends count for as much of the rectangle as lies nearer to them than to others.
 * Tapered, for the spectrum: a rectangle of `longSamples` convolved with one of `shortSamples`, both whole
 * numbers of periods, so that its transform has double zeros at every harmonic: neighbours do not leak into
 * each other, and a small error of the frequency counts only squared. (A single cycle has room for no taper.)
 */
export interface CycleWindow extends FlatStretch {
  readonly cycles: number;
  readonly periodSamples: number;
  readonly centre: number;
  readonly widthSamples: number;
  readonly longSamples: number;
  readonly shortSamples: number;
}

/** The largest such window in a record, or undefined when it is shorter than one period. */
export function cycleWindow(samples: number, periodSamples: number): CycleWindow | undefined {
  const cycles = Math.floor((samples + TOLERANCE_SAMPLES) / periodSamples);
  if (cycles < 1) return undefined;
  const widthSamples = cycles * periodSamples;
  const centre = (samples - 1) / 2;
  const half = widthSamples / 2;
  const firstSample = Math.max(0, Math.floor(centre - half - 0.5) + 1);
  return {
    cycles,
    periodSamples,
    centre,
    widthSamples,
    longSamples: Math.ceil(cycles / 2) * periodSamples,
    shortSamples: cycles === 1 ? 1 : Math.floor(cycles / 2) * periodSamples,
    firstSample,
    lastSample: samples - 1 - firstSample,
    endWeight: half + 0.5 - (centre - firstSample),
  };
}
