import { angleDeg } from './angle';
import type { CycleWindow } from './cycle-window';
import type { Spectrum } from './harmonic-transform';

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
  /** The same, percent of the RMS of fundamental and harmonics together; 0 to 100. */
  readonly thdRPercent: number;
}

/** Part of the fundamental frequency that an order has to stay below half the sample rate. */
const NYQUIST_MARGIN = 0.25;

/** A fundamental below 1 mV or 1 mA RMS, the size of the steps of the record, is no base for percentages. */
const LEAST_FUNDAMENTAL_RMS = 1e-3;

/** The highest order that the sample rate allows. */
export function highestOrder(sampleRateHz: number, frequencyHz: number): number {
  return Math.floor(sampleRateHz / 2 / frequencyHz - NYQUIST_MARGIN);
}

/** Lists of fractions, by their highest order. */
const templates: number[][] = [];

/** A list up to `highest`, of unboxed doubles from the start: to copy one is quicker than to let it grow. */
function doubles(highest: number): number[] {
  const template = templates[highest] ?? new Array<number>(highest + 1).fill(0.5);
  templates[highest] = template;
  return template.slice();
}

/** The harmonics up to `highest`, or undefined when the fundamental does not stand out of the rounding of the samples. */
export function harmonicContent({ re, im }: Spectrum, highest: number): HarmonicContent | undefined {
  const fundamental = Math.sqrt((re[1] as number) ** 2 + (im[1] as number) ** 2);
  if (fundamental < LEAST_FUNDAMENTAL_RMS) return undefined;
  const toPercent = 100 / fundamental;
  const mean = re[0] as number;
  const rms = doubles(highest);
  const percent = doubles(highest);
  const phaseDeg = doubles(highest);
  rms[0] = Math.abs(mean);
  percent[0] = rms[0] * toPercent;
  phaseDeg[0] = mean < 0 ? 180 : 0;
  let squares = 0;
  for (let order = 1; order <= highest; order++) {
    const sine = re[order] as number;
    const cosine = im[order] as number;
    const square = sine * sine + cosine * cosine;
    const size = Math.sqrt(square);
    if (order > 1) squares += square;
    rms[order] = size;
    percent[order] = size * toPercent;
    phaseDeg[order] = angleDeg(sine, cosine);
  }
  const distortion = Math.sqrt(squares);
  return {
    harmonics: { rms, percent, phaseDeg },
    thdFPercent: distortion * toPercent,
    thdRPercent: (100 * distortion) / Math.sqrt(squares + fundamental * fundamental),
  };
}

/** The transform of the taper between an order and its mirror image beyond half the sample rate. */
export interface MirrorImage {
  readonly re: number;
  readonly im: number;
}

export function mirrorImage(order: number, window: CycleWindow): MirrorImage {
  const distance = (2 * order) / window.periodSamples - 1;
  const size = sinc(window.longSamples * distance) * sinc(window.shortSamples * distance);
  const turn = 2 * Math.PI * distance * window.centre;
  return { re: size * Math.cos(turn), im: -size * Math.sin(turn) };
}

/**
 * Takes the mirror image out of an order that lies close below half the sample rate: folded back so close above it,
 * the taper cannot keep the two apart. With X = A - conj(A) D, A = (X + conj(X) D) / (1 - |D|^2).
 */
export function unfold({ re, im }: Spectrum, order: number, image: MirrorImage): void {
  const x = re[order] as number;
  const y = im[order] as number;
  const rest = 1 - image.re * image.re - image.im * image.im;
  re[order] = (x + x * image.re + y * image.im) / rest;
  im[order] = (y + x * image.im - y * image.re) / rest;
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
