import assert from 'node:assert/strict';
import { loadOfRow } from '../../nodes/load-manager/load-of-row';
import type { LoadRow } from '../../nodes/load-manager/rows.fields';
import type { GivenLoad, GroupSettings, Leg, SumCircuit } from '../../src/automation';
import type { PanelDevice } from '../../src/simulator';

/** A circuit of the demo site, as the circuit directory of its owner has it. */
interface CircuitRow {
  readonly label: string;
  readonly legs: readonly Leg[];
  readonly feedsIn?: true;
  readonly loadType?: string;
  /** The row of the load manager; absent: not a load of it. */
  readonly row?: Partial<LoadRow> & { readonly kind: LoadRow['kind'] };
  readonly isProtected?: true;
}

export const legs = ['A', 'B'] as const satisfies readonly Leg[];
const breaker = { kind: 'breaker' } as const;
const charger = { kind: 'charger' } as const;

/**
 * From the top, which is kept longest. The refrigerator and the lights are no loads, and the server rack, which would go first of
 * the breakers, is protected.
 */
const circuits: readonly CircuitRow[] = [
  { label: 'Refrigerator', legs: ['A'] },
  { label: 'Living room lights', legs: ['B'] },
  { label: 'Spare', legs: ['A'] },
  { label: 'Solar inverter', legs, feedsIn: true },
  { label: 'Kitchen outlets', legs: ['A'], row: breaker },
  { label: 'Kitchen oven', legs, row: breaker },
  { label: 'Guest house heat pump', legs, loadType: 'heat-pump', row: breaker },
  { label: 'Water heater', legs, loadType: 'water-heater', row: breaker },
  { label: 'Air conditioner', legs, loadType: 'air-conditioner', row: breaker },
  { label: 'Clothes dryer', legs, row: breaker },
  { label: 'Pool pump', legs, loadType: 'pool-pump', row: breaker },
  { label: 'Office server rack', legs: ['B'], row: breaker, isProtected: true },
  { label: 'EV charger left', legs, row: charger },
  { label: 'EV charger right', legs, row: { ...charger, sameRank: true } },
];

/** The whole house, and the panel without the garage. */
export const groupIds = ['house', 'panel'] as const;
export type GroupId = (typeof groupIds)[number];

/** A circuit with its device. */
export interface SiteCircuit extends CircuitRow {
  readonly deviceId: string;
}

export function circuitsOf(devices: readonly PanelDevice[]): SiteCircuit[] {
  assert.deepEqual(circuits.map(({ label }) => label).sort(), devices.map(({ label }) => label).sort());
  return circuits.map((circuit) => {
    const device = devices.find(({ label }) => label === circuit.label);
    return { ...circuit, deviceId: device?.id ?? assert.fail(circuit.label) };
  });
}

export const isIn = (group: GroupId, { row }: CircuitRow) => group === 'house' || row?.kind !== 'charger';

export function loadsOf(site: readonly SiteCircuit[]): GivenLoad[] {
  return site.flatMap(({ deviceId, legs: own, row, loadType, isProtected = false }) =>
    row === undefined
      ? []
      : [
          loadOfRow({ deviceId, serialNumber: '', ...row } as LoadRow, {
            form: { presets: true, opensADay: undefined },
            legs: own,
            feedsIn: false,
            device: { isProtected, ...(loadType === undefined ? {} : { loadType }) },
          }),
        ],
  );
}

export function groupsOf(site: readonly SiteCircuit[], limits: Readonly<Record<GroupId, number>>): GroupSettings[] {
  return groupIds.map((id) => {
    const members = site.filter((circuit) => isIn(id, circuit));
    const sum = members.map(
      ({ deviceId, legs: own, feedsIn }): SumCircuit => ({ deviceId, legs: own, ...(feedsIn ? { feedsIn } : {}) }),
    );
    return {
      id,
      limit: limits[id],
      of: { kind: 'sum', circuits: sum, notMeasured: legs.map(() => 0) },
      loads: members.flatMap(({ deviceId, row }) => (row === undefined ? [] : [deviceId])),
    };
  });
}
