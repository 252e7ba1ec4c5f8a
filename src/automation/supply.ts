import { largestDraw } from './learned-draw';
import { ageOf, feedsInByCounters, intervalOf, isSilent, type MeterMemory, noteReading } from './meter-memory';
import { axisOf, type Plan } from './plan';
import type { Readings } from './readings';
import type { GroupSettings, ManagerSettings, SumCircuit } from './settings';
import type { ManagerState } from './state';

/** The total of a group, by axis, in the unit of the limit. */
export interface Supply {
  /** For shedding: what is silent counts as its last value. */
  readonly x: readonly number[];
  /** For restoring: what is silent for 5 minutes counts as its largest of the day. */
  readonly forRestore: readonly number[];
  /** When the total was true; absent: it is not known. */
  readonly measuredAt?: number;
  readonly intervalMs: number;
  /** Older than three intervals, never read, or without its feed-in. */
  readonly silent: boolean;
  /** A circuit was never read, and its rating is not known: nothing is restored. */
  readonly unread?: string;
}

/** How long a silent circuit counts as its last value for restoring. */
const lastValueMs = 300_000;
const laggingMs = 30_000;

export const totalKey = (group: GroupSettings) => `total of ${group.id}`;

/** Notes every reading that is new. */
export function noteReadings(draft: ManagerState, readings: Readings, nowMs: number): void {
  for (const id in readings.meters) {
    const reading = readings.meters[id];
    if (reading === undefined) continue;
    const noted = noteReading(draft.meters[id], reading, nowMs);
    if (noted !== undefined) draft.meters[id] = noted;
  }
  for (const [id, { values, ...rest }] of Object.entries(readings.totals ?? {})) {
    const key = totalKey({ id } as GroupSettings);
    const noted = noteReading(draft.meters[key], { ...rest, amperes: values }, nowMs, true);
    if (noted !== undefined) draft.meters[key] = noted;
  }
}

export function supplyOf(
  draft: ManagerState,
  settings: ManagerSettings,
  plan: Plan,
  group: GroupSettings,
  nowMs: number,
): Supply {
  const { of } = group;
  if (of.kind === 'sum') return sumSupply(draft, settings, plan, of.circuits, of.notMeasured, nowMs);
  const memory = draft.meters[of.kind === 'meter' ? of.deviceId : totalKey(group)];
  const none = new Array<number>(plan.axes).fill(0);
  if (memory === undefined) return { x: none, forRestore: none, intervalMs: 0, silent: true };
  const x = [...none];
  if (of.kind === 'message') for (const [axis] of x.entries()) x[axis] = memory.poles[axis] ?? 0;
  else addPoles(x, memory.poles, memory.signs, of.legs ?? settings.legs, settings, plan);
  // A total that names fewer legs than the limit has tells nothing of the others.
  const short = of.kind === 'message' && memory.poles.length < plan.axes;
  return {
    x,
    forRestore: x,
    measuredAt: memory.measuredAt,
    intervalMs: intervalOf(memory) ?? 0,
    silent: short || isSilent(memory, nowMs),
  };
}

function addPoles(
  x: number[],
  poles: readonly number[],
  signs: readonly number[] | 1 | -1,
  legs: SumCircuit['legs'],
  settings: ManagerSettings,
  { factor, axes }: Plan,
): void {
  for (const [pole, ampere] of poles.entries()) {
    const amount = ampere * factor * (typeof signs === 'number' ? signs : (signs[pole] ?? 1));
    const leg = legs?.[pole];
    if (leg !== undefined || axes === 1) addTo(x, leg === undefined ? 0 : axisOf(settings, leg), amount);
    // The leg is not known: a load may be on any of them, and what feeds in helps none for sure.
    else if (amount > 0) for (let axis = 0; axis < axes; axis++) addTo(x, axis, amount);
  }
}

function addTo(x: number[], axis: number, amount: number): void {
  x[axis] = (x[axis] ?? 0) + amount;
}

function sumSupply(
  draft: ManagerState,
  settings: ManagerSettings,
  plan: Plan,
  circuits: readonly SumCircuit[],
  notMeasured: readonly number[],
  nowMs: number,
): Supply {
  const x = new Array<number>(plan.axes).fill(0);
  if (plan.axes === 1) x[0] = notMeasured.reduce((sum, ampere) => sum + ampere, 0) * plan.factor;
  else for (const [axis] of x.entries()) x[axis] = notMeasured[axis] ?? 0;
  const forRestore = [...x];
  let oldest: number | undefined;
  let newest: number | undefined;
  let intervalMs = 0;
  let live = 0;
  let feedInSilent = false;
  let unread: string | undefined;
  for (const circuit of circuits) {
    const memory = draft.meters[circuit.deviceId];
    const sign = circuit.feedsIn === true ? -1 : 1;
    if (memory === undefined) {
      if (sign === -1) feedInSilent = true;
      else if (circuit.ratedA === undefined) unread ??= circuit.deviceId;
      else addPoles(forRestore, ratedPoles(circuit), 1, circuit.legs, settings, plan);
      continue;
    }
    const silent = isSilent(memory, nowMs);
    if (silent && sign === -1) feedInSilent = true;
    addPoles(x, memory.poles, sign, circuit.legs, settings, plan);
    const counted = silent && ageOf(memory, nowMs) > lastValueMs ? largestOf(memory) : memory.poles;
    addPoles(forRestore, counted, sign, circuit.legs, settings, plan);
    if (!silent) live++;
    const interval = intervalOf(memory) ?? 0;
    newest = Math.max(newest ?? memory.measuredAt, memory.measuredAt);
    if (ageOf(memory, nowMs) > Math.max(laggingMs, 2 * interval)) continue;
    // One that lags holds up the others only until it is late.
    oldest = Math.min(oldest ?? memory.measuredAt, memory.measuredAt);
    intervalMs = Math.max(intervalMs, interval);
  }
  const measuredAt = oldest ?? newest;
  return {
    x,
    forRestore,
    intervalMs,
    silent: live === 0 || feedInSilent,
    ...(measuredAt === undefined ? {} : { measuredAt }),
    ...(unread === undefined ? {} : { unread }),
  };
}

const ratedPoles = ({ legs, ratedA = 0 }: SumCircuit) => new Array<number>(legs?.length ?? 1).fill(ratedA);

function largestOf(memory: MeterMemory): readonly number[] {
  const largest = largestDraw(memory.largest);
  return memory.poles.map((ampere, pole) => Math.max(ampere, largest[pole] ?? 0));
}

/** Circuits whose counters contradict the settings: a load that is named as feed-in, or feed-in that is a load. */
export function wrongDirections(
  draft: ManagerState,
  settings: ManagerSettings,
): { deviceId: string; feedsIn: boolean }[] {
  const wrong = new Map<string, boolean>();
  const judge = (deviceId: string, expected: boolean) => {
    const memory = draft.meters[deviceId];
    const feedsIn = memory === undefined ? undefined : feedsInByCounters(memory);
    if (feedsIn !== undefined && feedsIn !== expected) wrong.set(deviceId, feedsIn);
  };
  for (const { of } of settings.groups)
    if (of.kind === 'sum') for (const { deviceId, feedsIn } of of.circuits) judge(deviceId, feedsIn === true);
  for (const { deviceId, feedsIn } of settings.loads) judge(deviceId, feedsIn === true);
  return [...wrong].map(([deviceId, feedsIn]) => ({ deviceId, feedsIn }));
}
