import { empty, methodSetting, one, operations, unchanged } from '../operation';
import {
  alignment,
  bargraphColors,
  bargraphColorsRead,
  bargraphMode,
  bargraphModeRead,
  dataReportRate,
  loadPresentThreshold,
  loadPresentThresholdRead,
} from '../shapes/device';
import { waveformConfiguration, waveformConfigurationRead } from '../shapes/waveform';

const shared = { section: '4.3', token: ['ORG'], reachesDevice: true } as const;
const set = { ...shared, method: 'PUT', answer: empty, retry: 'setting' } as const;
const get = { ...shared, method: 'GET', retry: 'read' } as const;

/** Settings of a device: written whole, read whole. spec 4.3 */
export const settings = operations({
  'waveformConfiguration.set': {
    ...set,
    title: 'Set the waveform thresholds',
    path: '/devices/{deviceId}/meter/settings/waveformConfiguration',
    body: waveformConfiguration,
    assumed: [
      {
        what: 'method',
        value: 'PUT',
        sure: 'guess',
        why: 'the method is not shown; every sibling setting is PUT',
        settings: methodSetting,
      },
    ],
  },
  'waveformConfiguration.get': {
    ...get,
    title: 'Get the waveform thresholds',
    path: '/devices/{deviceId}/meter/settings/waveformConfiguration',
    answer: one(waveformConfigurationRead),
  },
  'loadPresentThreshold.set': {
    ...set,
    title: 'Set the load present threshold',
    path: '/devices/{deviceId}/meter/settings/loadPresentThreshold',
    body: loadPresentThreshold,
  },
  'loadPresentThreshold.get': {
    ...get,
    title: 'Get the load present threshold',
    path: '/devices/{deviceId}/meter/settings/loadPresentThreshold',
    answer: one(loadPresentThresholdRead),
  },
  'telemetryAlignment.set': {
    ...set,
    title: 'Set the telemetry alignment',
    path: '/devices/{deviceId}/telemetry/settings/alignment',
    body: alignment,
  },
  'dataReportRate.set': {
    ...set,
    title: 'Set the data report rate',
    path: '/devices/{deviceId}/telemetry/settings/dataReportRate',
    body: dataReportRate,
    assumed: [
      {
        what: 'request',
        value: '{ "dataReportRate": number }',
        sure: 'guess',
        why: 'the body is not shown; the name is that of the device data',
        settings: [{ part: 'names', field: 'dataReportRate' }],
      },
      {
        what: 'units',
        value: 'seconds',
        sure: 'guess',
        why: 'the body is not shown; the unit is that of the device data',
        settings: [{ part: 'factors', field: 'dataReportRate' }],
      },
      {
        what: 'answer',
        value: 'empty',
        sure: 'guess',
        why: 'the answer is not shown',
        change: unchanged.passedOn,
      },
    ],
  },
  'bargraphMode.set': {
    ...set,
    title: 'Set the bargraph mode',
    path: '/devices/{deviceId}/bargraph/settings/mode',
    body: bargraphMode,
  },
  'bargraphMode.get': {
    ...get,
    title: 'Get the bargraph mode',
    path: '/devices/{deviceId}/bargraph/settings/mode',
    answer: one(bargraphModeRead),
  },
  'bargraphColors.set': {
    ...set,
    title: 'Set the bargraph colors',
    path: '/devices/{deviceId}/bargraph/settings/colors',
    body: bargraphColors,
  },
  'bargraphColors.get': {
    ...get,
    title: 'Get the bargraph colors',
    path: '/devices/{deviceId}/bargraph/settings/colors',
    answer: one(bargraphColorsRead),
  },
});
