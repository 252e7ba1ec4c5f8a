import { limits } from '../../catalog';
import { findDevice } from '../find';
import type { HandlerContext, HandlersOf } from '../handler';
import { requireOnline } from '../operate-handle';
import { deviceDataOf, historyPage, latestTelemetry, meterReading } from '../physics';
import type { DeviceState, Instant } from '../state';
import { fieldRefusal } from './field-refusal';

/** An offline device has sent nothing since it went offline. */
function lastHeardAt({ clock }: HandlerContext, { offlineSince }: DeviceState): Instant {
  return Math.min(clock.now(), offlineSince ?? Number.POSITIVE_INFINITY);
}

/** spec 4.3, 8 */
function requireRange(from: Instant, to: Instant): void {
  if (to <= from) throw fieldRefusal('endTime', 'must be after startTime');
  const latest = new Date(from);
  latest.setUTCMonth(latest.getUTCMonth() + limits.historyRangeMonths);
  if (to > latest.getTime())
    throw fieldRefusal('endTime', `must be within ${limits.historyRangeMonths} months of startTime`);
}

/** spec 4.3 */
export const meter: HandlersOf<'meter'> & HandlersOf<'deviceData'> = {
  'meter.reading': ({ path }, context) => {
    const device = findDevice(context, path.deviceId);
    requireOnline(device);
    return meterReading(device, context.clock.now(), context.state);
  },

  'meter.history': ({ path, query, page }, context) => {
    const device = findDevice(context, path.deviceId);
    const from = Date.parse(query.startTime);
    const to = query.endTime === undefined ? context.clock.now() : Date.parse(query.endTime);
    if (query.endTime !== undefined || to > from) requireRange(from, to);
    const heard = Math.min(to, lastHeardAt(context, device));
    const { items, totalCount } = historyPage(device, { from, to: heard, ...page }, context.state);
    return { deviceId: device.id, results: items, totalCount };
  },

  'meter.latest': ({ path }, context) => {
    const device = findDevice(context, path.deviceId);
    return latestTelemetry(device, lastHeardAt(context, device), context.state);
  },

  'deviceData.get': ({ filter }, context) => {
    const device = findDevice(context, String(filter[0]?.value));
    return deviceDataOf(device, lastHeardAt(context, device), context.state);
  },
};
