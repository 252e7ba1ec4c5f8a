import type { EventKey, GivenLoad, ManagerEvent } from '../../src/automation';
import type { SimulatorEvent } from '../../src/simulator';
import type { BlindTimes } from './blind-times';
import { type House, readEveryMs } from './house';
import { createOverloads } from './overloads';
import { type GroupId, groupIds, isIn, legs, loadsOf, type SiteCircuit } from './site';
import { drawnOnLegs, type Truth } from './truth';

/** What is counted of one load. */
export interface LoadCount {
  opens: number;
  /** Changes of a charger's current. */
  changes: number;
  longestOffMs: number;
}

/** What a manager has done, and the moments of what must not have been. */
export interface Watched {
  readonly loads: Readonly<Record<string, LoadCount>>;
  readonly overloads: number;
  readonly longestOverloadMs: number;
  /** Time above a limit, whether something could be shed or not. */
  readonly aboveMs: number;
  readonly told: Readonly<Partial<Record<EventKey, number>>>;
  readonly failures: readonly string[];
}

interface Own {
  readonly count: LoadCount;
  openedAtMs?: number;
  closedAtMs?: number;
  opensAtMs: number[];
}

/** An open follows what was read up to two polls, a hold and a command before. */
const recentMs = 60_000;
const dayMs = 24 * 3_600_000;
const idleShare = 0.02;
const hardShare = 1.2;
/** Nobody but the manager touches anything: it must not tell of a person, or of a wiring that is not so. */
const neverTold: ReadonlySet<EventKey> = new Set<EventKey>([
  ...(['manual', 'needs-person', 'forgotten', 'wrong-direction', 'interval-too-long', 'not-read', 'worn'] as const),
  ...(['does-not-open', 'open-deferred', 'close-deferred', 'charger-refuses', 'restore-reverted'] as const),
]);

