import type { AnswerOf } from '../../catalog';
import type { DeviceState } from '../state';
import { electricalState } from './electrical-state';
import {
  createRegisterReader,
  type EnergyDelta,
  type EnergyRegister,
  energyAt,
  energyBetween,
  energyDifference,
} from './registers';
import { reportTimes } from './report-times';
import { roundedA, roundedHz, roundedV } from './rounding';
import { type MetricStatistics, statisticsBetween } from './statistics';
import type { World } from './world';

/** One report as the history shows it: amperes, volts, hertz; `ts` in epoch seconds. spec 2.5 */
export interface HistoryItem extends MetricStatistics {
  ts: number;
  energy: EnergyRegister;
  energyDelta: EnergyDelta;
}

/** How often the meter's hardware measures within a report, a second. */
const hardwareSamplesASecond = 1;

const epochSeconds = (at: number) => Math.floor(at / 1000);

/** Current meter reading: `val` in A (0.001), V (0.01) and Hz (0.001). spec 2.5 */
export function meterReading(device: DeviceState, at: number, world: World): AnswerOf<'meter.reading'> {
  return {
    ...readings(device, at, world),
    // The meter numbers its readings, one a second since it was commissioned.
    sequence: Math.max(0, epochSeconds(at - device.commissionedAt)),
    energy: energyAt(device, at, world),
    ts: epochSeconds(at),
  };
}

/** The metrics at an instant as {val}. spec 2.5 */
export function readings(device: DeviceState, at: number, world: World) {
  const state = electricalState(device, at, world);
  const phaseA = {
    currentA: { val: roundedA(state.currentA) },
    voltageAN: { val: roundedV(state.voltageAN) },
    frequency: { val: roundedHz(state.frequency) },
  };
  if (state.currentB === undefined || state.voltageBN === undefined || state.voltageAB === undefined) return phaseA;
  return {
    ...phaseA,
    currentB: { val: roundedA(state.currentB) },
    voltageBN: { val: roundedV(state.voltageBN) },
    voltageAB: { val: roundedV(state.voltageAB) },
  };
}

/** The report that closes the interval [from, to). spec 2.5 */
export function historyItem(device: DeviceState, from: number, to: number, world: World): HistoryItem {
  return {
    ts: epochSeconds(to),
    ...statisticsBetween(device, from, to, world),
    energy: energyAt(device, to, world),
    energyDelta: energyBetween(device, from, to, world),
  };
}

/** The report of the last full interval, or of what there is of the first one. spec 2.5 */
export function latestTelemetry(device: DeviceState, at: number, world: World): AnswerOf<'meter.latest'> {
  const { countAt, instantOf } = reportTimes(device);
  const last = countAt(at) - 1;
  const from = instantOf(last - 1);
  const to = last < 0 ? Math.max(at, from) : instantOf(last);
  return {
    ...historyItem(device, from, to, world),
    hwSamples: Math.max(1, Math.round(((to - from) / 1000) * hardwareSamplesASecond)),
  };
}

/**
 * A page of the reports in [from, to], oldest first, and how many there are in all. The caller ends the range at the
 * present: the future is as easy to compute as the past.
 */
export function historyPage(
  device: DeviceState,
  range: { readonly from: number; readonly to: number; readonly offset: number; readonly limit: number },
  world: World,
): { items: HistoryItem[]; totalCount: number } {
  const { countAt, instantOf } = reportTimes(device);
  const first = countAt(range.from - 1);
  const totalCount = Math.max(0, countAt(range.to) - first);
  const items: HistoryItem[] = [];
  const end = first + Math.min(totalCount, range.offset + range.limit);
  // Beyond the last report there is nothing to read, and no register that reaches so far into the future.
  if (first + range.offset >= end) return { items, totalCount };
  let startedAt = instantOf(first + range.offset - 1);
  const registerAt = createRegisterReader(device, startedAt, world);
  let before = registerAt(startedAt);
  for (let index = first + range.offset; index < end; index++) {
    const at = instantOf(index);
    const energy = registerAt(at);
    const energyDelta = energyDifference(before, energy, (at - startedAt) / 1000);
    items.push({ ts: epochSeconds(at), ...statisticsBetween(device, startedAt, at, world), energy, energyDelta });
    before = energy;
    startedAt = at;
  }
  return { items, totalCount };
}
