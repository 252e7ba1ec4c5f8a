import { anything, assumed, list, map, text, view } from '../../schema';
import { deviceIdentifier, identifier, instant, instantRead } from './values';

/**
 * Payloads of sharing are not documented: any field can be sent, and is passed through when it is received. Where one
 * names a device, it does so as its siblings do.
 */
const free = map(anything());
export const undocumented = assumed(free, 'shape');
export const undocumentedOfDevice = assumed(
  { ...free, json: { ...free.json, properties: { deviceId: deviceIdentifier('device').json } } },
  'shape',
);

/** spec 4.9; the fields are the simulator's own. */
export const shareDeviceCode = view({
  code: text(),
  status: text(),
  deviceId: text(),
  deviceOwnerOrganizationId: text(),
  deviceOwnerOrganizationName: text(),
  claimingOrganizationId: text(),
  claimingOrganizationName: text(),
  createdAt: instantRead,
});
export const deviceSummary = view({ deviceId: text(), serialNumber: text(), hardwareType: text(), sku: text() });
export const sharedDevice = view({
  id: text(),
  deviceId: text(),
  code: text(),
  deviceOwnerOrganizationId: text(),
  claimingOrganizationId: text(),
});
export const overrideEventRequest = assumed(
  view({
    description: text(),
    startTime: instant('when it begins'),
    endTime: instant('when it ends'),
  }),
  'shape',
);
export const overrideEvent = view({
  id: text(),
  description: text(),
  status: text(),
  startTime: instantRead,
  endTime: instantRead,
  createdAt: instantRead,
  eventCreatorOrganizationId: text(),
});
export const participationRequest = assumed(
  view({ sharedDeviceIds: list(identifier('shared device'), { min: 1 }) }),
  'shape',
);
export const participation = view({
  id: text(),
  sharedDeviceId: text(),
  deviceId: text(),
  status: text(),
  updatedAt: instantRead,
});