/** Holds what a manager does in a house against the truth; `sample` is to be called every 10 s. */
export function createWatch(house: Pick<House, 'circuits' | 'clock'>, blind: BlindTimes) {
  const { circuits, clock } = house;
  const loads = new Map(loadsOf(circuits).map((load) => [load.deviceId, load]));
  const byId = new Map(circuits.map((circuit) => [circuit.deviceId, circuit]));
  const owns = new Map<string, Own>();
  const told: Partial<Record<EventKey, number>> = {};
  const failures: string[] = [];
  const overloads = createOverloads(circuits, loads);
  let limits: Readonly<Record<GroupId, number>> = { house: 0, panel: 0 };
  let deployedAtMs = 0;
  let recent: Truth[] = [];
  let aboveMs = 0;

  const ownOf = (deviceId: string): Own => {
    const own = owns.get(deviceId) ?? { count: { opens: 0, changes: 0, longestOffMs: 0 }, opensAtMs: [] };
    owns.set(deviceId, own);
    return own;
  };
  const fail = (what: string, deviceId?: string) => {
    const local = new Date(clock.now() - 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    failures.push(`${local} ${deviceId === undefined ? '' : `${byId.get(deviceId)?.label}: `}${what}`);
  };
  const groupsWith = (circuit: SiteCircuit) => groupIds.filter((group) => isIn(group, circuit));
  const recentMost = (of: (truth: Truth) => number) => Math.max(...recent.map(of));
  const drawn = (circuit: SiteCircuit) =>
    recentMost(({ devices }) => Math.max(...drawnOnLegs(circuit, devices.get(circuit.deviceId))));
  /** The highest share of a limit of its groups lately, on its own legs. */
  const shareOfLimit = (circuit: SiteCircuit) =>
    recentMost(({ totals }) =>
      Math.max(
        ...groupsWith(circuit).flatMap((group) =>
          circuit.legs.map((leg) => (totals[group][legs.indexOf(leg as (typeof legs)[number])] ?? 0) / limits[group]),
        ),
      ),
    );

  function opened(circuit: SiteCircuit, load: GivenLoad, why: string | undefined): void {
    const { deviceId } = circuit;
    const own = ownOf(deviceId);
    const nowMs = clock.now();
    own.opensAtMs = [...own.opensAtMs.filter((atMs) => nowMs - atMs < dayMs), nowMs];
    own.openedAtMs = nowMs;
    own.count.opens++;
    const least = Math.min(...groupsWith(circuit).map((group) => limits[group])) * idleShare;
    if (drawn(circuit) < least) fail('opened though it was idle', deviceId);
    const over = shareOfLimit(circuit);
    if (why === 'limit' && over <= 1) fail('opened though no total of it was above its limit', deviceId);
    if (over > hardShare) return;
    if (own.opensAtMs.length > (load.opensADay ?? 6)) fail(`opened ${own.opensAtMs.length} times in a day`, deviceId);
    if (own.closedAtMs !== undefined && nowMs - own.closedAtMs < (load.leastOnMs ?? 0))
      fail('opened before it was on for its least time', deviceId);
  }

  function closed({ deviceId }: SiteCircuit, load: GivenLoad): void {
    const own = ownOf(deviceId);
    const offMs = clock.now() - (own.openedAtMs ?? Number.NEGATIVE_INFINITY);
    own.closedAtMs = clock.now();
    delete own.openedAtMs;
    if (offMs < (load.restMs ?? 60_000)) fail(`closed after ${offMs / 1000} s, before its rest was over`, deviceId);
    if (blind.isBlind()) fail('closed while the total was not known', deviceId);
  }

  const whyOf = new Map<string, string>();
  return {
    deployed(now: Readonly<Record<GroupId, number>>): void {
      limits = now;
      deployedAtMs = clock.now();
    },
    moved(event: SimulatorEvent): void {
      if (event.type !== 'handle-changed') return;
      const circuit = byId.get(event.deviceId);
      const load = loads.get(event.deviceId);
      if (circuit === undefined) return;
      if (load === undefined || load.protected === true)
        fail(`${event.position} though it is not to be touched`, event.deviceId);
      else if (event.position === 'open') opened(circuit, load, whyOf.get(event.deviceId));
      else closed(circuit, load);
    },
    heard({ event, deviceId, parameters, severity }: ManagerEvent): void {
      told[event] = (told[event] ?? 0) + 1;
      const why = event === 'restore-reverted' ? 'revert' : parameters.why;
      if (deviceId !== undefined && typeof why === 'string') whyOf.set(deviceId, why);
      if (deviceId !== undefined && ['reduced', 'raised', 'paused-charger'].includes(event))
        ownOf(deviceId).count.changes++;
      if (event === 'raised' && blind.isBlind()) fail('raised while the total was not known', deviceId);
      const isExpected = blind.isDisturbed() && event === 'restore-reverted';
      if (neverTold.has(event) && !isExpected)
        fail(`told "${event}" (${severity}) ${JSON.stringify(parameters)}`, deviceId);
    },
    sample(truth: Truth): void {
      recent = [...recent.filter(({ atMs }) => truth.atMs - atMs < recentMs), truth];
      for (const { openedAtMs, count } of owns.values())
        if (openedAtMs !== undefined) count.longestOffMs = Math.max(count.longestOffMs, truth.atMs - openedAtMs);
      if (groupIds.some((group) => Math.max(...truth.totals[group]) > limits[group])) aboveMs += readEveryMs;
      const isBusy = blind.isDisturbed() || truth.atMs - deployedAtMs < recentMs;
      const opens = (deviceId: string) => ownOf(deviceId).opensAtMs.filter((atMs) => truth.atMs - atMs < dayMs).length;
      const onForMs = (deviceId: string) => truth.atMs - (ownOf(deviceId).closedAtMs ?? Number.NEGATIVE_INFINITY);
      const tooLong = overloads.sample({ truth, limits, isBusy, opens, onForMs });
      if (tooLong !== undefined) fail(tooLong);
    },
    result: (): Watched => ({
      loads: Object.fromEntries([...owns].map(([id, { count }]) => [byId.get(id)?.label ?? id, count])),
      ...overloads.result(),
      ...{ aboveMs, told, failures },
    }),
  };
}
