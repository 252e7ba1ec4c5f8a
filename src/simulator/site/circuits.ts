import type { DeviceState, LoadProfile } from '../state';

/** A breaker of the panel, or a charger. */
export interface Circuit {
  readonly label: string;
  readonly sku: string;
  readonly poles: 1 | 2;
  /** Of its pole A; A when absent. */
  readonly leg?: 'B';
  readonly ratedA: number;
  readonly load: { readonly kind: LoadProfile['kind']; readonly ratedA: number };
  readonly loadDetails?: NonNullable<DeviceState['loadDetails']>;
  /** What the meter showed when it was commissioned, Wh: factory tests, or years in another panel. */
  readonly energyBaseWh: number;
}

/** The twelve breakers of the panel, from top to bottom. Manufacturers and models are made up. */
export const breakers: readonly Circuit[] = [
  {
    label: 'Refrigerator',
    sku: 'BREM1015',
    poles: 1,
    ratedA: 15,
    load: { kind: 'refrigerator', ratedA: 1.6 },
    loadDetails: { type: 'refrigerator', manufacturerName: 'Nordlys', modelName: 'KS-420' },
    energyBaseWh: 12.4,
  },
  {
    label: 'Living room lights',
    sku: 'BREM1015',
    poles: 1,
    leg: 'B',
    ratedA: 15,
    load: { kind: 'lighting', ratedA: 5.5 },
    loadDetails: { type: 'lighting' },
    energyBaseWh: 3.1,
  },
  {
    label: 'Kitchen outlets',
    sku: 'BREM1020',
    poles: 1,
    ratedA: 20,
    load: { kind: 'outlets', ratedA: 16 },
    loadDetails: { type: 'outlets' },
    energyBaseWh: 8.7,
  },
  {
    label: 'Office server rack',
    sku: 'BREM1020',
    poles: 1,
    leg: 'B',
    ratedA: 20,
    load: { kind: 'server-rack', ratedA: 7.5 },
    loadDetails: { type: 'server-rack', manufacturerName: 'Quadrant', modelName: 'R12' },
    energyBaseWh: 5.2,
  },
  {
    label: 'Kitchen oven',
    sku: 'BREM2030',
    poles: 2,
    ratedA: 30,
    load: { kind: 'oven', ratedA: 21 },
    loadDetails: { type: 'oven', manufacturerName: 'Hearthline', modelName: 'Duo 60' },
    energyBaseWh: 41.9,
  },
  {
    label: 'Clothes dryer',
    sku: 'BREM2030',
    poles: 2,
    ratedA: 30,
    load: { kind: 'dryer', ratedA: 22 },
    loadDetails: { type: 'dryer', manufacturerName: 'Lintless', modelName: 'D7' },
    energyBaseWh: 36.5,
  },
  {
    label: 'Water heater',
    sku: 'BREM2030',
    poles: 2,
    ratedA: 30,
    load: { kind: 'water-heater', ratedA: 18.75 },
    loadDetails: { type: 'water-heater', manufacturerName: 'Caldera Home', modelName: 'WH-50' },
    energyBaseWh: 150.8,
  },
  {
    label: 'Air conditioner',
    sku: 'BREM2030',
    poles: 2,
    ratedA: 30,
    load: { kind: 'air-conditioner', ratedA: 16 },
    loadDetails: { type: 'air-conditioner', manufacturerName: 'Polarwind', modelName: 'AC-36' },
    energyBaseWh: 22.6,
  },
  {
    label: 'Guest house heat pump',
    sku: 'BREM2030',
    poles: 2,
    ratedA: 30,
    load: { kind: 'heat-pump', ratedA: 15 },
    loadDetails: { type: 'heat-pump', manufacturerName: 'Polarwind', modelName: 'HP-24' },
    energyBaseWh: 18.3,
  },
  {
    label: 'Pool pump',
    sku: 'BREM2030',
    poles: 2,
    ratedA: 30,
    load: { kind: 'pool-pump', ratedA: 8.5 },
    loadDetails: { type: 'pool-pump', manufacturerName: 'Lagoonworks', modelName: 'LP-2' },
    energyBaseWh: 7.7,
  },
  {
    label: 'Solar inverter',
    sku: 'BREM2030',
    poles: 2,
    ratedA: 30,
    load: { kind: 'solar-inverter', ratedA: 20 },
    loadDetails: { type: 'solar-inverter', manufacturerName: 'Heliotide', modelName: 'H5' },
    energyBaseWh: 0,
  },
  {
    label: 'Spare',
    sku: 'BREM1020',
    poles: 1,
    ratedA: 20,
    load: { kind: 'spare', ratedA: 0 },
    energyBaseWh: 0.6,
  },
];

/** The chargers in the garage. */
export const chargers: readonly Circuit[] = [
  {
    label: 'EV charger left',
    sku: 'BABEM2030',
    poles: 2,
    ratedA: 32,
    load: { kind: 'ev', ratedA: 32 },
    energyBaseWh: 64.2,
  },
  {
    label: 'EV charger right',
    sku: 'BABEM2030',
    poles: 2,
    ratedA: 32,
    load: { kind: 'ev', ratedA: 32 },
    energyBaseWh: 58.9,
  },
];
