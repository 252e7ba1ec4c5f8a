import type { ManagerClaim } from './claims';
import type { Request } from './context';
import { axisOf, planOf } from './plan';
import type { Answer, CircuitReading, Look, MeterReading, Readings, TotalReading } from './readings';
import type { LoadSettings, ManagerSettings, Now } from './settings';

/** What a dry run pretends of one load; plain JSON. */
interface PretendedLoad {
  readonly open: boolean;
  /** A; absent: not limited. */
  readonly limitA?: number;
  readonly action?: number;
  readonly openedWallMs?: number;
  /** A h that it has missed, and is to make up. */
  readonly owedAh: number;
  /** The most that it was seen to draw, A of each pole. */
  readonly full: readonly number[];
}

export interface PlantState {
  readonly savedMs?: number;
  readonly loads: Readonly<Record<string, PretendedLoad>>;
}

export const initialPlant: PlantState = { loads: {} };

const hourMs = 3_600_000;
const makesUp: ReadonlySet<string> = new Set([
  ...['water-heater', 'air-conditioner', 'heat-pump', 'refrigerator', 'freezer'],
  ...['pump', 'pool-pump', 'ev'],
]);

/**
 * The readings as they would be, had the claims of the step before been carried out: an opened circuit draws nothing,
 * thermostats make up the energy that they missed at their full draw, pumps and cars their time. A dry run and a replay decide
 * upon these, and so go on as a live manager would.
 */
export function pretend(
  plant: PlantState,
  real: Readings,
  { claims, requests }: { readonly claims: readonly ManagerClaim[]; readonly requests: readonly Request[] },
  settings: ManagerSettings,
  now: Now,
): { readonly plant: PlantState; readonly readings: Readings } {
  const answers: Answer[] = [];
  const passedMs = plant.savedMs === undefined ? 0 : Math.max(0, now.monotonicMs - plant.savedMs);
  const meters: Record<string, MeterReading> = { ...real.meters };
  const circuits: Record<string, CircuitReading> = { ...real.circuits };
  const loads: Record<string, PretendedLoad> = {};
  const less = new Map<string, readonly number[]>();
  for (const load of settings.loads) {
    const { deviceId } = load;
    const claim = claims.find((one) => one.deviceId === deviceId);
    const before = plant.loads[deviceId] ?? { open: false, owedAh: 0, full: [] };
    const claimed = carriedOut(before, claim, now, answers);
    const meter = real.meters[deviceId];
    const { load: after, poles } = drawn(load, claimed, meter?.amperes ?? [], passedMs);
    loads[deviceId] = after;
    if (meter !== undefined) {
      meters[deviceId] = { ...meter, amperes: poles };
      less.set(
        deviceId,
        meter.amperes.map((ampere, pole) => ampere - (poles[pole] ?? 0)),
      );
    }
    const circuit = real.circuits[deviceId];
    if (circuit !== undefined && after.open)
      circuits[deviceId] = { ...circuit, remoteHandle: 'open', readAtMs: Math.max(circuit.readAtMs, now.monotonicMs) };
  }
  const looks = requests.flatMap((request) => (request.kind === 'look' ? [lookAt(request, loads)] : []));
  return {
    plant: { savedMs: now.monotonicMs, loads },
    readings: { ...real, ...totalsLess(real, settings, less, meters), meters, circuits, answers, looks },
  };
}

function carriedOut(
  before: PretendedLoad,
  claim: ManagerClaim | undefined,
  now: Now,
  answers: Answer[],
): PretendedLoad {
  if (claim?.action === undefined || claim.action === before.action) return before;
  const { deviceId, action, to } = claim;
  const sent = { fromMs: now.wallMs, toMs: now.wallMs };
  const open = to === 'open' || (to !== 'closed' && before.open);
  answers.push({ deviceId, action, outcome: 'confirmed', sent });
  const { limitA: _limitA, ...rest } = before;
  const limitA = to === 'paused' ? 0 : typeof to === 'number' ? to : undefined;
  const openedWallMs = open && !before.open ? { openedWallMs: now.wallMs } : {};
  return { ...rest, open, action, ...openedWallMs, ...(limitA === undefined ? {} : { limitA }) };
}

function drawn(
  { loadType, kind }: LoadSettings,
  load: PretendedLoad,
  real: readonly number[],
  passedMs: number,
): { load: PretendedLoad; poles: readonly number[] } {
  const full = real.map((ampere, pole) => Math.max(Math.abs(ampere), load.full[pole] ?? 0));
  const wanted = load.owedAh > 0 ? full : real;
  const most = load.open ? 0 : (load.limitA ?? Number.POSITIVE_INFINITY);
  const poles = wanted.map((ampere) => Math.min(ampere, most));
  const owes = kind === 'charger' || (loadType !== undefined && makesUp.has(loadType));
  const missed = (Math.max(0, ...real) - Math.max(0, ...poles)) * (passedMs / hourMs);
  return { load: { ...load, full, owedAh: owes ? Math.max(0, load.owedAh + missed) : 0 }, poles };
}

function lookAt({ deviceId, action }: Extract<Request, { kind: 'look' }>, loads: PlantState['loads']): Look {
  const { openedWallMs } = loads[deviceId] ?? {};
  const movements =
    openedWallMs === undefined ? [] : [{ handle: 'remote' as const, to: 'open' as const, atMs: openedWallMs }];
  return { deviceId, action, movements, heldByEvent: false };
}

/** A sum follows its circuits; a meter of the whole, and a total from a message, lose what the loads behind them lose. */
function totalsLess(
  real: Readings,
  settings: ManagerSettings,
  less: ReadonlyMap<string, readonly number[]>,
  meters: Record<string, MeterReading>,
): Pick<Readings, 'totals'> {
  const { factor, axes } = planOf(settings);
  const totals: Record<string, TotalReading> = { ...real.totals };
  for (const { id, of, loads } of settings.groups) {
    if (of.kind === 'sum') continue;
    const own = settings.loads.filter(({ deviceId }) => loads === undefined || loads.includes(deviceId));
    const byLeg = settings.legs.map((leg) =>
      own.reduce((sum, { deviceId, legs = [] }) => {
        const poles = less.get(deviceId) ?? [];
        return sum + legs.reduce((part, at, pole) => (at === leg ? part + (poles[pole] ?? 0) : part), 0);
      }, 0),
    );
    if (of.kind === 'meter') {
      const meter = meters[of.deviceId];
      const legs = of.legs ?? settings.legs;
      if (meter !== undefined)
        meters[of.deviceId] = {
          ...meter,
          amperes: meter.amperes.map((ampere, pole) =>
            Math.max(0, ampere - (byLeg[settings.legs.indexOf(legs[pole] ?? 'A')] ?? 0)),
          ),
        };
    } else {
      const total = totals[id];
      const byAxis = new Array<number>(axes).fill(0);
      for (const [index, leg] of settings.legs.entries())
        byAxis[axisOf(settings, leg)] = (byAxis[axisOf(settings, leg)] ?? 0) + (byLeg[index] ?? 0) * factor;
      if (total !== undefined)
        totals[id] = { ...total, values: total.values.map((value, axis) => value - (byAxis[axis] ?? 0)) };
    }
  }
  return Object.keys(totals).length === 0 ? {} : { totals };
}
