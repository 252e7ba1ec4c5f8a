import type { OperationId } from '../../../src/catalog';
import { waveformThresholds } from './resources';

/**
 * The request bodies and query parameters of section 4, in the notation of the resources; `!` after a name marks a
 * field that the document calls required. `enum(a|b)` is a closed set. `assumed(rule)` follows where the document does not show
 * the rule, so that breaking it is a warning; for an object it stands at its path with `~`.
 */
const colors = '{led1!,led2!,led3!,led4!,led5!}.{red!,green!,blue!} integer 0..255';
const webhook = `
  uri! string <=256 assumed(pattern)
  additionalHttpHeaders{} string`;
const batchTarget = `
  path! enum(/meter/settings/waveformConfiguration|/bargraph/settings/mode|/bargraph/settings/colors|/meter/settings/loadPresentThreshold|/telemetry/settings/alignment|/breaker/remoteHandle/position)
  body! ?`;
const locationDetails = `
  {description,parentLocationId,contact,email,phone} string
  address.{city,state,postalCode,street1,street2} string
  address.coordinates.{latitude,longitude} string assumed(pattern)
  customTypeInfo.{customLocationName,customLocationDescription} string`;

export const bodies: { readonly [Id in OperationId]?: string } = {
  'token.create': '{clientId!,clientSecret!} string <=256',
  'deviceWebhooks.create': webhook,
  'userPermissionWebhooks.create': webhook,
  'deviceOverrideEventWebhooks.create': webhook,
  'shareDeviceCodeWebhooks.create': `~ assumed(unknown)
    ${webhook}`,
  'devices.update': `
    locationId string
    loadDetails.type string(air-conditioner)
    loadDetails.{manufacturerName,modelName} string`,
  'remoteHandle.setPosition': `
    command! enum(open|close)
    reason! string
    secondsUntilReset integer 0..3600`,
  'waveformConfiguration.set': waveformThresholds,
  'loadPresentThreshold.set': 'loadPresentThreshold! integer >=1',
  'telemetryAlignment.set': 'alignment! enum(none|clock)',
  'dataReportRate.set': `~ assumed(shape)
    dataReportRate! integer >=1`,
  'bargraphMode.set': 'mode! enum(track-meter-data|user-defined)',
  'bargraphColors.set': colors,
  'udpKeys.assign': `
    keyId! string
    priority! enum(primary|secondary)`,
  'batchCommands.create': `
    locationId string
    deviceIds[] string
    {startTime,endTime} date-time
    {cronSchedule,timeZone} string
    ${batchTarget}`,
  'batchCommands.createSun': `
    locationId! string
    deviceIds[] string
    sunSchedule!~ assumed(required)
    sunSchedule!.scheduleType! enum(sunrise|+sunset) assumed(enum)
    sunSchedule!.{startTime,endTime} date-time
    sunSchedule!.cronSchedule string
    sunSchedule!.offset integer
    ${batchTarget}`,
  'streams.create': `
    description! string <=256
    format! enum(azure-iot-hub|webhook)
    azureIotHubStreamConfig.registryConnectionString! string
    webhookStreamConfig.baseUrl! string
    webhookStreamConfig.authType! enum(aws-request-v4-signature)
    webhookStreamConfig.authCredentials!~ assumed(shape)
    webhookStreamConfig.authCredentials!.{accessKeyId!,secretAccessKey!} ?
    webhookStreamConfig.{validationPath!,publishPath!} string`,
  'deviceStreams.create': '{deviceId!,streamId!} string',
  'udpKeys.create': 'keyType! enum(unicast|broadcast)',
  'evse.updateConfiguration': `
    mode enum(no-restrictions|cloud-api|charge-windows|api-override-enable|api-override-disable) assumed(enum)
    configuration.apiConfiguration.enabled boolean
    configuration.apiConfiguration.restrictions.maxCurrent number 0..32 assumed(maximum)
    configuration.apiConfiguration.restrictions.maxEnergy number 0..200000 assumed(maximum)
    configuration.windowConfiguration.windows![].{start!,stop!}.day! enum(sunday|monday|tuesday|wednesday|thursday|friday|saturday)
    configuration.windowConfiguration.windows![].{start!,stop!}.time! string
    configuration.windowConfiguration.windows![].restrictions.maxCurrent number 0..32 assumed(maximum)
    configuration.windowConfiguration.windows![].restrictions.maxEnergy number 0..200000 assumed(maximum)
    configuration.offlineConfiguration.mode! string(no-restrictions|+no-change)
    configuration.manualOverrideConfiguration.featureEnabled! boolean`,
  'organizations.create': '{name!,description!} string',
  'locations.create': `
    {name!,organizationId!} string
    locationType! enum(custom|address|equipment)
    ${locationDetails.replace('{latitude,longitude}', '{latitude!,longitude!}')}`,
  'locations.update': `
    name string
    ${locationDetails.replace('{latitude,longitude}', '{latitude!,longitude!}')}`,
  'userRoles.assign': `{locationId,organizationId,roleId!} string
    email! string assumed(minLength|pattern)`,
  'userRoles.delete': `{locationId,organizationId,roleId!} string
    email! string assumed(minLength|pattern)`,
  'inviteCodes.create': `
    {locationId!,roleId!} string
    restrictions.userLimit integer >=1 assumed(minimum)
    restrictions.emailDomain string assumed(minLength)
    restrictions.expirationDate date-time`,
  'ocppCentralSystems.create': 'websocketBaseUrl! string assumed(pattern)',
  'ocppChargePoints.create': '{ocppCentralSystemId!,deviceId!,password,chargePointIdentifier} string',
};

/** Bodies whose fields are not shown. 4.5, 4.9 */
export const undocumentedBodies: readonly OperationId[] = [
  'sharedDeviceStreams.create',
  'shareDeviceCodes.create',
  'overrideEvents.create',
  'overrideEvents.addParticipations',
  'overrideEvents.removeDevices',
  'overrideEvents.optOut',
  'shareDeviceCodes.claim',
  'shareDeviceCodes.revoke',
  'shareDeviceCodes.relinquish',
  'overrideEvents.cancel',
];

export const queries: { readonly [Id in OperationId]?: string } = {
  'meter.history': `
    startTime! date-time
    endTime date-time`,
  'organizations.list': 'includePermissions enum(true|false)',
  'locations.list': 'includePermissions enum(true|false)',
  'locations.get': 'includePermissions enum(true|false)',
  'userRoles.assign': 'skipNotificationEmail boolean',
};
