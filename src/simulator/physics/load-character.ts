import type { LoadProfile } from '../state';
import { unitNoise } from './random';

/** One harmonic of a current: its order, its size relative to the fundamental, and its phase. */
export interface Harmonic {
  readonly order: number;
  readonly ratio: number;
  readonly phaseRad: number;
}

/** What a kind of load does to the mains, whatever it draws. */
export interface LoadCharacter {
  /** True power factor, 0 to 1. */
  readonly powerFactor: number;
  readonly reactive: 'inductive' | 'capacitive';
  /** Size of the fast variation of its power, relative. */
  readonly ripple: number;
  /** Peak of the inrush relative to the steady peak. */
  readonly inrush: number;
  readonly harmonics: readonly Harmonic[];
}

function odd(...ratios: readonly number[]): Harmonic[] {
  return ratios.map((ratio, index) => ({ order: 2 * index + 3, ratio, phaseRad: index % 2 === 0 ? Math.PI : 0 }));
}

const motor = { reactive: 'inductive', ripple: 0.012, inrush: 6, harmonics: odd(0.09, 0.05, 0.02) } as const;
const resistor = {
  powerFactor: 0.998,
  reactive: 'inductive',
  ripple: 0.002,
  inrush: 1.1,
  harmonics: odd(0.006, 0.01),
} as const;
const electronics = { reactive: 'capacitive', ripple: 0.008, inrush: 12 } as const;

/** By kind. The ratios are those of typical household appliances (third harmonic up to 60 % for rectifiers). */
export const loadCharacters: Readonly<Record<LoadProfile['kind'], LoadCharacter>> = {
  mains: { powerFactor: 0.96, reactive: 'inductive', ripple: 0.01, inrush: 4, harmonics: odd(0.1, 0.05, 0.03) },
  refrigerator: { ...motor, powerFactor: 0.87 },
  'air-conditioner': { ...motor, powerFactor: 0.93 },
  'water-heater': resistor,
  oven: resistor,
  lighting: { ...electronics, powerFactor: 0.91, harmonics: odd(0.28, 0.14, 0.09, 0.06) },
  outlets: { ...electronics, powerFactor: 0.88, harmonics: odd(0.35, 0.2, 0.11, 0.06) },
  'pool-pump': { ...motor, powerFactor: 0.86 },
  dryer: { ...resistor, powerFactor: 0.985, inrush: 3, harmonics: odd(0.03, 0.015) },
  'heat-pump': { ...motor, powerFactor: 0.94, inrush: 2, harmonics: odd(0.14, 0.08, 0.05, 0.02) },
  'server-rack': { ...electronics, powerFactor: 0.95, harmonics: odd(0.16, 0.1, 0.07, 0.05, 0.03) },
  'solar-inverter': { ...electronics, powerFactor: 0.995, inrush: 1.2, harmonics: odd(0.02, 0.015, 0.01) },
  spare: resistor,
  ev: { ...electronics, powerFactor: 0.99, ripple: 0, inrush: 1.3, harmonics: odd(0.05, 0.03, 0.02) },
};

/** Part of the power on phase A; loads with 120 V parts lean to one side. */
export function shareOfPhaseA(load: LoadProfile, poles: 1 | 2): number {
  if (poles === 1) return 1;
  const leans = load.kind === 'oven' || load.kind === 'dryer' || load.kind === 'mains';
  return leans ? 0.47 + 0.06 * unitNoise(load.seed, 7) : 0.5;
}
