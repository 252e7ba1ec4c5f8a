import { always, anything, assumed, integer, known, list, oneOf, optional, record, text, view } from '../../schema';
import { deviceIdentifier, identifier, instant, instantRead } from './values';

export const batchTypes = ['deviceBatchCommand', 'deviceSunBatchCommand'] as const;
export const batchStatuses = ['queued', 'initiated', 'succeeded', 'failed', 'updated', 'cancelled'] as const;
export const sunScheduleTypes = ['sunrise', 'sunset'] as const;

/** The commands that can be sent as a batch. spec 4.4 */
export const batchPaths = [
  '/meter/settings/waveformConfiguration',
  '/bargraph/settings/mode',
  '/bargraph/settings/colors',
  '/meter/settings/loadPresentThreshold',
  '/telemetry/settings/alignment',
  '/breaker/remoteHandle/position',
] as const;

const cron = text({ about: 'Unix cron: minute, hour, day of month, month, day of week' });
const command = {
  path: oneOf(batchPaths, { about: 'which setting or command' }),
  body: { ...anything({ about: 'the payload of the command at path' }), presence: 'required' as const },
};

/** spec 4.4 */
export const batchCommandRequest = record({
  locationId: optional(identifier('every device at or below this location')),
  deviceIds: optional(list(deviceIdentifier('device'), { min: 1 })),
  startTime: optional(instant('absent: run immediately')),
  endTime: optional(instant('only with cronSchedule; 100 years from now by default')),
  cronSchedule: optional(cron),
  timeZone: optional(text({ about: 'IANA time zone of cronSchedule; UTC by default' })),
  ...command,
});

/** spec 2.8 */
export const sunSchedule = assumed(
  record({
    scheduleType: assumed(oneOf(sunScheduleTypes), 'enum'),
    startTime: optional(instant('first day')),
    endTime: optional(instant('last day')),
    cronSchedule: optional(cron),
    offset: optional(integer({ unit: 'min', about: 'negative: before' })),
  }),
  'required',
);

/** spec 4.4 */
export const sunBatchCommandRequest = record({
  locationId: identifier('a location of type address with coordinates'),
  deviceIds: optional(list(deviceIdentifier('device'))),
  sunSchedule,
  ...command,
});

/** spec 2.8 */
export const batchCommand = view({
  id: always(text()),
  locationId: text(),
  organizationId: text(),
  type: known(batchTypes),
  deviceIds: list(text()),
  clockSchedule: view({ startTime: instantRead, endTime: instantRead, cronSchedule: text(), timeZone: text() }),
  sunSchedule: view({
    scheduleType: known(sunScheduleTypes),
    startTime: instantRead,
    endTime: instantRead,
    cronSchedule: text(),
    offset: integer(),
  }),
  createdAt: instantRead,
  path: known(batchPaths),
  body: anything(),
});

/** spec 2.8 */
export const batchDeviceStatus = view({
  deviceId: always(text()),
  batchCommandId: text(),
  status: known(batchStatuses),
  timestamp: instantRead,
  startTime: instantRead,
  endTime: instantRead,
  scheduleType: known(batchTypes),
  cronSchedule: text(),
});
