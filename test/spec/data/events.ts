import { thresholdsByPhaseName } from './resources';

/** The payloads of section 6 in the notation of the resources; `!` marks what a payload must have to be understood. */
export const webhookPayloads = {
  deviceOnboarding: {
    resource: 'deviceWebhooks',
    fields: `
      {deviceId,serialNumber,userId,organizationId,parentLocationId,chargerStationId} string
      deviceSku string(BREM1015|BREM1020|BREM2030|BABEM1015|BABEM1020|BABEM2030)
      hardwareType string(emcb|ev-emcb)
      loadDetails.type string(air-conditioner)
      loadDetails.{manufacturerName,modelName} string`,
  },
  userPermission: {
    resource: 'userPermissionWebhooks',
    fields: `
      {locationId,organizationId,email,roleId} string
      timestamp date-time
      inviteType string(email|inviteCode)
      permissionChangeType string(assigned|cancelled|invited|revoked)`,
  },
  deviceOverrideEvent: {
    resource: 'deviceOverrideEventWebhooks',
    fields: `
      {deviceId,deviceOverrideEventId,deviceOwnerOrganizationId,eventCreatorOrganizationId} string
      eventCreatorOrganizationName string
      updatedAt date-time
      status string(participating|removed|optedOut)`,
  },
  // The document shows two fields; the other four are the simulator's own.
  shareDeviceCode: {
    resource: 'shareDeviceCodeWebhooks',
    fields: `
      {deviceOwnerOrganizationName,claimingOrganizationName} string
      {code,deviceId,status} string
      updatedAt date-time`,
  },
} as const;

const statistic = '{val,min,max,avg} number';
const metric = '{currentA,currentB,voltageAN,voltageBN,voltageAB,frequency}';
const registers = '{q1,q2,q3,q4}{mJpA,mJpB,mVARspA,mVARspB}';
const stamped = '{val,ts}';

export const publishRequired = ['deviceId', 'serialNumber', 'schemaVersion', 'transactionId', 'ts'];

/** 6.2: the channel trees are those of 2.6 with the listed differences. */
export const publishBody = `
  {deviceId,serialNumber,schemaVersion,transactionId} string
  ts number
  accelerometer.telemetry.{x,y,z}.${statistic}
  accelerometer.telemetry.{ts,hwSamples} integer
  breaker.metadata.{ratedVoltage,ratedCurrent,interruptingCurrent,numPoles,totalPoles}.${stamped} ?
  breaker.metadata.lineTerminalStyle.val string
  breaker.metadata.mainHandlePosition.val boolean
  breaker.metadata.{lineTerminalStyle,mainHandlePosition}.ts integer
  breaker.settings.{remoteHandlePosition,underVoltageReleaseEnabled}.val boolean
  breaker.settings.{remoteHandlePosition,underVoltageReleaseEnabled}.ts integer
  device.telemetry.{lightLevel,deviceFreeMemory,agentFreeMemory,rssi}.${statistic}
  device.telemetry.{ts,hwSamples} integer
  device.metadata.{isConnected,numBoots,numWakeReasonException,macAddress,ipAddress,bootROM,osDevice,osAgent,idDeployment}.${stamped} ?
  evse.metadata.state.val string(idle)
  evse.metadata.{enabled,authorized,permanentErrorFlag}.val boolean
  evse.metadata.numBoots.val integer
  evse.metadata.currentError.val.type string(NO_ERROR|ERROR_VENT_NOT_SUPPORTED)
  evse.metadata.currentError.val.description string
  evse.metadata.{state,enabled,authorized,numBoots,currentError,permanentErrorFlag}.ts integer
  evse.settings.mode.${stamped} ?
  evse.settings.{apiConfiguration,windowConfiguration,ocppConfiguration,offlineConfiguration} ?
  meter.telemetry.${metric}.${statistic}
  meter.telemetry.rawEnergy.${registers} integer
  meter.telemetry.rawEnergyDelta.${registers} integer
  meter.telemetry.rawEnergyDelta.deltaTime ?
  meter.telemetry.energy.{delivered,generated,deliveredWH,generatedWH} number
  meter.telemetry.energyDelta.{delivered,generated,deliveredWH,generatedWH,deltaTime} number
  meter.telemetry.{ts,hwSamples} integer
  meter.events.{waveformCaptured,fastRMSCaptured} ?
  meter.metadata.loadPresent.val boolean
  meter.metadata.loadState.val integer
  meter.metadata.{loadPresent,loadState}.ts integer
  meter.settings.loadPresentThreshold.${stamped} integer
  ${thresholdsByPhaseName
    .trim()
    .split('\n')
    .map((line) => `meter.settings.waveformConfiguration.val.${line.trim()}`)
    .join('\n')}
  meter.settings.waveformConfiguration.ts integer
  thermometer.telemetry.temperature.${statistic}
  thermometer.telemetry.{ts,hwSamples} integer
  telemetry.settings.alignment.val string(none|clock)
  telemetry.settings.alignment.ts integer
  bargraph.settings.mode.${stamped} ?
  bargraph.settings.colors.val.{led1,led2,led3,led4,led5}.{red,green,blue} integer
  bargraph.settings.colors.ts integer`;

export const publishChannels = [
  'accelerometer',
  'breaker',
  'device',
  'evse',
  'meter',
  'thermometer',
  'telemetry',
  'bargraph',
];
