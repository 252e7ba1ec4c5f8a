import type { Handlers } from '../handler';
import { batchCommands } from './batch-commands';
import { devices } from './devices';
import { eventHistory } from './event-history';
import { evse } from './evse';
import { inviteCodes } from './invite-codes';
import { locations } from './locations';
import { meter } from './meter';
import { ocppCentralSystems, ocppChargePoints } from './ocpp';
import { organizations, serviceAccounts } from './organizations';
import { overrideEvents } from './override-events';
import { plugSessions } from './plug-sessions';
import { resourceQuotas } from './quotas';
import { remoteHandle } from './remote-handle';
import { settings } from './settings';
import { shareDeviceCodes, sharedDevices } from './sharing';
import { deviceStreams, sharedDeviceStreams, streams } from './streams';
import { token } from './token';
import { udpKeys } from './udp-keys';
import { roles, userRoles } from './users';
import { waveforms } from './waveforms';
import {
  deviceOverrideEventWebhooks,
  deviceWebhooks,
  shareDeviceCodeWebhooks,
  userPermissionWebhooks,
} from './webhooks';

/** One handler for every operation of the catalog. */
export const handlers: Handlers = {
  ...token,
  ...deviceWebhooks,
  ...userPermissionWebhooks,
  ...deviceOverrideEventWebhooks,
  ...shareDeviceCodeWebhooks,
  ...devices,
  ...remoteHandle,
  ...settings,
  ...waveforms,
  ...meter,
  ...batchCommands,
  ...streams,
  ...deviceStreams,
  ...sharedDeviceStreams,
  ...udpKeys,
  ...eventHistory,
  ...evse,
  ...plugSessions,
  ...organizations,
  ...serviceAccounts,
  ...locations,
  ...roles,
  ...userRoles,
  ...inviteCodes,
  ...resourceQuotas,
  ...ocppCentralSystems,
  ...ocppChargePoints,
  ...shareDeviceCodes,
  ...sharedDevices,
  ...overrideEvents,
};
