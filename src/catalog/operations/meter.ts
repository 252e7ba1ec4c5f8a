import { optional, record } from '../../schema';
import { limits } from '../limits';
import { deviceCriterion, one, operations, pathSetting, results } from '../operation';
import { historyRange } from '../rules';
import { deviceData } from '../shapes/device-data';
import { historicalTelemetry, latestTelemetry, meterReading } from '../shapes/meter';
import { instant } from '../shapes/values';

export const meter = operations({
  'meter.reading': {
    section: '4.3',
    title: 'Read the meter now',
    method: 'GET',
    path: '/devices/{deviceId}/data/telemetry/meter/reading',
    token: ['APP', 'ORG'],
    answer: one(meterReading),
    reachesDevice: true,
    retry: 'read',
    assumed: [
      {
        what: 'units',
        value: 'as they come, never rescaled',
        sure: 'guess',
        why: 'whether they agree with the device data is not confirmed',
        change: 'an option of the node says which unit it takes the values to be in',
      },
    ],
  },
  'meter.history': {
    section: '4.3',
    title: 'Read the meter history',
    method: 'GET',
    path: '/devices/{deviceId}/data/telemetry/meter',
    token: ['ORG'],
    query: record({
      startTime: instant('first instant, UTC'),
      endTime: optional(instant('last instant; at most 6 months after startTime')),
    }),
    paging: { limitMax: limits.pagingMax, required: true },
    answer: results(historicalTelemetry),
    rules: [historyRange],
    retry: 'read',
    assumed: [
      {
        what: 'path',
        value: '/devices/{deviceId}/data/telemetry/meter',
        sure: 'guess',
        why: 'the path is not shown; taken from the sibling operations',
        settings: pathSetting,
      },
      {
        what: 'bounds',
        value: 'at most 6 months in one request',
        sure: 'guess',
        why: '6 months are the default maximum: another can have been agreed',
        change: 'nothing to change: more is a warning, and is sent; meter-read splits a longer time',
      },
    ],
  },
  'meter.latest': {
    section: '4.3',
    title: 'Get the latest meter telemetry',
    method: 'GET',
    path: '/devices/{deviceId}/data/telemetry/meter/latest',
    token: ['ORG'],
    answer: one(latestTelemetry),
    retry: 'read',
    assumed: [
      {
        what: 'path',
        value: '/devices/{deviceId}/data/telemetry/meter/latest',
        sure: 'seen',
        why: 'the path is not shown',
        settings: pathSetting,
      },
    ],
  },
  'deviceData.get': {
    section: '4.3',
    title: 'Get the latest data of a device',
    method: 'GET',
    path: '/deviceData',
    token: ['ORG'],
    filter: {
      combine: 'one',
      required: true,
      fields: { deviceId: { ...deviceCriterion, required: true } },
    },
    answer: one(deviceData),
    retry: 'read',
    assumed: [
      {
        what: 'units',
        value: 'as they come, never rescaled',
        sure: 'guess',
        why: 'whether they agree with the meter reading is not confirmed',
        change: 'an option of the node says which unit it takes the values to be in',
      },
    ],
  },
});
