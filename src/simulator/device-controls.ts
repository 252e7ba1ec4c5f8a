import type { HardwareType } from '../catalog';
import { defined } from '../object';
import { plugIn, runningSession, unplug } from './charging/plug';
import { type Commissioning, commissionDevice } from './commission-device';
import { ControlProblem } from './control-problem';
import type { ServiceContext } from './handler';
import { applyStoredCommand, moveMainHandle } from './operate-handle';
import { type ElectricalState, electricalState, energyAt, scaledRecording } from './physics';
import { recordWaveform } from './record-waveform';
import type { DeviceState, LoadProfile } from './state';

/** A device as the panel shows it. */
export interface PanelDevice {
  readonly id: string;
  readonly label: string;
  readonly serialNumber: string;
  readonly sku: string;
  readonly hardwareType: HardwareType;
  readonly organizationId: string;
  readonly locationId: string;
  readonly poles: 1 | 2;
  readonly ratedA: number;
  readonly load: LoadProfile['kind'];
  /** What the load draws by its nameplate, A. */
  readonly loadRatedA: number;
  readonly online: boolean;
  readonly remoteHandle: 'open' | 'closed';
  readonly mainHandle: 'open' | 'closed';
  /** Epoch milliseconds at which a running timer closes the breaker. */
  readonly resetAt?: number;
  /** A car is plugged in. */
  readonly pluggedIn: boolean;
  readonly electrical: ElectricalState;
  /** What the device itself holds, also of keys that were deleted while it was offline. */
  readonly udpKeys: readonly {
    readonly id: string;
    readonly keyType: 'unicast' | 'broadcast';
    readonly priority: 'primary' | 'secondary';
  }[];
}

export interface Car {
  /** Wh that the car takes until it is full. */
  readonly neededWh: number;
  /** The car's own limit, RMS amperes. */
  readonly carMaxA: number;
}

/** What happens to devices by other means than the service. Throws a {@link ControlProblem} for what cannot be done. */
export interface DeviceControls {
  devices(): PanelDevice[];
  setOnline(deviceId: string, online: boolean): void;
  moveMainHandle(deviceId: string, position: 'open' | 'closed'): void;
  /** The trip unit opens the main handle; the device records why. */
  tripBreaker(deviceId: string): void;
  /** Returns the identifier of the plug session. */
  plugInCar(deviceId: string, car: Car): string;
  unplugCar(deviceId: string): void;
  /** Returns the identifier of the device. */
  commissionDevice(commissioning: Commissioning): string;
  /** Replaces parts of the load behind a breaker, from now on. */
  setLoad(deviceId: string, load: Partial<Pick<LoadProfile, 'kind' | 'ratedA'>>): void;
}

function deviceOf({ state }: ServiceContext, deviceId: string): DeviceState {
  const device = state.devices.find(({ id }) => id === deviceId);
  if (device === undefined) throw new ControlProblem(404, `There is no device ${deviceId}`);
  return device;
}

function panelDevice(context: ServiceContext, device: DeviceState): PanelDevice {
  return {
    id: device.id,
    label: device.label,
    serialNumber: device.serialNumber,
    sku: device.sku,
    hardwareType: device.hardwareType,
    organizationId: device.organizationId,
    locationId: device.locationId,
    poles: device.poles,
    ratedA: device.ratedA,
    load: device.load.kind,
    loadRatedA: device.load.ratedA,
    online: device.online,
    remoteHandle: device.remoteHandle,
    mainHandle: device.mainHandle,
    ...defined({ resetAt: device.resetAt }),
    pluggedIn: runningSession(context.state, device.id) !== undefined,
    electrical: electricalState(device, context.clock.now(), context.state),
    udpKeys: context.state.udpKeys.flatMap(({ id, keyType, assignments }) =>
      assignments.filter(({ deviceId }) => deviceId === device.id).map(({ priority }) => ({ id, keyType, priority })),
    ),
  };
}

function setOnline(context: ServiceContext, device: DeviceState, online: boolean): void {
  if (device.online === online) return;
  device.online = online;
  if (online) {
    device.onlineSince = context.clock.now();
    delete device.offlineSince;
    applyStoredCommand(context, device);
  } else device.offlineSince = context.clock.now();
}

function plugInCar(context: ServiceContext, device: DeviceState, { neededWh, carMaxA }: Car): string {
  if (device.evse === undefined) throw new ControlProblem(400, 'A car is plugged into an EV charger only');
  if (runningSession(context.state, device.id) !== undefined)
    throw new ControlProblem(409, 'A car is plugged in already');
  if (!(neededWh >= 0) || !(carMaxA > 0)) throw new ControlProblem(400, 'neededWh and carMaxA must be positive');
  return plugIn(context, device, { neededWh, carMaxA }, context.clock.now()).id;
}

function unplugCar(context: ServiceContext, device: DeviceState): void {
  const session = runningSession(context.state, device.id);
  if (session === undefined) throw new ControlProblem(409, 'No car is plugged in');
  unplug(context, session, context.clock.now());
}

function setLoad(context: ServiceContext, device: DeviceState, load: Partial<LoadProfile>): void {
  if (load.ratedA !== undefined && !(load.ratedA >= 0 && load.ratedA <= 1000))
    throw new ControlProblem(400, 'ratedA must be from 0 to 1000');
  const now = context.clock.now();
  const before = energyAt(device, now, context.state).deliveredWH;
  device.load = changedLoad(device.load, load);
  // The profile also tells the past: the register must not jump because of that.
  device.energyBaseWh += before - energyAt(device, now, context.state).deliveredWH;
}

/** A recording is one of a draw: another draw scales it, and another kind of load has none. */
function changedLoad({ recorded, ...before }: LoadProfile, load: Partial<LoadProfile>): LoadProfile {
  const changed = { ...before, ...load };
  if (recorded === undefined || (load.kind !== undefined && load.kind !== before.kind)) return changed;
  if (load.ratedA === undefined) return { ...changed, recorded };
  return before.ratedA === 0
    ? changed
    : { ...changed, recorded: scaledRecording(recorded, load.ratedA / before.ratedA) };
}

type With = <T>(work: (context: ServiceContext) => T) => T;

/** `read` looks at the service after everything that is due; `control` changes it. */
export function createDeviceControls(read: With, control: With): DeviceControls {
  return {
    devices: () => read((context) => context.state.devices.map((device) => panelDevice(context, device))),
    setOnline: (deviceId, online) => control((context) => setOnline(context, deviceOf(context, deviceId), online)),
    moveMainHandle: (deviceId, position) =>
      control((context) => moveMainHandle(context, deviceOf(context, deviceId), position, 'manual')),
    tripBreaker: (deviceId) =>
      control((context) => {
        const device = deviceOf(context, deviceId);
        if (device.settings.waveformConfiguration.p0OvercurrentEnabled)
          recordWaveform(context, device, 'Phase 0 Overcurrent');
        moveMainHandle(context, device, 'open', 'trip');
      }),
    plugInCar: (deviceId, car) => control((context) => plugInCar(context, deviceOf(context, deviceId), car)),
    unplugCar: (deviceId) => control((context) => unplugCar(context, deviceOf(context, deviceId))),
    commissionDevice: (commissioning) => control((context) => commissionDevice(context, commissioning).id),
    setLoad: (deviceId, load) => control((context) => setLoad(context, deviceOf(context, deviceId), load)),
  };
}
