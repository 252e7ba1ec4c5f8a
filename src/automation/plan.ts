import type { Leg, LoadSettings, ManagerSettings } from './settings';

/** One limit: that of a group on one leg, or of its power. */
export interface Lane {
  readonly group: number;
  readonly axis: number;
  readonly limit: number;
}

/** A load with its place. */
export interface PlannedLoad {
  readonly load: LoadSettings;
  readonly index: number;
  /** 0 is the most important. */
  readonly rank: number;
  readonly groups: readonly number[];
  /** The lanes of each pole; undefined: its leg is not known. */
  readonly poleLanes: readonly (readonly number[])[] | undefined;
  /** All lanes of its groups. */
  readonly lanes: readonly number[];
}

/** What follows from the settings alone. */
export interface Plan {
  readonly lanes: readonly Lane[];
  readonly loads: readonly PlannedLoad[];
  readonly byId: ReadonlyMap<string, PlannedLoad>;
  readonly axes: number;
  /** A power: all poles count together, on whichever leg they are. */
  readonly sums: boolean;
  /** A to the unit of the limit. */
  readonly factor: number;
}

const plans = new WeakMap<ManagerSettings, Plan>();

export function planOf(settings: ManagerSettings): Plan {
  const known = plans.get(settings);
  if (known !== undefined) return known;
  const made = makePlan(settings);
  plans.set(settings, made);
  return made;
}

function makePlan(settings: ManagerSettings): Plan {
  const axes = settings.quantity === 'current' ? settings.legs.length : 1;
  const lanes = settings.groups.flatMap(({ limit }, group) =>
    Array.from({ length: axes }, (_, axis) => ({ group, axis, limit })),
  );
  let rank = -1;
  const loads = settings.loads.map((load, index): PlannedLoad => {
    if (load.sameRank !== true || index === 0) rank = index;
    const groups = settings.groups.flatMap(({ loads: named }, group) =>
      named === undefined || named.includes(load.deviceId) ? [group] : [],
    );
    const lanesOn = (axis: number) => groups.map((group) => group * axes + axis);
    const poleLanes = load.legs?.map((leg) => lanesOn(axisOf(settings, leg)));
    const all = groups.flatMap((group) => Array.from({ length: axes }, (_, axis) => group * axes + axis));
    return { load, index, rank, groups, poleLanes, lanes: all };
  });
  return {
    lanes,
    loads,
    byId: new Map(loads.map((planned) => [planned.load.deviceId, planned])),
    axes,
    sums: settings.quantity !== 'current',
    factor: settings.quantity === 'current' ? 1 : settings.volts,
  };
}

export function axisOf({ quantity, legs }: ManagerSettings, leg: Leg): number {
  return quantity === 'current' ? Math.max(0, legs.indexOf(leg)) : 0;
}

/**
 * What a load puts on each lane. A load on an unknown leg counts on none for relief, and on all for coming back; the power of a
 * load needs no leg.
 */
export function onLanes(
  plan: Plan,
  { poleLanes, lanes }: PlannedLoad,
  poles: readonly number[],
  purpose: 'relief' | 'back',
): number[] {
  const amounts = new Array<number>(plan.lanes.length).fill(0);
  if (plan.sums) {
    const sum = poles.reduce((total, ampere) => total + ampere, 0) * plan.factor;
    for (const lane of lanes) amounts[lane] = sum;
  } else if (poleLanes === undefined) {
    if (purpose === 'back') for (const lane of lanes) amounts[lane] = Math.max(0, ...poles);
  } else {
    for (const [pole, own] of poleLanes.entries())
      for (const lane of own) amounts[lane] = (amounts[lane] ?? 0) + (poles[pole] ?? 0);
  }
  return amounts;
}

/** What one ampere of a charger puts on each lane. */
export function ampereOnLanes(plan: Plan, planned: PlannedLoad): number[] {
  const poles = planned.load.legs?.length ?? 2;
  return onLanes(plan, planned, new Array<number>(poles).fill(1), 'back');
}
