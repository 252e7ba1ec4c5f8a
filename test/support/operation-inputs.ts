import type { InputOf, OperationId } from '../../src/catalog';
import { account, ids } from '../simulator/small-state';
import { furnished } from '../spec/conformance/furnished-state';

const path = { deviceId: ids.oven };
const evse = { deviceId: ids.charger };
const deviceId = ids.oven;
const hook = (name: string) => ({ body: { uri: `https://hooks.example.com/new/${name}` } });
const registered = (kind: Parameters<typeof furnished.webhook>[0]) => ({
  path: { webhookId: furnished.webhook(kind) },
});
const color = { red: 255, green: 128, blue: 0 };
const mode = { path: '/bargraph/settings/mode', body: { mode: 'user-defined' } } as const;
const attachment = { path: { deviceStreamId: furnished.deviceStream } };
const sharedAttachment = { path: { sharedDeviceStreamId: furnished.sharedDeviceStream } };
const batch = { path: { id: furnished.batch } };
const key = { path: { keyId: furnished.udpKey } };
const code = { path: { code: furnished.inviteCode } };
const central = { path: { ocppCentralSystemId: furnished.usedCentralSystem } };
const point = { path: { ocppChargePointId: furnished.chargePoint } };
const activeCode = { path: { code: furnished.activeCode } };
const claimedCode = { path: { code: furnished.claimedCode } };
const event = { path: { eventId: furnished.event } };
const emptyEvent = { path: { eventId: furnished.emptyEvent } };
const participants = { sharedDeviceIds: [furnished.participant] };

