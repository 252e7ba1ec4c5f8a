import type { DeviceState } from '../state';
import { curveOf } from './circuit-curve';
import { closedSpans, entryBefore, recordedSince } from './conduction';
import { loadCharacters, shareOfPhaseA } from './load-character';
import { addJoules, type Joules, type PowerCurve } from './power-curve';
import { rounded, roundedWh } from './rounding';
import type { World } from './world';

/** Energy as the service shows it: kilowatt-hours, and the same in watt-hours. spec 2.1 */
export interface EnergyRegister {
  delivered: number;
  generated: number;
  deliveredWH: number;
  generatedWH: number;
}

/** What was added to the registers in `deltaTime` seconds. spec 2.1 */
export interface EnergyDelta extends EnergyRegister {
  deltaTime: number;
}

const joulesAWh = 3600;

/** Energy that passed closed contacts in [from, to). */
export function joulesBetween(device: DeviceState, from: number, to: number, curve: PowerCurve): Joules {
  const sum = { deliveredJ: 0, generatedJ: 0 };
  for (const span of closedSpans(device, from, to)) addJoules(sum, curve.energyBetween(span.from, span.to));
  return sum;
}

interface Checkpoints {
  /** Energy since the timeline began up to each entry of the conduction timeline, as far as it was asked for. */
  readonly sums: Joules[];
  readonly curve: PowerCurve;
  readonly entries: DeviceState['conduction'][number][];
}

// One sum for each operation of the breaker, so that a reading does not go through all of them again.
const checkpoints = new WeakMap<DeviceState, Checkpoints>();

function joulesRecorded(device: DeviceState, at: number, curve: PowerCurve): Joules {
  const from = recordedSince(device);
  const last = entryBefore(device.conduction, at);
  // What a charger draws is written down as it happens: its past is not settled at a checkpoint.
  if (last < 0 || device.load.kind === 'ev') return joulesBetween(device, from, at, curve);
  const { sums } = checkpointsUpTo(device, last, curve);
  const startedAt = Math.max(from, device.conduction[last]?.at ?? from);
  const sum = joulesBetween(device, startedAt, at, curve);
  addJoules(sum, sums[last] ?? { deliveredJ: 0, generatedJ: 0 });
  return sum;
}

function checkpointsUpTo(device: DeviceState, last: number, curve: PowerCurve): Checkpoints {
  const { conduction } = device;
  const begin = recordedSince(device);
  let kept = checkpoints.get(device);
  const newest = kept === undefined ? -1 : kept.entries.length - 1;
  if (kept === undefined || kept.curve !== curve || kept.entries[newest] !== conduction[newest]) {
    kept = { sums: [], curve, entries: [] };
    checkpoints.set(device, kept);
  }
  for (let index = kept.entries.length; index <= last; index++) {
    const entry = conduction[index];
    if (entry === undefined) break;
    const from = Math.max(begin, conduction[index - 1]?.at ?? begin);
    const sum = joulesBetween(device, from, entry.at, curve);
    addJoules(sum, kept.sums[index - 1] ?? { deliveredJ: 0, generatedJ: 0 });
    kept.sums.push(sum);
    kept.entries.push(entry);
  }
  return kept;
}

interface WattHours {
  readonly deliveredWh: number;
  readonly generatedWh: number;
}

/** Register contents, with what the meter held when the timeline began. */
function wattHoursOf(device: DeviceState, { deliveredJ, generatedJ }: Joules): WattHours {
  const { energyBaseWh, energyGeneratedBaseWh = 0 } = device;
  return {
    deliveredWh: deliveredJ / joulesAWh + energyBaseWh,
    generatedWh: generatedJ / joulesAWh + energyGeneratedBaseWh,
  };
}

function wattHoursAt(device: DeviceState, at: number, world: World): WattHours {
  return wattHoursOf(device, joulesRecorded(device, at, curveOf(device, world)));
}

/** Forgets what the circuit did before an entry of its timeline; the registers go on from what they held there. */
export function forgetBefore(device: DeviceState, index: number, world: World): void {
  const entry = device.conduction[index];
  if (entry === undefined) return;
  beginRecordsAt(device, entry.at, entry.at, world);
  device.conduction = device.conduction.slice(index);
}

/** Its records begin at `since`, with what the registers held at `readAt`: what is between the two leaves no trace. */
export function beginRecordsAt(device: DeviceState, since: number, readAt: number, world: World): void {
  const { deliveredWh, generatedWh } = wattHoursAt(device, readAt, world);
  device.recordedSince = since;
  device.energyBaseWh = deliveredWh;
  device.energyGeneratedBaseWh = generatedWh;
}

function registerOf(deliveredWh: number, generatedWh: number): EnergyRegister {
  const deliveredWH = roundedWh(deliveredWh);
  const generatedWH = roundedWh(generatedWh);
  return {
    delivered: rounded(deliveredWH / 1000, 1e6),
    generated: rounded(generatedWH / 1000, 1e6),
    deliveredWH,
    generatedWH,
  };
}

