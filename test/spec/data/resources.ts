import type { OperationId } from '../../../src/catalog';

/**
 * The field lists of section 2 and the answers of section 4, typed from the document. A line is a path and a type;
 * `{a,b}` stands for either, `[]` for the items of an array, `{}` for the values of an object with free keys.
 * `string(a|b)` names the values that the document shows, `+c` one that the decisions add; `?` is a type not shown.
 */
export interface Resource {
  readonly clause: string;
  readonly operations: readonly OperationId[];
  readonly fields: string;
}

const metric = '{currentA,currentB,voltageAN,voltageBN,voltageAB,frequency}';
const statistic = '{val,min,max,avg}';
const energy = `energy.{delivered,generated,deliveredWH,generatedWH} number`;
const energyDelta = `energyDelta.{delivered,generated,deliveredWH,generatedWH,deltaTime} number`;
const registers = '{q1,q2,q3,q4}{mJpA,mJpB,mVARspA,mVARspB}';
const colors = '{led1,led2,led3,led4,led5}.{red,green,blue} integer';
const batchPaths =
  '/meter/settings/waveformConfiguration|/bargraph/settings/mode|/bargraph/settings/colors|/meter/settings/loadPresentThreshold|/telemetry/settings/alignment|/breaker/remoteHandle/position';

/** 2.3: the thresholds as requests and answers spell them. */
export const waveformThresholds = `
  {p0,p1}{Overcurrent,Sag,Swell}Duration integer 50..200
  {p0,p1}{Overcurrent,Sag,Swell}Enabled boolean
  {p0,p1}mAOvercurrent integer 1..100000
  {p0,p1}mVSag integer 0..120000
  {p0,p1}mVSwell integer 120000..200000
  samplesAfterTrigger integer 1..199
  samplesAfterTriggerFastRMS integer 1..254`;

/** 2.3: the same as device data and streams spell them. */
export const thresholdsByPhaseName = `
  {pA,pB}{Overcurrent,Sag,Swell}Duration integer
  {pA,pB}{Overcurrent,Sag,Swell}Enabled boolean
  {pA,pB}{mAOvercurrent,mVSag,mVSwell} integer
  samplesAfterTrigger integer
  samplesAfterTriggerFastRMS integer`;

const waveform = `
  id string
  deviceId string
  {numSamples,captureWindowDuration,timeAfterTrigger,sampleDelta} integer
  triggers[] string(Immediate|Phase 0 Overcurrent|Phase A Undervoltage)
  shortestTrigger string
  capturedAt date-time
  data.{mVp0,mAp0,mVp1,mAp1}[] integer
  type string(waveform|fastRMS)`;