/** A valid input of each operation at the furnished service (`furnish`), the only such table: a missing operation does not compile. */
export const operationInputs: { readonly [Id in OperationId]: InputOf<Id> } = {
  'token.create': { body: account.application },

  'deviceWebhooks.create': hook('device'),
  'deviceWebhooks.list': {},
  'deviceWebhooks.get': registered('deviceOnboarding'),
  'deviceWebhooks.delete': registered('deviceOnboarding'),
  'userPermissionWebhooks.create': hook('permission'),
  'userPermissionWebhooks.list': {},
  'userPermissionWebhooks.get': registered('userPermission'),
  'userPermissionWebhooks.delete': registered('userPermission'),
  'deviceOverrideEventWebhooks.create': hook('override'),
  'deviceOverrideEventWebhooks.list': {},
  'deviceOverrideEventWebhooks.get': registered('deviceOverrideEvent'),
  'deviceOverrideEventWebhooks.delete': registered('deviceOverrideEvent'),
  'shareDeviceCodeWebhooks.create': hook('share'),
  'shareDeviceCodeWebhooks.list': {},
  'shareDeviceCodeWebhooks.get': registered('shareDeviceCode'),
  'shareDeviceCodeWebhooks.delete': registered('shareDeviceCode'),

  'devices.list': { filter: { ancestorLocationId: ids.campus } },
  'devices.get': { path },
  'devices.decommission': { path },
  'devices.update': { path, body: { loadDetails: { type: 'oven' } } },
  'devices.restart': { path },
  'device.isConnected': { path },

  'remoteHandle.getPosition': { path },
  'remoteHandle.setPosition': { path, body: { command: 'open', reason: 'test', secondsUntilReset: 60 } },
  'remoteHandle.getSecondsUntilReset': { path },

  'waveformConfiguration.set': { path, body: { p0SagEnabled: false, p1SagDuration: 60 } },
  'waveformConfiguration.get': { path },
  'loadPresentThreshold.set': { path, body: { loadPresentThreshold: 150 } },
  'loadPresentThreshold.get': { path },
  'telemetryAlignment.set': { path, body: { alignment: 'clock' } },
  'dataReportRate.set': { path, body: { dataReportRate: 60 } },
  'bargraphMode.set': { path, body: { mode: 'user-defined' } },
  'bargraphMode.get': { path },
  'bargraphColors.set': { path, body: { led1: color, led2: color, led3: color, led4: color, led5: color } },
  'bargraphColors.get': { path },

  'waveforms.capture': { path },
  'waveforms.list': { path, filter: { trigger: 'Immediate', capturedAt: { ge: '2026-01-15T00:00:00Z' } } },
  'waveforms.get': { path: { deviceId, waveformId: furnished.waveform } },

  'meter.reading': { path },
  'meter.history': {
    path,
    query: { startTime: '2026-01-15T11:00:00Z', endTime: '2026-01-15T12:00:00Z' },
    page: { offset: 0, limit: 5 },
  },
  'meter.latest': { path },
  'deviceData.get': { filter: { deviceId } },

  'batchCommands.create': { body: { deviceIds: [deviceId], cronSchedule: '0 22 * * *', timeZone: 'UTC', ...mode } },
  'batchCommands.createSun': {
    body: { locationId: ids.house, sunSchedule: { scheduleType: 'sunset', offset: -15 }, ...mode },
  },
  'batchCommands.list': { filter: { type: 'deviceBatchCommand' } },
  'batchCommands.get': batch,
  'batchCommands.cancel': batch,
  'batchCommands.devices': batch,

  'streams.create': {
    body: {
      description: 'new',
      format: 'webhook',
      webhookStreamConfig: {
        baseUrl: 'https://streams.example.com',
        authType: 'aws-request-v4-signature',
        authCredentials: { accessKeyId: 'AKID', secretAccessKey: 'signing-secret' },
        validationPath: '/validate',
        publishPath: '/publish',
      },
    },
  },
  'streams.list': {},
  'streams.get': { path: { streamId: furnished.usedStream } },
  'streams.delete': { path: { streamId: furnished.freeStream } },
  'deviceStreams.create': { body: { deviceId, streamId: furnished.freeStream } },
  'deviceStreams.list': { filter: { deviceId, streamId: furnished.usedStream } },
  'deviceStreams.get': attachment,
  'deviceStreams.delete': attachment,
  'deviceStreams.status': attachment,
  'sharedDeviceStreams.create': { body: { sharedDeviceId: furnished.participant, streamId: furnished.freeStream } },
  'sharedDeviceStreams.list': {},
  'sharedDeviceStreams.get': sharedAttachment,
  'sharedDeviceStreams.delete': sharedAttachment,
  'sharedDeviceStreams.status': sharedAttachment,

  'udpKeys.create': { body: { keyType: 'unicast' } },
  'udpKeys.list': { filter: { keyType: 'unicast' } },
  'udpKeys.get': key,
  'udpKeys.delete': key,
  'udpKeys.assign': { path, body: { keyId: furnished.udpKey, priority: 'primary' } },

  'eventHistory.remoteHandle': { filter: { deviceId }, page: { offset: 0, limit: 10 } },
  'eventHistory.mainHandle': { filter: { deviceId } },

  'evse.state': { path: evse },
  'evse.control': { path: evse },
  'evse.getConfiguration': { path: evse },
  'evse.updateConfiguration': {
    path: evse,
    body: {
      mode: 'cloud-api',
      configuration: { apiConfiguration: { enabled: true, restrictions: { maxCurrent: 16 } } },
    },
  },

  'plugSessions.list': {
    filter: { deviceId: ids.charger, status: 'completed', startedAt: { ge: '2026-01-01T00:00:00Z' } },
    orderby: { by: 'startedAt', direction: 'desc' },
    page: { limit: 10 },
  },
  'plugSessions.meterTelemetry': { path: { plugSessionId: furnished.plugSession }, page: { limit: 5 } },

  'organizations.create': { body: { name: 'New', description: '' } },
  'organizations.list': { query: { includePermissions: 'true' } },
  'organizations.get': { path: { organizationId: ids.organization } },
  'organizations.users': { path: { organizationId: ids.organization }, filter: { role: 'Installer' } },
  'serviceAccounts.rotateSecret': { path: { serviceAccountId: ids.otherOrganization, secretName: 'secret2' } },

  'locations.create': {
    body: {
      name: 'Field',
      organizationId: ids.organization,
      locationType: 'custom',
      customTypeInfo: { customLocationName: 'Farm' },
    },
  },
  'locations.list': { filter: { organizationId: ids.organization }, query: { includePermissions: 'true' } },
  'locations.get': { path: { locationId: ids.house } },
  'locations.update': { path: { locationId: ids.house }, body: { address: { street1: '1 Main Street' } } },
  'locations.delete': { path: { locationId: furnished.barn } },

  'roles.list': {},
  'userRoles.assign': {
    query: { skipNotificationEmail: true },
    body: { locationId: ids.house, roleId: ids.role, email: 'new@example.com' },
  },
  'userRoles.list': { filter: { status: 'active' } },
  'userRoles.delete': { body: { locationId: ids.house, roleId: ids.role, email: furnished.email } },
  'inviteCodes.create': { body: { locationId: ids.house, roleId: ids.role, restrictions: { userLimit: 3 } } },
  'inviteCodes.list': { filter: { isActive: true, locationId: ids.house } },
  'inviteCodes.get': code,
  'inviteCodes.deactivate': code,

  'resourceQuotas.list': {},
  'ocppCentralSystems.create': { body: { websocketBaseUrl: 'wss://ocpp.example.com/station' } },
  'ocppCentralSystems.list': {},
  'ocppCentralSystems.get': central,
  'ocppCentralSystems.delete': { path: { ocppCentralSystemId: furnished.freeCentralSystem } },
  'ocppChargePoints.create': {
    body: { ocppCentralSystemId: furnished.freeCentralSystem, deviceId: ids.charger, password: 'station-password' },
  },
  'ocppChargePoints.list': { filter: { deviceId: furnished.station } },
  'ocppChargePoints.get': point,
  'ocppChargePoints.delete': point,

  'shareDeviceCodes.create': { body: { deviceId } },
  'shareDeviceCodes.list': { filter: { status: 'active', action: 'created', deviceId } },
  'shareDeviceCodes.get': activeCode,
  'shareDeviceCodes.deviceSummary': activeCode,
  'shareDeviceCodes.claim': activeCode,
  'shareDeviceCodes.revoke': claimedCode,
  'shareDeviceCodes.relinquish': claimedCode,
  'sharedDevices.list': {},
  'sharedDevices.get': { path: { id: furnished.participant } },
  'overrideEvents.create': { body: { description: 'peak load', endTime: '2026-01-15T14:00:00Z' } },
  'overrideEvents.list': { filter: { startTime: { ge: '2026-01-15T00:00:00Z' } } },
  'overrideEvents.get': event,
  'overrideEvents.addParticipations': { ...emptyEvent, body: { sharedDeviceIds: [furnished.bystander] } },
  'overrideEvents.listParticipations': event,
  'overrideEvents.removeDevices': { ...event, body: participants },
  'overrideEvents.optOut': { ...event, body: participants },
  'overrideEvents.cancel': emptyEvent,
};

/** What only the organization can do that a device is shared with. */
export const asNeighbour: ReadonlySet<OperationId> = new Set([
  'shareDeviceCodes.claim',
  'shareDeviceCodes.relinquish',
  'overrideEvents.create',
  'overrideEvents.list',
  'overrideEvents.addParticipations',
  'overrideEvents.removeDevices',
  'overrideEvents.cancel',
]);
