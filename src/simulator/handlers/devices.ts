import type { AnswerOf } from '../../catalog';
import { defined } from '../../object';
import { runningSession, unplug } from '../charging/plug';
import { findDevice, locationIdsAtOrBelow, visibleDevices } from '../find';
import { type HandlerContext, type HandlersOf, ServiceRefusal } from '../handler';
import { requireOnline } from '../operate-handle';
import type { ServiceState } from '../service-state';
import type { DeviceState } from '../state';
import { fieldRefusal } from './field-refusal';
import { leave } from './participation';
import { forgetUnheldKeys } from './udp-keys';

export function deviceView(device: DeviceState): AnswerOf<'devices.get'> {
  return {
    id: device.id,
    locationId: device.locationId,
    hardwareType: device.hardwareType,
    sku: device.sku,
    serialNumber: device.serialNumber,
    ...defined({ chargerStationId: device.chargerStationId, loadDetails: device.loadDetails }),
  };
}

/** A decommissioned device leaves nothing behind but its past plug sessions and the record of batch commands. spec 3 */
function forgetDevice(context: HandlerContext, device: DeviceState): void {
  const { state } = context;
  const other = ({ deviceId }: { readonly deviceId: string }) => deviceId !== device.id;
  const session = runningSession(state, device.id);
  if (session !== undefined) unplug(context, session, context.clock.now());
  delete device.storedCommand;
  for (const event of state.overrideEvents)
    for (const participation of event.participations)
      if (!other(participation) && participation.status === 'participating')
        leave(context, event, participation, 'removed');
  for (const code of state.shareCodes) if (!other(code)) code.status = 'revoked';
  for (const key of state.udpKeys) key.assignments = key.assignments.filter(other);
  forgetUnheldKeys(state);
  state.deviceStreams = state.deviceStreams.filter(other);
  state.ocppChargePoints = state.ocppChargePoints.filter((point) => point.deviceId !== device.id);
  state.devices = state.devices.filter(({ id }) => id !== device.id);
}

function requireEquipmentLocation(state: ServiceState, device: DeviceState, locationId: string): void {
  const location = state.locations.find(({ id }) => id === locationId);
  if (location === undefined || location.organizationId !== device.organizationId)
    throw fieldRefusal('locationId', 'must be a location of the same organization');
  if (location.locationType !== 'equipment') throw fieldRefusal('locationId', 'must be a location of type equipment');
}

/** spec 4.2, and the connection of 4.3 */
export const devices: HandlersOf<'devices'> & HandlersOf<'device'> = {
  'devices.list': ({ filter }, context) => {
    const visible = visibleDevices(context);
    const criterion = filter[0];
    if (criterion === undefined) return visible.map(deviceView);
    const value = String(criterion.value);
    if (criterion.field === 'serialNumber')
      return visible.filter(({ serialNumber }) => serialNumber === value).map(deviceView);
    if (criterion.field === 'locationId')
      return visible.filter(({ locationId }) => locationId === value).map(deviceView);
    const within = locationIdsAtOrBelow(context.state, value);
    return visible.filter(({ locationId }) => within.has(locationId)).map(deviceView);
  },

  'devices.get': ({ path }, context) => deviceView(findDevice(context, path.deviceId)),

  'devices.decommission': ({ path }, context) => {
    const device = findDevice(context, path.deviceId);
    requireOnline(device);
    forgetDevice(context, device);
    return undefined;
  },

  'devices.update': ({ path, body }, context) => {
    const device = findDevice(context, path.deviceId);
    if (Object.keys(body).length === 0) throw new ServiceRefusal(400, 'The body names nothing to change');
    if (body.locationId !== undefined) requireEquipmentLocation(context.state, device, body.locationId);
    device.locationId = body.locationId ?? device.locationId;
    if (body.loadDetails !== undefined) device.loadDetails = { ...device.loadDetails, ...body.loadDetails };
    return undefined;
  },

  'devices.restart': ({ path }, context) => {
    const device = findDevice(context, path.deviceId);
    requireOnline(device);
    device.boots += 1;
    device.onlineSince = context.clock.now();
    return undefined;
  },

  'device.isConnected': ({ path }, context) => {
    const device = findDevice(context, path.deviceId);
    const since = device.online ? device.onlineSince : (device.offlineSince ?? context.clock.now());
    return { isConnected: device.online, ts: Math.floor(since / 1000) };
  },
};
