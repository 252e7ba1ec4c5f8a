import { type Assumption, empty, many, one, operations, type RuleInput, unchanged } from '../operation';
import type { RetryClass } from '../retry';
import {
  batchBodyFitsPath,
  batchEndsAfterStart,
  batchNamesDevices,
  cronIsUnix,
  endAndZoneOnlyWithCron,
  sunBatchEndsAfterStart,
  sunCronIsUnix,
  timerInBatchIsAssumed,
  zoneIsKnown,
} from '../rules';
import {
  batchCommand,
  batchCommandRequest,
  batchDeviceStatus,
  batchTypes,
  sunBatchCommandRequest,
} from '../shapes/batch';

// Without a start time it runs at once, so it is as urgent as the command itself.
function retryOfBatch({ body }: RuleInput): RetryClass {
  return body.startTime === undefined && body.cronSchedule === undefined ? 'batchNow' : 'createOnline';
}

const timerInBatch = [
  {
    what: 'request',
    value: 'secondsUntilReset in the body of a handle command, sent only when it is set',
    sure: 'guess',
    why: 'the body of a handle batch is shown with command and reason alone',
    change: unchanged.warned,
  },
] as const satisfies Assumption[];

const devicesOfLocation = [
  {
    what: 'request',
    value: 'locationId without deviceIds means every device at or below the location',
    sure: 'guess',
    why: 'that a location stands for devices is shown, how far down is not',
    change: 'name the devices (deviceIds) in place of the location',
  },
] as const satisfies Assumption[];

export const batchCommands = operations({
  'batchCommands.create': {
    section: '4.4',
    title: 'Create a batch command (now, at a time, by cron)',
    method: 'POST',
    path: '/deviceBatchCommands',
    token: ['ORG'],
    body: batchCommandRequest,
    answer: one(batchCommand),
    rules: [
      batchNamesDevices,
      cronIsUnix,
      zoneIsKnown,
      endAndZoneOnlyWithCron,
      batchEndsAfterStart,
      batchBodyFitsPath,
      timerInBatchIsAssumed,
    ],
    retry: retryOfBatch,
    assumed: [...timerInBatch, ...devicesOfLocation],
  },
  'batchCommands.createSun': {
    section: '4.4',
    title: 'Create a batch command by sunrise or sunset',
    method: 'POST',
    path: '/deviceSunBatchCommands',
    token: ['ORG'],
    body: sunBatchCommandRequest,
    answer: one(batchCommand),
    rules: [sunCronIsUnix, sunBatchEndsAfterStart, batchBodyFitsPath, timerInBatchIsAssumed],
    retry: 'createOnline',
    assumed: [
      ...timerInBatch,
      ...devicesOfLocation,
      {
        what: 'values',
        value: 'scheduleType sunrise or sunset',
        sure: 'guess',
        why: 'only sunrise is shown',
        change: unchanged.warned,
      },
      {
        what: 'units',
        value: 'offset in minutes, negative = before',
        sure: 'guess',
        why: 'the unit is not shown',
        change: 'the field "Offset is sent in" of the batch-schedule node (minutes or seconds)',
      },
      {
        what: 'request',
        value: 'scheduleType is required, the other sunSchedule fields are optional',
        sure: 'guess',
        why: 'which are required is not shown',
        change: unchanged.warned,
      },
    ],
  },
  'batchCommands.list': {
    section: '4.4',
    title: 'List batch commands',
    method: 'GET',
    path: '/deviceBatchCommands',
    token: ['ORG'],
    filter: {
      combine: 'one',
      fields: {
        locationId: { compare: ['eq'], value: 'text' },
        type: { compare: ['eq'], value: 'text', values: batchTypes },
      },
    },
    answer: many(batchCommand),
    retry: 'read',
  },
  'batchCommands.get': {
    section: '4.4',
    title: 'Get a batch command',
    method: 'GET',
    path: '/deviceBatchCommands/{id}',
    token: ['ORG'],
    answer: one(batchCommand),
    retry: 'read',
  },
  'batchCommands.cancel': {
    section: '4.4',
    title: 'Cancel a batch command',
    method: 'DELETE',
    path: '/deviceBatchCommands/{id}',
    token: ['ORG'],
    answer: empty,
    refusals: [{ status: 400, when: 'cancelling a batch command that is completed or in progress' }],
    retry: 'remove',
  },
  'batchCommands.devices': {
    section: '4.4',
    title: 'Get the status of a batch command per device',
    method: 'GET',
    path: '/deviceBatchCommands/{id}/devices',
    token: ['ORG'],
    answer: many(batchDeviceStatus),
    retry: 'read',
    assumed: [
      {
        what: 'values',
        value: 'queued -> initiated -> succeeded or failed; queued -> updated; initiated -> cancelled',
        sure: 'guess',
        why: 'the transitions are not shown; taken from the meanings',
        change: unchanged.passedOn,
      },
    ],
  },
});
