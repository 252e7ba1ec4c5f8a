import type { DeviceState } from '../state';
import { curveOf } from './circuit-curve';
import { closedSpans } from './conduction';
import { type ElectricalState, electricalState } from './electrical-state';
import { gridSeenBy } from './grid';
import { loadCharacters, shareOfPhaseA } from './load-character';
import type { PowerCurve } from './power-curve';
import { joulesBetween } from './registers';
import { roundedA, roundedHz, roundedV } from './rounding';
import type { World } from './world';

/** The last value of an interval, its extremes and its mean. spec 2.1 */
export interface Statistic {
  val: number;
  min: number;
  max: number;
  avg: number;
}

/** A, V and Hz; phase B is absent on single-pole breakers. spec 2.5 */
export interface MetricStatistics {
  currentA: Statistic;
  currentB?: Statistic;
  voltageAN: Statistic;
  voltageBN?: Statistic;
  voltageAB?: Statistic;
  frequency: Statistic;
}

/** Instants at which the grid is sampled, and instants in each extreme stretch of the load. */
const gridSamples = 12;
const extremeSamples = 4;

/**
 * Statistics of [from, to). `avg` of a current is such that, with `avg` of the voltage, the load's power factor
 * and the length of the interval, it gives the energy that the registers gain, to 0.1 %. `min` and `max` are
 * found by sampling: instants in between can lie 2 % beyond.
 */
export function statisticsBetween(device: DeviceState, from: number, to: number, world: World): MetricStatistics {
  const curve = curveOf(device, world);
  const last = electricalState(device, Math.max(from, to - 1), world, curve);
  const samples = [last, ...extremeStates(device, from, to, world, curve)];
  const grid = Array.from({ length: gridSamples }, (_, index) =>
    gridSeenBy(device, world, from + ((index + 0.5) / gridSamples) * (to - from)),
  );
  const volts = (read: (sample: { voltageAN: number; voltageBN: number }) => number, val: number) =>
    statistic(val, grid.map(read), mean(grid.map(read)), roundedV);
  const voltageAN = volts((sample) => sample.voltageAN, last.voltageAN);
  const current = averageCurrents(device, from, to, curve);
  const phaseA = {
    currentA: statistic(
      last.currentA,
      samples.map(({ currentA }) => currentA),
      current(voltageAN.avg, 'A'),
      roundedA,
    ),
    voltageAN,
    frequency: statistic(
      last.frequency,
      grid.map(({ frequency }) => frequency),
      mean(grid.map(({ frequency }) => frequency)),
      roundedHz,
    ),
  };
  if (last.currentB === undefined || last.voltageBN === undefined || last.voltageAB === undefined) return phaseA;
  const voltageBN = volts((sample) => sample.voltageBN, last.voltageBN);
  return {
    ...phaseA,
    currentB: statistic(
      last.currentB,
      samples.map(({ currentB }) => currentB ?? 0),
      current(voltageBN.avg, 'B'),
      roundedA,
    ),
    voltageBN,
    voltageAB: volts((sample) => sample.voltageAN + sample.voltageBN, last.voltageAB),
  };
}

function extremeStates(
  device: DeviceState,
  from: number,
  to: number,
  world: World,
  curve: PowerCurve,
): ElectricalState[] {
  const spans = closedSpans(device, from, to);
  const states: ElectricalState[] = [];
  for (const span of spans) {
    for (const stretch of curve.extremesBetween(span.from, span.to)) {
      for (let index = 0; index < extremeSamples; index++) {
        const at = stretch.from + ((index + 0.5) / extremeSamples) * (stretch.to - stretch.from);
        states.push(electricalState(device, at, world, curve));
      }
    }
  }
  const closedMs = spans.reduce((sum, span) => sum + span.to - span.from, 0);
  if (closedMs < to - from) states.push(openState(electricalState(device, from, world, curve)));
  return states;
}

function openState(state: ElectricalState): ElectricalState {
  return { ...state, currentA: 0, ...(state.currentB === undefined ? {} : { currentB: 0 }) };
}

function averageCurrents(device: DeviceState, from: number, to: number, curve: PowerCurve) {
  const { deliveredJ, generatedJ } = joulesBetween(device, from, to, curve);
  const watts = to > from ? ((deliveredJ + generatedJ) * 1000) / (to - from) : 0;
  const { powerFactor } = loadCharacters[device.load.kind];
  const share = shareOfPhaseA(device.load, device.poles);
  return (volts: number, phase: 'A' | 'B') => (watts * (phase === 'A' ? share : 1 - share)) / (volts * powerFactor);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function statistic(val: number, values: readonly number[], avg: number, round: (value: number) => number): Statistic {
  const all = [val, avg, ...values];
  return { val: round(val), min: round(Math.min(...all)), max: round(Math.max(...all)), avg: round(avg) };
}
