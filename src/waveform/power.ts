import { type HarmonicFit, meanProduct } from './harmonic-model';
import { angleDeg } from './harmonics';

/** What voltage and current of one phase make together, by IEEE 1459-2010 (single phase, nonsinusoidal). */
export interface Power {
  /** P, the mean of u i; positive when the load consumes. */
  readonly realW: number;
  /** S = U I, of the RMS values with all their harmonics. */
  readonly apparentVA: number;
  /** Q1 = U1 I1 sin(phase angle) of the fundamental; positive for an inductive load. */
  readonly reactiveVar?: number;
  /** N = sqrt(S^2 - P^2): everything in S that does no work, distortion included. */
  readonly nonactiveVar: number;
  /** P1 = U1 I1 cos(phase angle) of the fundamental. */
  readonly fundamentalW?: number;
  /** P / S, with the sign of P. */
  readonly powerFactor?: number;
  /** cos(phase angle) of the fundamental. */
  readonly displacementPowerFactor?: number;
  /** Angle by which the fundamental of the current lags that of the voltage, -180 to 180. */
  readonly phaseAngleDeg?: number;
}

/** The sum of what two phases take. */
export interface TotalPower {
  readonly realW: number;
  /** Arithmetic: the sum of the apparent powers. IEEE 1459 */
  readonly apparentVA: number;
  readonly reactiveVar?: number;
  /** P / S of the sums, with the sign of P. */
  readonly powerFactor?: number;
}

export function totalPower(one: Power, other: Power): TotalPower {
  const realW = one.realW + other.realW;
  const apparentVA = one.apparentVA + other.apparentVA;
  return {
    ...{ realW, apparentVA },
    ...(one.reactiveVar === undefined || other.reactiveVar === undefined
      ? {}
      : { reactiveVar: one.reactiveVar + other.reactiveVar }),
    ...(apparentVA === 0 ? {} : { powerFactor: realW / apparentVA }),
  };
}

/** Of a phase in volts and amperes; what refers to the fundamental only with `hasFundamental`, when both have one. */
export function powerOf(voltage: HarmonicFit, current: HarmonicFit, hasFundamental: boolean): Power {
  const realW = meanProduct(voltage, current);
  const apparentVA = Math.sqrt(meanProduct(voltage, voltage) * meanProduct(current, current));
  const nonactiveVar = Math.sqrt(Math.max(0, apparentVA * apparentVA - realW * realW));
  if (apparentVA === 0) return { realW, apparentVA, nonactiveVar };
  const powerFactor = Math.max(-1, Math.min(1, realW / apparentVA));
  if (!hasFundamental) return { realW, apparentVA, nonactiveVar, powerFactor };
  const [, voltageCosine = 0] = voltage.cosines;
  const [, voltageSine = 0] = voltage.sines;
  const [, currentCosine = 0] = current.cosines;
  const [, currentSine = 0] = current.sines;
  const fundamentalW = (voltageCosine * currentCosine + voltageSine * currentSine) / 2;
  const reactiveVar = (voltageCosine * currentSine - voltageSine * currentCosine) / 2;
  return {
    realW,
    apparentVA,
    nonactiveVar,
    powerFactor,
    reactiveVar,
    fundamentalW,
    displacementPowerFactor: fundamentalW / Math.hypot(fundamentalW, reactiveVar),
    phaseAngleDeg: angleDeg(reactiveVar, fundamentalW),
  };
}