/** The energy registers at an instant: the exact integral of the power since commissioning, to 0.001 Wh. */
export function energyAt(device: DeviceState, at: number, world: World): EnergyRegister {
  const { deliveredWh, generatedWh } = wattHoursAt(device, at, world);
  return registerOf(deliveredWh, generatedWh);
}

/** Readings of {@link energyAt} at instants that only go forward: each adds to the one before. */
export function createRegisterReader(
  device: DeviceState,
  startAt: number,
  world: World,
): (at: number) => EnergyRegister {
  const curve = curveOf(device, world);
  const sum = joulesRecorded(device, startAt, curve);
  let readAt = Math.max(recordedSince(device), startAt);
  return (at) => {
    addJoules(sum, joulesBetween(device, readAt, at, curve));
    readAt = Math.max(readAt, at);
    const { deliveredWh, generatedWh } = wattHoursOf(device, sum);
    return registerOf(deliveredWh, generatedWh);
  };
}

/** The difference of two readings of {@link energyAt}, in the last decimal too. */
export function energyDifference(before: EnergyRegister, after: EnergyRegister, deltaTime: number): EnergyDelta {
  const difference = registerOf(after.deliveredWH - before.deliveredWH, after.generatedWH - before.generatedWH);
  return { ...difference, deltaTime };
}

/** What the registers gain in [from, to). */
export function energyBetween(device: DeviceState, from: number, to: number, world: World): EnergyDelta {
  return energyDifference(energyAt(device, from, world), energyAt(device, to, world), (to - from) / 1000);
}

const quadrants = ['q1', 'q2', 'q3', 'q4'] as const;

/** Registers by quadrant, kind and phase, such as `q1mJpA`; those of phase B are absent on single-pole breakers. */
export type RawEnergy = {
  [Name in `${(typeof quadrants)[number]}${'mJpA' | 'mJpB' | 'mVARspA' | 'mVARspB'}`]?: number;
};

/**
 * Active (mJ) and reactive (mVARs) energy by quadrant and phase; whole numbers, none negative. q1 and q4 are
 * delivered with an inductive and a capacitive load, q2 and q3 are generated. spec 2.6
 */
export function rawEnergyAt(device: DeviceState, at: number, world: World): RawEnergy {
  return rawEnergyOf(device, wattHoursAt(device, at, world));
}

function rawEnergyOf(device: DeviceState, { deliveredWh, generatedWh }: WattHours): RawEnergy {
  const { powerFactor, reactive } = loadCharacters[device.load.kind];
  const reactivePart = Math.sqrt(1 - powerFactor ** 2) / powerFactor;
  const share = shareOfPhaseA(device.load, device.poles);
  const inductive = reactive === 'inductive';
  const wattHours = {
    q1: inductive ? deliveredWh : 0,
    q2: inductive ? generatedWh : 0,
    q3: inductive ? 0 : generatedWh,
    q4: inductive ? 0 : deliveredWh,
  };
  const registers: RawEnergy = {};
  for (const quadrant of quadrants) {
    const milliJoules = wattHours[quadrant] * joulesAWh * 1000;
    registers[`${quadrant}mJpA`] = Math.round(milliJoules * share);
    registers[`${quadrant}mVARspA`] = Math.round(milliJoules * share * reactivePart);
    if (device.poles === 1) continue;
    registers[`${quadrant}mJpB`] = Math.round(milliJoules * (1 - share));
    registers[`${quadrant}mVARspB`] = Math.round(milliJoules * (1 - share) * reactivePart);
  }
  return registers;
}

/** The difference of two readings of {@link rawEnergyAt}. */
export function rawEnergyDifference(before: RawEnergy, after: RawEnergy): RawEnergy {
  const difference: RawEnergy = {};
  for (const [name, value] of Object.entries(after) as [keyof RawEnergy, number][]) {
    difference[name] = value - (before[name] ?? 0);
  }
  return difference;
}

/** What a report tells about energy: the registers at its end, and what they gained in [from, to). spec 2.6 */
export function energyReport(device: DeviceState, from: number, to: number, world: World) {
  const before = wattHoursAt(device, from, world);
  const after = wattHoursAt(device, to, world);
  const energy = registerOf(after.deliveredWh, after.generatedWh);
  const rawEnergy = rawEnergyOf(device, after);
  const deltaTime = (to - from) / 1000;
  return {
    rawEnergy,
    rawEnergyDelta: { ...rawEnergyDifference(rawEnergyOf(device, before), rawEnergy), deltaTime },
    energy,
    energyDelta: energyDifference(registerOf(before.deliveredWh, before.generatedWh), energy, deltaTime),
  };
}
