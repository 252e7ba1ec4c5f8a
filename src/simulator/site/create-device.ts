import { defined } from '../../object';
import { derivedSeed } from '../physics';
import type { DeviceState, Instant } from '../state';
import type { Circuit } from './circuits';

type Settings = DeviceState['settings'];

/** Where a new device stands and since when. */
export interface Placement {
  readonly id: string;
  readonly organizationId: string;
  readonly locationId: string;
  readonly serialNumber: string;
  readonly commissionedAt: Instant;
  readonly onlineSince: Instant;
  readonly boots: number;
  /** Of its load profile. */
  readonly seed: number;
}

/** Thresholds as they leave the factory: three times the rating, 100 V and 145 V. spec 2.3 */
export function factoryThresholds(poles: 1 | 2, ratedA: number): Settings['waveformConfiguration'] {
  const mAOvercurrent = Math.min(100_000, ratedA * 3000);
  const mVSag = 100_000;
  const mVSwell = 145_000;
  const phase0 = {
    p0OvercurrentDuration: 50,
    p0OvercurrentEnabled: true,
    p0mAOvercurrent: mAOvercurrent,
    p0SagDuration: 50,
    p0SagEnabled: true,
    p0mVSag: mVSag,
    p0SwellDuration: 50,
    p0SwellEnabled: true,
    p0mVSwell: mVSwell,
    samplesAfterTrigger: 100,
    samplesAfterTriggerFastRMS: 128,
  };
  if (poles === 1) return phase0;
  return {
    ...phase0,
    p1OvercurrentDuration: 50,
    p1OvercurrentEnabled: true,
    p1mAOvercurrent: mAOvercurrent,
    p1SagDuration: 50,
    p1SagEnabled: true,
    p1mVSag: mVSag,
    p1SwellDuration: 50,
    p1SwellEnabled: true,
    p1mVSwell: mVSwell,
  };
}

/** A breaker that is on, with closed handles and the settings of the factory. */
export function createBreaker(circuit: Circuit, placement: Placement): DeviceState {
  const { id, organizationId, locationId, serialNumber, commissionedAt, onlineSince, boots, seed } = placement;
  return {
    id,
    locationId,
    organizationId,
    hardwareType: 'emcb',
    sku: circuit.sku,
    serialNumber,
    ...(circuit.loadDetails === undefined ? {} : { loadDetails: { ...circuit.loadDetails } }),
    label: circuit.label,
    poles: circuit.poles,
    ...defined({ leg: circuit.leg }),
    ratedA: circuit.ratedA,
    load: { ...circuit.load, seed: derivedSeed(seed, 1) },
    online: true,
    onlineSince,
    remoteHandle: 'closed',
    mainHandle: 'closed',
    handleHistory: [],
    mainHandleHistory: [],
    conduction: [{ at: commissionedAt, closed: true }],
    energyBaseWh: circuit.energyBaseWh,
    commissionedAt,
    boots,
    settings: {
      waveformConfiguration: factoryThresholds(circuit.poles, circuit.ratedA),
      loadPresentThreshold: 100,
      alignment: 'none',
      alignmentSince: commissionedAt,
      dataReportRate: 300,
      bargraphMode: 'track-meter-data',
    },
    waveforms: [],
  };
}

/** An EV charger, ready for a car. `maxCurrent` in A, 0 = no limit. */
export function createCharger(
  circuit: Circuit,
  placement: Placement,
  evse: {
    readonly chargerStationId: string;
    readonly mode: 'no-restrictions' | 'cloud-api';
    readonly maxCurrent: number;
  },
): DeviceState {
  return {
    ...createBreaker(circuit, placement),
    hardwareType: 'ev-emcb',
    chargerStationId: evse.chargerStationId,
    evse: {
      configuration: {
        mode: evse.mode,
        configuration: {
          apiConfiguration: { enabled: true, restrictions: { maxCurrent: evse.maxCurrent, maxEnergy: 0 } },
          windowConfiguration: { windows: [] },
          offlineConfiguration: { mode: 'no-restrictions' },
          manualOverrideConfiguration: { featureEnabled: false },
        },
      },
      currentError: 'NO_ERROR',
      permanentError: false,
    },
  };
}
