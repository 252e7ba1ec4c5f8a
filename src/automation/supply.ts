import { largestDraw } from './learned-draw';
import { ageOf, feedsInByCounters, intervalOf, isSilent, type MeterMemory, noteReading } from './meter-memory';
import type { Plan } from './plan';
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
  else {
    // Of a meter with another number of poles than there are legs nobody knows which is which.
    const legs = of.legs ?? (memory.poles.length === settings.legs.length ? settings.legs : undefined);
    addPoles(x, memory.poles, memory.signs, legs, settings, plan);
  }
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
  { factor, sums }: Plan,
): void {
  const amountOf = (ampere: number, pole: number) =>
    ampere * factor * (typeof signs === 'number' ? signs : (signs[pole] ?? 1));
  if (sums) {
    for (const [pole, ampere] of poles.entries()) addTo(x, 0, amountOf(ampere, pole));
    return;
  }
  for (const [axis, leg] of settings.legs.entries()) {
    let own: number | undefined;
    let unknown = 0;
    for (const [pole, ampere] of poles.entries()) {
      const poleLeg = legs?.[pole];
      if (poleLeg === leg) own = (own ?? 0) + amountOf(ampere, pole);
      // A pole whose leg is not known may be on any leg but that of another pole; what feeds in helps none for sure.
      else if (poleLeg === undefined) unknown = Math.max(unknown, amountOf(ampere, pole));
    }
    addTo(x, axis, own ?? unknown);
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
  if (plan.sums) x[0] = notMeasured.reduce((sum, ampere) => sum + ampere, 0) * plan.factor;
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
