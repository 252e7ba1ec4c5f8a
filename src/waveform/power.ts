import { angleDeg } from './angle';
import type { Spectrum } from './harmonic-transform';

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

/** `fundamentals` only when both channels have one. */
export function powerOf(
  realW: number,
  voltageRms: number,
  currentRms: number,
  fundamentals?: { readonly voltage: Spectrum; readonly current: Spectrum },
): Power {
  const apparentVA = voltageRms * currentRms;
  const nonactiveVar = Math.sqrt(Math.max(0, apparentVA * apparentVA - realW * realW));
  if (apparentVA === 0) return { realW, apparentVA, nonactiveVar };
  const powerFactor = Math.max(-1, Math.min(1, realW / apparentVA));
  if (fundamentals === undefined) return { realW, apparentVA, nonactiveVar, powerFactor };
  const { voltage, current } = fundamentals;
  const vr = voltage.re[1] as number;
  const vi = voltage.im[1] as number;
  const cr = current.re[1] as number;
  const ci = current.im[1] as number;
  const fundamentalW = vr * cr + vi * ci;
  const reactiveVar = vi * cr - vr * ci;
  return {
    realW,
    apparentVA,
    nonactiveVar,
    powerFactor,
    reactiveVar,
    fundamentalW,
    displacementPowerFactor: fundamentalW / Math.sqrt(fundamentalW ** 2 + reactiveVar ** 2),
    phaseAngleDeg: angleDeg(fundamentalW, reactiveVar),
  };
}
