import { localHour } from './local-time';
import { derivedSeed, unitNoise } from './random';
import type { World } from './world';

/** The split-phase service as every meter of the site sees it: RMS volts and hertz. */
export interface GridState {
  readonly voltageAN: number;
  readonly voltageBN: number;
  readonly frequency: number;
}

const meanV = 120.4;
/** Swing over the day, volts: the lowest voltage is in the evening. */
const daySwingV = 0.7;
/** [period in seconds, amplitude in volts] */
const swings = [
  [5400, 0.55],
  [1380, 0.35],
  [97, 0.2],
  [11, 0.1],
] as const;
/** A leg never has less than this. */
export const lowestLegV = meanV - daySwingV - swings.reduce((sum, [, amplitude]) => sum + amplitude, 0);

/** The grid of a seed: 120 V a leg within 2 %, 60 Hz within 0.04 Hz. */
function createGrid(seed: number): (at: number) => GridState {
  const phasesOf = (leg: number) => swings.map((_, index) => unitNoise(derivedSeed(seed, leg), index));
  const phasesA = phasesOf(11);
  const phasesB = phasesOf(12);
  const slowPhase = unitNoise(seed, 13);
  const fastPhase = unitNoise(seed, 14);
  return (at) => {
    const common = meanV + daySwingV * Math.cos((2 * Math.PI * (localHour(at) - 6.5)) / 24);
    return {
      voltageAN: common + swing(phasesA, at),
      voltageBN: common + swing(phasesB, at),
      frequency: 60 + 0.025 * wave(at, 730, slowPhase) + 0.01 * wave(at, 43, fastPhase),
    };
  };
}

let latest = { seed: 0, grid: createGrid(0) };

/** Voltage and frequency at an instant. */
export function gridAt(seed: number, at: number): GridState {
  if (latest.seed !== seed) latest = { seed, grid: createGrid(seed) };
  return latest.grid(at);
}

/** A circuit whose pole A is on leg B sees the legs the other way round. */
export function gridSeenBy(
  { leg }: { readonly leg?: 'A' | 'B' },
  { seed, supply }: Pick<World, 'seed' | 'supply'>,
  at: number,
): GridState {
  const grid = gridAt(seed, at);
  const share = (supply?.findLast((entry) => entry.at <= at)?.percent ?? 100) / 100;
  const [voltageAN, voltageBN] = [grid.voltageAN * share, grid.voltageBN * share];
  return leg === 'B' ? { ...grid, voltageAN: voltageBN, voltageBN: voltageAN } : { ...grid, voltageAN, voltageBN };
}

function swing(phases: readonly number[], at: number): number {
  let sum = 0;
  for (let index = 0; index < swings.length; index++) {
    const [periodS, amplitude] = swings[index] ?? [1, 0];
    sum += amplitude * wave(at, periodS, phases[index] ?? 0);
  }
  return sum;
}

function wave(at: number, periodS: number, phase: number): number {
  const turns = at / (periodS * 1000);
  return Math.sin(2 * Math.PI * (turns - Math.floor(turns) + phase));
}
