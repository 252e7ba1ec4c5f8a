import { dayMs, type World } from '../../../src/simulator/physics';
import type { DeviceState, LoadProfile } from '../../../src/simulator/state';

/** 15 July 2026, midnight of the simulated place (UTC - 6 h). */
export const summerMidnight = Date.UTC(2026, 6, 15, 6);
export const winterMidnight = Date.UTC(2026, 0, 14, 6);
export const hourMs = 3_600_000;
export const minuteMs = 60_000;

export const world: World = { seed: 42, plugSessions: [] };

const twoPole = ['oven', 'dryer', 'water-heater', 'air-conditioner', 'heat-pump', 'pool-pump', 'solar-inverter'];
const fullA: Partial<Record<LoadProfile['kind'], number>> = { refrigerator: 1.6, 'server-rack': 7.5, lighting: 5.5 };

export const householdKinds: readonly LoadProfile['kind'][] = [
  'mains',
  'refrigerator',
  'air-conditioner',
  'water-heater',
  'oven',
  'lighting',
  'outlets',
  'pool-pump',
  'dryer',
  'heat-pump',
  'server-rack',
  'solar-inverter',
  'spare',
];

/** A device that was commissioned 400 days before the summer midnight and was never opened. */
export function deviceWith(kind: LoadProfile['kind'], change: Partial<DeviceState> = {}): DeviceState {
  const commissionedAt = summerMidnight - 400 * dayMs;
  return {
    id: `device-${kind}`,
    locationId: 'panel',
    organizationId: 'organization',
    hardwareType: kind === 'ev' ? 'ev-emcb' : 'emcb',
    sku: 'BREM2030',
    serialNumber: '30000000001',
    label: kind,
    poles: kind === 'ev' || twoPole.includes(kind) ? 2 : 1,
    ratedA: 30,
    load: { kind, ratedA: fullA[kind] ?? (kind === 'spare' ? 0 : 16), seed: 7 },
    online: true,
    onlineSince: commissionedAt,
    remoteHandle: 'closed',
    mainHandle: 'closed',
    handleHistory: [],
    mainHandleHistory: [],
    conduction: [{ at: commissionedAt, closed: true }],
    energyBaseWh: 100,
    commissionedAt,
    boots: 3,
    settings: {
      waveformConfiguration: { p0mAOvercurrent: 90_000, p0OvercurrentDuration: 50, p1mVSag: 100_000 },
      loadPresentThreshold: 100,
      alignment: 'clock',
      alignmentSince: commissionedAt,
      dataReportRate: 300,
      bargraphMode: 'track-meter-data',
    },
    waveforms: [],
    ...change,
  };
}