export const resources: Readonly<Record<string, Resource>> = {
  'token answer': {
    clause: '4.1',
    operations: ['token.create'],
    fields: `
      token string
      expiresAt date-time`,
  },
  'webhook record': {
    clause: '2.1',
    operations: [
      'deviceWebhooks.create',
      'deviceWebhooks.list',
      'deviceWebhooks.get',
      'userPermissionWebhooks.create',
      'userPermissionWebhooks.list',
      'userPermissionWebhooks.get',
      'deviceOverrideEventWebhooks.create',
      'deviceOverrideEventWebhooks.list',
      'deviceOverrideEventWebhooks.get',
      'shareDeviceCodeWebhooks.create',
      'shareDeviceCodeWebhooks.list',
      'shareDeviceCodeWebhooks.get',
    ],
    fields: `
      id string
      uri string
      additionalHttpHeaders{} string`,
  },
  device: {
    clause: '2.2',
    operations: ['devices.list', 'devices.get'],
    fields: `
      id string
      locationId string
      hardwareType string(emcb|ev-emcb)
      sku string(BREM1015|BREM1020|BREM2030|BABEM1015|BABEM1020|BABEM2030)
      serialNumber string
      chargerStationId string
      loadDetails.type string(air-conditioner)
      loadDetails.manufacturerName string
      loadDetails.modelName string`,
  },
  'remote handle position': {
    clause: '2.3',
    operations: ['remoteHandle.getPosition'],
    fields: 'position string(open|+closed)',
  },
  'seconds until reset': {
    clause: '2.3',
    operations: ['remoteHandle.getSecondsUntilReset'],
    fields: 'secondsUntilReset integer',
  },
  'connection state': {
    clause: '2.3',
    operations: ['device.isConnected'],
    fields: `
      isConnected boolean
      ts integer`,
  },
  'load present threshold': {
    clause: '2.3',
    operations: ['loadPresentThreshold.get'],
    fields: 'loadPresentThreshold integer',
  },
  'bargraph mode': {
    clause: '2.3',
    operations: ['bargraphMode.get'],
    fields: 'mode string(track-meter-data|user-defined)',
  },
  'bargraph colors': { clause: '2.3', operations: ['bargraphColors.get'], fields: colors },
  'waveform threshold configuration': {
    clause: '2.3',
    operations: ['waveformConfiguration.get'],
    fields: waveformThresholds,
  },
  waveform: { clause: '2.4', operations: ['waveforms.capture', 'waveforms.get'], fields: waveform },
  'waveform summary': {
    clause: '2.4',
    operations: ['waveforms.list'],
    fields: `
      id string
      capturedAt date-time
      triggers[] string(Immediate|Phase 0 Overcurrent|Phase A Undervoltage)
      type string(waveform|fastRMS)`,
  },
  'historical result item': {
    clause: '2.5',
    operations: ['meter.history', 'plugSessions.meterTelemetry'],
    fields: `
      ts integer
      ${metric}.${statistic} number
      ${energy}
      ${energyDelta}`,
  },
  'latest telemetry': {
    clause: '2.5',
    operations: ['meter.latest'],
    fields: `
      ${metric}.${statistic} number
      ${energy}
      ${energyDelta}
      hwSamples ?
      ts integer`,
  },
  'current meter reading': {
    clause: '2.5',
    operations: ['meter.reading'],
    fields: `
      ${metric}.val number
      sequence integer
      ${energy}
      ts integer`,
  },
  'latest device data': {
    clause: '2.6',
    operations: ['deviceData.get'],
    fields: `
      deviceId string
      serialNumber string
      accelerometer.telemetry.{x,y,z}.val ?
      accelerometer.telemetry.ts integer
      breaker.metadata.{ratedVoltage,ratedCurrent,interruptingCurrent,numPoles,totalPoles}.val ?
      breaker.metadata.{ratedVoltage,ratedCurrent,interruptingCurrent,numPoles,totalPoles}.ts integer
      breaker.metadata.lineTerminalStyle.val string
      breaker.metadata.mainHandlePosition.val boolean
      breaker.metadata.{lineTerminalStyle,mainHandlePosition}.ts integer
      breaker.settings.{remoteHandlePosition,underVoltageReleaseEnabled}.val boolean
      breaker.settings.{remoteHandlePosition,underVoltageReleaseEnabled}.ts integer
      device.telemetry.{lightLevel,deviceFreeMemory,agentFreeMemory,rssi}.val ?
      device.telemetry.ts integer
      device.metadata.isConnected.{val,ts} ?
      device.metadata.{numBoots,numWakeReasonException,macAddress,ipAddress,bootROM,osDevice,osAgent,idDeployment}.{val,ts} ?
      meter.telemetry.${metric}.val number
      meter.telemetry.rawEnergy.${registers} integer
      meter.telemetry.rawEnergyDelta.${registers} integer
      meter.telemetry.rawEnergyDelta.deltaTime ?
      meter.telemetry.${energy}
      meter.telemetry.${energyDelta}
      meter.telemetry.ts integer
      meter.telemetry.hwSamples ?
      meter.events.{waveformCaptured,fastRMSCaptured} ?
      meter.metadata.loadPresent.val boolean
      meter.metadata.loadState.val integer
      meter.metadata.{loadPresent,loadState}.ts integer
      meter.settings.loadPresentThreshold.{val,ts} integer
      ${under('meter.settings.waveformConfiguration.val.', thresholdsByPhaseName)}
      meter.settings.waveformConfiguration.ts integer
      thermometer.telemetry.temperature.val ?
      thermometer.telemetry.ts integer
      thermometer.telemetry.hwSamples ?
      telemetry.settings.alignment.val string(none|clock)
      telemetry.settings.dataReportRate.val integer
      telemetry.settings.{alignment,dataReportRate}.ts integer
      bargraph.settings.mode.val string(track-meter-data|user-defined)
      bargraph.settings.colors.val.${colors}
      bargraph.settings.{mode,colors}.ts integer`,
  },
  stream: {
    clause: '2.7',
    operations: ['streams.create', 'streams.list', 'streams.get'],
    fields: `
      id string
      description string
      format string(azure-iot-hub|webhook)
      azureIotHubStreamConfig.registryConnectionString string
      webhookStreamConfig.{baseUrl,authType,validationPath,publishPath} string
      webhookStreamConfig.authCredentials{} ?`,
  },
  'device stream': {
    clause: '2.7',
    operations: [
      'deviceStreams.create',
      'deviceStreams.list',
      'deviceStreams.get',
      'sharedDeviceStreams.create',
      'sharedDeviceStreams.list',
      'sharedDeviceStreams.get',
    ],
    fields: '{id,deviceId,streamId} string',
  },
  'stream health': {
    clause: '2.7',
    operations: ['deviceStreams.status', 'sharedDeviceStreams.status'],
    fields: `
      dateTime date-time
      message string
      streamStatusCode integer`,
  },
  'batch command': {
    clause: '2.8',
    operations: ['batchCommands.create', 'batchCommands.createSun', 'batchCommands.list', 'batchCommands.get'],
    fields: `
      {id,locationId,organizationId} string
      type string(deviceBatchCommand|deviceSunBatchCommand)
      deviceIds[] string
      clockSchedule.{startTime,endTime} date-time
      clockSchedule.{cronSchedule,timeZone} string
      sunSchedule.scheduleType string(sunrise|+sunset)
      sunSchedule.{startTime,endTime} date-time
      sunSchedule.cronSchedule string
      sunSchedule.offset integer
      createdAt date-time
      path string(${batchPaths})
      body ?`,
  },
  'batch command status of a device': {
    clause: '2.8',
    operations: ['batchCommands.devices'],
    fields: `
      {deviceId,batchCommandId} string
      status string(queued|initiated|succeeded|failed|updated|cancelled)
      {timestamp,startTime,endTime} date-time
      cronSchedule string
      scheduleType string(deviceBatchCommand|deviceSunBatchCommand)`,
  },
  'UDP key': {
    clause: '2.9',
    operations: ['udpKeys.create', 'udpKeys.list', 'udpKeys.get'],
    fields: `
      {id,organizationId,value} string
      expiresAt date-time
      keyType string(unicast|broadcast)
      deviceIds[] string`,
  },
  'UDP key assignment': {
    clause: '2.9',
    operations: ['udpKeys.assign'],
    fields: `
      {activeKeyId,rotatedKeyId} string
      keyType string(unicast|broadcast)
      priority string(primary|secondary)`,
  },
  organization: {
    clause: '2.10',
    operations: ['organizations.create', 'organizations.list', 'organizations.get'],
    fields: `
      {id,name,description} string
      permissions[] string(create:location)
      serviceAccount.clientId string
      serviceAccount.secrets[].name string(secret1|secret2)
      serviceAccount.secrets[].{expiry,value} string`,
  },
  secret: {
    clause: '4.8',
    operations: ['serviceAccounts.rotateSecret'],
    fields: `
      name string(secret1|secret2)
      {expiry,value} string`,
  },
  'organization user': {
    clause: '2.10',
    operations: ['organizations.users'],
    fields: `
      {id,email} string
      userAccess[] string(Organization|Location)`,
  },
  location: {
    clause: '2.10',
    operations: ['locations.create', 'locations.list', 'locations.get', 'locations.update'],
    fields: `
      {id,name,organizationId,description,parentLocationId,contact,email,phone} string
      locationType string(custom|address|equipment)
      address.{city,state,postalCode,street1,street2} string
      address.coordinates.{latitude,longitude} string
      customTypeInfo.{customLocationName,customLocationDescription} string
      permissions[] string`,
  },
  role: {
    clause: '2.10',
    operations: ['roles.list'],
    fields: `
      id string
      name string(Installer)`,
  },
  'user role': {
    clause: '2.10',
    operations: ['userRoles.assign', 'userRoles.list'],
    fields: `
      {id,roleId,email,locationId,organizationId} string
      status string(pending|active)
      inviteType string(email|inviteCode)`,
  },
  'invite code': {
    clause: '2.10',
    operations: ['inviteCodes.create', 'inviteCodes.list', 'inviteCodes.get'],
    fields: `
      {code,locationId,roleId} string
      createdAt date-time
      userAcceptances[].{id,userId,email,joinedDate} string
      restrictions.userLimit integer
      restrictions.emailDomain string
      restrictions.expirationDate date-time`,
  },
  'resource quota': {
    clause: '2.11',
    operations: ['resourceQuotas.list'],
    fields: `
      resourceType string
      {current,limit} integer
      scope string(application)
      scopeId string`,
  },
  'OCPP central system': {
    clause: '2.11',
    operations: ['ocppCentralSystems.create', 'ocppCentralSystems.list', 'ocppCentralSystems.get'],
    fields: '{id,websocketBaseUrl} string',
  },
  'OCPP charge point': {
    clause: '2.11',
    operations: ['ocppChargePoints.create', 'ocppChargePoints.list', 'ocppChargePoints.get'],
    fields: '{id,ocppCentralSystemId,deviceId,chargePointIdentifier,ocppCentralSystemUrl} string',
  },
  'EVSE state': {
    clause: '2.11',
    operations: ['evse.state'],
    fields: `
      state.val string(idle)
      currentError.val.type string(NO_ERROR|ERROR_VENT_NOT_SUPPORTED)
      currentError.val.description string
      permanentErrorFlag.val boolean
      {state,currentError,permanentErrorFlag}.ts integer`,
  },
  'EVSE control': {
    clause: '2.11',
    operations: ['evse.control'],
    fields: `
      {enabled,authorized} boolean
      restrictions.{maxCurrent,maxEnergy} number`,
  },
  'EVSE configuration': {
    clause: '2.11',
    operations: ['evse.getConfiguration', 'evse.updateConfiguration'],
    fields: `
      mode string(no-restrictions|cloud-api|charge-windows|api-override-enable|api-override-disable|+ocpp|+manual-override|+offline-no-restrictions)
      configuration.apiConfiguration.enabled boolean
      configuration.apiConfiguration.restrictions.{maxCurrent,maxEnergy} number
      configuration.windowConfiguration.windows[].{start,stop}.day string(sunday|monday|tuesday|wednesday|thursday|friday|saturday)
      configuration.windowConfiguration.windows[].{start,stop}.time string
      configuration.windowConfiguration.windows[].restrictions.{maxCurrent,maxEnergy} number
      configuration.offlineConfiguration.mode string(no-restrictions|+no-change)
      configuration.manualOverrideConfiguration.featureEnabled boolean`,
  },
  'plug session': {
    clause: '2.11',
    operations: ['plugSessions.list'],
    fields: `
      {id,deviceId} string
      status string(active|completed)
      {startedAt,stoppedAt} ?
      {energyTransferred,ampsAverage,ampsMax,totalSecondsWithLoad} number
      chargeSessions[].status string
      chargeSessions[].error.type string(NO_ERROR|ERROR_VENT_NOT_SUPPORTED)
      chargeSessions[].error.description string
      chargeSessions[].error.timestamp date-time
      chargeSessions[].{startedAt,stoppedAt} ?
      chargeSessions[].energyTransferred number`,
  },
  'remote handle history item': {
    clause: '2.11',
    operations: ['eventHistory.remoteHandle'],
    fields: '{deviceId,source} string\ntimestamp date-time\nhandlePosition string(+open|+closed)',
  },
  'main handle history item': {
    clause: '2.11',
    operations: ['eventHistory.mainHandle'],
    fields: 'deviceId string\ntimestamp date-time\nmainHandlePosition ?',
  },
};

/** Answers whose field lists are not shown: what they hold is the simulator's own. 2.11, 4.9 */
export const undocumentedAnswers: readonly OperationId[] = [
  'shareDeviceCodes.create',
  'shareDeviceCodes.list',
  'shareDeviceCodes.get',
  'shareDeviceCodes.deviceSummary',
  'shareDeviceCodes.claim',
  'shareDeviceCodes.revoke',
  'shareDeviceCodes.relinquish',
  'sharedDevices.list',
  'sharedDevices.get',
  'overrideEvents.create',
  'overrideEvents.list',
  'overrideEvents.get',
  'overrideEvents.addParticipations',
  'overrideEvents.listParticipations',
  'overrideEvents.removeDevices',
  'overrideEvents.optOut',
  'overrideEvents.cancel',
];

function under(prefix: string, fields: string): string {
  return fields
    .trim()
    .split('\n')
    .map((line) => prefix + line.trim())
    .join('\n');
}
