import type { PanelDevice } from '../../src/simulator';
import { type GroupId, groupIds, isIn, legs, type SiteCircuit } from './site';

/** The truth at one instant, which no meter has to be asked for. */
export interface Truth {
  readonly atMs: number;
  readonly devices: ReadonlyMap<string, PanelDevice>;
  /** A of each leg; feed-in is subtracted. */
  readonly totals: Readonly<Record<GroupId, readonly number[]>>;
}

/** A that a circuit draws on each leg, without sign. */
export function drawnOnLegs({ legs: own }: Pick<SiteCircuit, 'legs'>, device: PanelDevice | undefined): number[] {
  if (device === undefined) return legs.map(() => 0);
  const { currentA, currentB = 0 } = device.electrical;
  const poles = [currentA, currentB];
  return legs.map((leg) => poles[own.indexOf(leg)] ?? 0);
}

export function truthOf(site: readonly SiteCircuit[], panel: readonly PanelDevice[], atMs: number): Truth {
  const devices = new Map(panel.map((device) => [device.id, device]));
  const total = (group: GroupId) =>
    site
      .filter((circuit) => isIn(group, circuit))
      .map((circuit) =>
        drawnOnLegs(circuit, devices.get(circuit.deviceId)).map((ampere) => (circuit.feedsIn ? -ampere : ampere)),
      )
      .reduce((sum, own) => sum.map((ampere, leg) => ampere + (own[leg] ?? 0)));
  const totals = Object.fromEntries(groupIds.map((group) => [group, total(group)])) as unknown as Truth['totals'];
  return { atMs, devices, totals };
}
