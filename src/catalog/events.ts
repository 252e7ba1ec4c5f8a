import { always, anything, boolean, type Infer, integer, known, number, text, view } from '../schema';
import { type Assumption, unchanged } from './operation';
import { bargraphChannel, breakerChannel, deviceMetadata, meterChannel } from './shapes/channels';
import { deviceSkus, hardwareTypes, loadDetails } from './shapes/device';
import { evseErrorDetail, evseStates } from './shapes/evse';
import { inviteTypes } from './shapes/organization';
import { instantRead, statistic, timestamped } from './shapes/values';

const ts = integer({ unit: 's', about: 'epoch seconds' });

/** A device was commissioned. spec 6.1 */
export const deviceOnboardingEvent = view({
  deviceId: always(text()),
  serialNumber: text(),
  deviceSku: known(deviceSkus),
  hardwareType: known(hardwareTypes),
  userId: text(),
  organizationId: text(),
  parentLocationId: text(),
  chargerStationId: text(),
  loadDetails,
});

export const permissionChangeTypes = ['assigned', 'cancelled', 'invited', 'revoked'] as const;

/** A user's permissions changed; the sample names `organizationId` in place of `locationId`. spec 6.1 */
export const userPermissionEvent = view({
  locationId: text(),
  organizationId: text(),
  email: text(),
  timestamp: instantRead,
  roleId: text(),
  inviteType: known(inviteTypes),
  permissionChangeType: always(known(permissionChangeTypes)),
});

export const participationStatuses = ['participating', 'removed', 'optedOut'] as const;

/** A device joined, was removed from, or opted out of an override event. spec 6.1 */
export const deviceOverrideEvent = view({
  deviceId: always(text()),
  deviceOverrideEventId: text(),
  deviceOwnerOrganizationId: text(),
  eventCreatorOrganizationId: text(),
  eventCreatorOrganizationName: text(),
  updatedAt: instantRead,
  status: always(known(participationStatuses)),
});

/** What happens to a share code; the field of the webhook that says it is not documented. spec 6.1 */
export const shareCodeStatuses = ['claimed', 'relinquished', 'revoked'] as const;

/** A share code was claimed, relinquished or revoked; the full payload is not documented. spec 6.1 */
export const shareDeviceCodeEvent = view({
  deviceOwnerOrganizationName: text(),
  claimingOrganizationName: text(),
  code: text(),
  deviceId: text(),
  status: text(),
  updatedAt: instantRead,
});

/** The four registered webhooks and the operations that register them. spec 6.1 */
export const webhookEvents = {
  deviceOnboarding: { resource: 'deviceWebhooks', payload: deviceOnboardingEvent },
  userPermission: { resource: 'userPermissionWebhooks', payload: userPermissionEvent },
  deviceOverrideEvent: { resource: 'deviceOverrideEventWebhooks', payload: deviceOverrideEvent },
  shareDeviceCode: { resource: 'shareDeviceCodeWebhooks', payload: shareDeviceCodeEvent },
} as const;
export type WebhookKind = keyof typeof webhookEvents;

/** What is fixed about the signature of a stream request. spec 6.2 */
export const streamSignature = {
  region: 'global',
  serviceSuffix: 'em-agent-stream',
  contentType: 'application/x-amz-json-1.0',
} as const;

export const streamSchemaVersion = '4.2.0.beta';
export const streamChannels = [
  'accelerometer',
  'breaker',
  'device',
  'evse',
  'meter',
  'thermometer',
  'telemetry',
  'bargraph',
] as const;

/** The body of a publish: only the channels with new data are there. spec 6.2 */
export const streamPublish = view({
  deviceId: always(text()),
  serialNumber: always(text()),
  schemaVersion: always(text()),
  transactionId: always(text()),
  ts: always(number({ unit: 's', about: 'epoch seconds of the push' })),
  accelerometer: view({
    telemetry: view({ x: statistic, y: statistic, z: statistic, ts, hwSamples: integer() }),
  }),
  breaker: breakerChannel,
  device: view({
    telemetry: view({
      lightLevel: statistic,
      deviceFreeMemory: statistic,
      agentFreeMemory: statistic,
      rssi: statistic,
      ts,
      hwSamples: integer(),
    }),
    metadata: deviceMetadata,
  }),
  evse: view({
    metadata: view({
      state: timestamped(known(evseStates)),
      enabled: timestamped(boolean()),
      authorized: timestamped(boolean()),
      numBoots: timestamped(integer()),
      currentError: timestamped(evseErrorDetail),
      permanentErrorFlag: timestamped(boolean()),
    }),
    settings: view({
      mode: timestamped(text()),
      apiConfiguration: anything(),
      windowConfiguration: anything(),
      ocppConfiguration: anything(),
      offlineConfiguration: anything(),
    }),
  }),
  meter: meterChannel(statistic),
  thermometer: view({ telemetry: view({ temperature: statistic, ts, hwSamples: integer() }) }),
  telemetry: view({ settings: view({ alignment: timestamped(known(['none', 'clock'])) }) }),
  bargraph: bargraphChannel,
});
export type StreamPublish = Infer<typeof streamPublish>;

/** What is open about the requests that the service sends; no operation's row can carry these. */
export const receiverAssumptions: readonly (Assumption & { readonly about: string })[] = [
  {
    about: 'stream signature',
    what: 'values',
    value: 'any scope whose service ends in em-agent-stream',
    sure: 'seen',
    why: 'the vendor word in the service name is a placeholder',
    change: 'a setting of the receiver takes one fixed name',
  },
  {
    about: 'stream validation and publish',
    what: 'answer',
    value: '200 with an empty JSON object',
    sure: 'guess',
    why: 'which answers a receiver gives is not shown',
    change: 'nothing to change',
  },
  {
    about: 'stream publish',
    what: 'request',
    value: 'unknown channels and keys are accepted and passed through',
    sure: 'seen',
    why: 'older and newer firmware send others',
    change: unchanged.passedOn,
  },
  {
    about: 'webhook delivery',
    what: 'request',
    value: 'at least once, out of order, with retries',
    sure: 'guess',
    why: 'retry, timeout and ordering are not shown',
    change: 'nothing to change: the receiver takes all of it',
  },
  {
    about: 'share device code webhook',
    what: 'request',
    value: 'code, deviceId, status and updatedAt besides the two organization names',
    sure: 'guess',
    why: 'the full payload is not shown',
    change: unchanged.passedOn,
  },
];
