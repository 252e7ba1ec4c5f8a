import type { OperationId } from '../../../src/catalog';

/** One row of the status table of section 7. */
export interface ServiceError {
  readonly status: 400 | 404 | 409 | 429 | 503;
  readonly condition: string;
  readonly operations: readonly OperationId[];
}

export const serviceErrors: readonly ServiceError[] = [
  {
    status: 400,
    condition: 'cancelling a batch command that is completed or in progress',
    operations: ['batchCommands.cancel'],
  },
  {
    status: 400,
    condition: 'creating a 4th webhook device stream for a device (shared ones count)',
    operations: ['deviceStreams.create', 'sharedDeviceStreams.create'],
  },
  { status: 400, condition: 'registering the same stream twice on one device', operations: ['deviceStreams.create'] },
  {
    status: 400,
    condition: 'deleting a location that has child locations or devices',
    operations: ['locations.delete'],
  },
  {
    status: 400,
    condition: '`address` sent for a non-`address` location, or `customTypeInfo` for a non-`custom` location',
    operations: ['locations.update'],
  },
  {
    status: 400,
    condition: 'EVSE configuration update when the device uses OCPP or takes part in an override event',
    operations: ['evse.updateConfiguration'],
  },
  {
    status: 400,
    condition: '`secondsUntilReset` with `close`, or a non-zero value below 10',
    operations: ['remoteHandle.setPosition'],
  },
  { status: 400, condition: 'UDP key creation over the key limit', operations: ['udpKeys.create'] },
  {
    status: 400,
    condition: 'claiming a share code for an OCPP-configured device',
    operations: ['shareDeviceCodes.claim'],
  },
  {
    status: 404,
    condition: 'device stream status requested with an id that is not a device stream id',
    operations: ['deviceStreams.status'],
  },
  {
    status: 409,
    condition: 'deactivating an invite code already past expiration',
    operations: ['inviteCodes.deactivate'],
  },
  {
    status: 429,
    condition: 'documented for the set remote handle position operation',
    operations: ['remoteHandle.setPosition'],
  },
  {
    status: 503,
    condition: 'decommission, or OCPP charge point registration, while the device is offline',
    operations: ['devices.decommission', 'ocppChargePoints.create'],
  },
];
