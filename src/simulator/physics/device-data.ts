import type { AnswerOf } from '../../catalog';
import { defined } from '../../object';
import type { DeviceState } from '../state';
import { breakerData } from './breaker-data';
import { electricalState } from './electrical-state';
import { environment } from './environment';
import { unitNoise } from './random';
import { energyAt, energyBetween, rawEnergyAt, rawEnergyDifference } from './registers';
import { reportTimes } from './report-times';
import { readings } from './telemetry';
import { waveformConfigurationByPhaseName } from './waveform-configuration';
import type { World } from './world';

type DeviceData = AnswerOf<'deviceData.get'>;

/**
 * Every channel with the values of the device's last report; settings carry the instant since which they are known.
 * Units as in the meter reading; temperature in degrees Celsius, rssi in dBm, memory in bytes. spec 2.6
 */
export function deviceDataOf(device: DeviceState, at: number, world: World): DeviceData {
  const { countAt, instantOf } = reportTimes(device);
  const index = countAt(at) - 1;
  const reportAt = instantOf(index);
  const beforeAt = instantOf(index - 1);
  const ts = Math.floor(reportAt / 1000);
  const surroundings = environment(device, reportAt, world);
  const { x, y, z } = surroundings.accelerationG;
  return {
    deviceId: device.id,
    serialNumber: device.serialNumber,
    accelerometer: { telemetry: { x: { val: x }, y: { val: y }, z: { val: z }, ts } },
    breaker: breakerData(device),
    device: {
      telemetry: {
        lightLevel: { val: surroundings.lightLevel },
        deviceFreeMemory: { val: surroundings.deviceFreeMemoryBytes },
        agentFreeMemory: { val: surroundings.agentFreeMemoryBytes },
        rssi: { val: surroundings.rssiDbm },
        ts,
      },
      metadata: deviceMetadata(device),
    },
    meter: meterData(device, { reportAt, beforeAt, at }, world),
    thermometer: { telemetry: { temperature: { val: surroundings.temperatureC }, ts, hwSamples: 1 } },
    ...settingsData(device),
  };
}

function onlineTs(device: DeviceState): number {
  return Math.floor(device.onlineSince / 1000);
}

/** Address, firmware and boots of a device. spec 2.6 */
export function deviceMetadata(device: DeviceState): NonNullable<NonNullable<DeviceData['device']>['metadata']> {
  const { seed } = device.load;
  const ts = onlineTs(device);
  const byte = (index: number) =>
    Math.floor(256 * unitNoise(seed, 40 + index))
      .toString(16)
      .padStart(2, '0');
  return {
    isConnected: {
      val: device.online,
      ts: device.online ? ts : Math.floor((device.offlineSince ?? device.onlineSince) / 1000),
    },
    numBoots: { val: device.boots, ts },
    numWakeReasonException: { val: 0, ts },
    macAddress: { val: ['02', ...[0, 1, 2, 3, 4].map(byte)].join(':'), ts },
    ipAddress: { val: `192.168.12.${20 + Math.floor(200 * unitNoise(seed, 46))}`, ts },
    bootROM: { val: '1.4.2', ts },
    osDevice: { val: '2.8.1', ts },
    osAgent: { val: '2.8.0', ts },
    idDeployment: { val: 'simulated-1', ts },
  };
}

function meterData(
  device: DeviceState,
  { reportAt, beforeAt, at }: { reportAt: number; beforeAt: number; at: number },
  world: World,
): NonNullable<DeviceData['meter']> {
  const deltaTime = (reportAt - beforeAt) / 1000;
  const rawEnergy = rawEnergyAt(device, reportAt, world);
  return {
    telemetry: {
      ...readings(device, reportAt, world),
      rawEnergy,
      rawEnergyDelta: { ...rawEnergyDifference(rawEnergyAt(device, beforeAt, world), rawEnergy), deltaTime },
      energy: energyAt(device, reportAt, world),
      energyDelta: energyBetween(device, beforeAt, reportAt, world),
      ts: Math.floor(reportAt / 1000),
      hwSamples: Math.max(1, Math.round(deltaTime)),
    },
    events: captureEvents(device, at),
    metadata: loadMetadata(device, reportAt, world),
    settings: meterSettings(device),
  };
}

/** The newest capture of each kind. spec 2.6 */
export function captureEvents(
  device: DeviceState,
  at: number,
): NonNullable<NonNullable<DeviceData['meter']>['events']> {
  const captured = (type: 'waveform' | 'fastRMS') => {
    const latest = device.waveforms.filter((capture) => capture.type === type && capture.capturedAt <= at).at(-1);
    if (latest === undefined) return undefined;
    const { id, trigger, capturedAt } = latest;
    return { val: { id, triggers: [trigger] }, ts: Math.floor(capturedAt / 1000) };
  };
  const waveformCaptured = captured('waveform');
  const fastRMSCaptured = captured('fastRMS');
  return {
    ...defined({ waveformCaptured, fastRMSCaptured }),
  };
}

/** Whether there was a load behind the breaker at a report. spec 2.6 */
export function loadMetadata(
  device: DeviceState,
  reportAt: number,
  world: World,
): NonNullable<NonNullable<DeviceData['meter']>['metadata']> {
  const { currentA, currentB = 0 } = electricalState(device, reportAt, world);
  const loadPresent = Math.max(currentA, currentB) * 1000 > device.settings.loadPresentThreshold;
  const ts = Math.floor(reportAt / 1000);
  return { loadPresent: { val: loadPresent, ts }, loadState: { val: loadPresent ? 1 : 0, ts } };
}

/** spec 2.6 */
export function meterSettings(device: DeviceState): NonNullable<NonNullable<DeviceData['meter']>['settings']> {
  const ts = onlineTs(device);
  return {
    loadPresentThreshold: { val: device.settings.loadPresentThreshold, ts },
    waveformConfiguration: { val: waveformConfigurationByPhaseName(device.settings.waveformConfiguration), ts },
  };
}

/** What is configured besides the meter. spec 2.6 */
export function settingsData(device: DeviceState): Pick<DeviceData, 'telemetry' | 'bargraph'> {
  const { alignment, alignmentSince, dataReportRate, bargraphMode, bargraphColors } = device.settings;
  const ts = onlineTs(device);
  return {
    telemetry: {
      settings: {
        alignment: { val: alignment, ts: Math.floor(alignmentSince / 1000) },
        dataReportRate: { val: dataReportRate, ts },
      },
    },
    bargraph: {
      settings: {
        mode: { val: bargraphMode, ts },
        ...(bargraphColors === undefined ? {} : { colors: { val: bargraphColors, ts } }),
      },
    },
  };
}
