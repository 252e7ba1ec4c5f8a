import type { AnswerOf, HardwareType } from '../catalog';
import { defined } from '../object';
import { ControlProblem } from './control-problem';
import type { ServiceContext } from './handler';
import { factoryThresholds } from './site';
import type { DeviceState, LoadProfile, LocationState } from './state';

/** A device as its installer commissions it; what is not given is taken from the hardware and the site. */
export interface Commissioning {
  readonly hardwareType: HardwareType;
  /** A location of type equipment; by default the first of the site. */
  readonly locationId?: string;
  readonly label?: string;
  readonly sku?: string;
  readonly serialNumber?: string;
  readonly poles?: 1 | 2;
  readonly ratedA?: number;
  readonly load?: LoadProfile['kind'];
  readonly loadDetails?: AnswerOf<'devices.get'>['loadDetails'];
}

const presets = {
  emcb: { sku: 'BREM1020', poles: 1, ratedA: 20, load: 'outlets', label: 'New breaker' },
  'ev-emcb': { sku: 'BABEM2030', poles: 2, ratedA: 32, load: 'ev', label: 'New EV charger' },
} as const;

function equipmentLocation({ state }: ServiceContext, locationId: string | undefined): LocationState {
  const location = state.locations.find(({ id, locationType }) =>
    locationId === undefined ? locationType === 'equipment' : id === locationId,
  );
  if (location === undefined) throw new ControlProblem(404, 'There is no such location');
  if (location.locationType !== 'equipment')
    throw new ControlProblem(400, 'A device is commissioned at a location of type equipment');
  return location;
}

/** Adds a device to the service, on and closed; the onboarding webhooks hear of it. spec 3, 6.1 */
export function commissionDevice(context: ServiceContext, given: Commissioning): DeviceState {
  const { state } = context;
  const now = context.clock.now();
  const location = equipmentLocation(context, given.locationId);
  const preset = presets[given.hardwareType];
  const poles = given.poles ?? preset.poles;
  const ratedA = given.ratedA ?? preset.ratedA;
  const serialNumber = given.serialNumber ?? `SN${context.newId().slice(0, 8).toUpperCase()}`;
  if (state.devices.some((device) => device.serialNumber === serialNumber))
    throw new ControlProblem(409, `${serialNumber} is commissioned already`);
  const device: DeviceState = {
    id: context.newId(),
    locationId: location.id,
    organizationId: location.organizationId,
    hardwareType: given.hardwareType,
    sku: given.sku ?? preset.sku,
    serialNumber,
    ...(given.hardwareType === 'ev-emcb' ? { chargerStationId: `CS-${serialNumber}` } : {}),
    ...defined({ loadDetails: given.loadDetails }),
    label: given.label ?? preset.label,
    poles,
    ratedA,
    load: { kind: given.load ?? preset.load, ratedA: ratedA * 0.6, seed: state.devices.length + 1 },
    online: true,
    onlineSince: now,
    remoteHandle: 'closed',
    mainHandle: 'closed',
    handleHistory: [],
    mainHandleHistory: [],
    conduction: [{ at: now, closed: true }],
    energyBaseWh: 0,
    commissionedAt: now,
    boots: 1,
    settings: {
      waveformConfiguration: factoryThresholds(poles, ratedA),
      loadPresentThreshold: 100,
      alignment: 'none',
      alignmentSince: now,
      dataReportRate: 300,
      bargraphMode: 'track-meter-data',
    },
    waveforms: [],
    ...(given.hardwareType === 'ev-emcb'
      ? {
          evse: {
            configuration: {
              mode: 'no-restrictions',
              configuration: {
                apiConfiguration: { enabled: true, restrictions: { maxCurrent: 0, maxEnergy: 0 } },
                windowConfiguration: { windows: [] },
                offlineConfiguration: { mode: 'no-restrictions' },
                manualOverrideConfiguration: { featureEnabled: false },
              },
            },
            currentError: 'NO_ERROR',
            permanentError: false,
          },
        }
      : {}),
  };
  state.devices.push(device);
  const installer = state.users.find(({ verified }) => verified);
  context.emit({
    type: 'device-commissioned',
    payload: {
      deviceId: device.id,
      serialNumber,
      deviceSku: device.sku,
      hardwareType: device.hardwareType,
      ...defined({ userId: installer?.id }),
      organizationId: device.organizationId,
      parentLocationId: device.locationId,
      ...defined({ chargerStationId: device.chargerStationId, loadDetails: device.loadDetails }),
    },
  });
  return device;
}
