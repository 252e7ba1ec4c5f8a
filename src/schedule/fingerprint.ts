import { type BatchOrder, type ListedBatch, orderOfListed } from './batch';
import { parseCron } from './cron';
import { cronFieldNames } from './cron-field';

/** A text that is equal for orders of the same command to the same devices at the same times, however written. */
export function fingerprint(order: BatchOrder): string {
  return `${commandAndTimes(order)} ${order.locationId ?? ''} ${devices(order.deviceIds)}`;
}

/**
 * Whether a listed batch was made from such an order. The service lists the devices of a batch for a whole location, so
 * these count only when the order names devices.
 */
export function isBatchOf(order: BatchOrder, listed: ListedBatch): boolean {
  if (order.locationId !== undefined && order.locationId !== listed.locationId) return false;
  if (order.deviceIds !== undefined && devices(order.deviceIds) !== devices(listed.deviceIds)) return false;
  return commandAndTimes(order) === commandAndTimes(orderOfListed(listed));
}

/** The command that a batch sends to its devices. */
export function commandText({ path, body }: Pick<BatchOrder, 'path' | 'body'>): string {
  return `${path} ${canonical(body)}`;
}

function commandAndTimes(order: BatchOrder): string {
  const { sunSchedule: sun } = order;
  const { startTime, endTime, cronSchedule } = sun ?? order;
  const when = {
    start: instant(startTime),
    end: instant(endTime),
    cron: cronSchedule === undefined ? undefined : cronText(cronSchedule),
    ...(sun === undefined
      ? { zone: cronSchedule === undefined ? undefined : (order.timeZone ?? 'UTC') }
      : { sun: sun.scheduleType, offset: sun.offset ?? 0 }),
  };
  return `${commandText(order)} ${canonical(when)}`;
}

function instant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

/** A cron with numbers only: MON-FRI becomes 1,2,3,4,5 and 7 becomes 0. */
function cronText(text: string): string {
  const cron = parseCron(text);
  if (!cron.ok) return text;
  const { fields, dayRule } = cron.value;
  const times = fields.minute.wildcard || fields.hour.wildcard ? 'wall' : 'fixed';
  return [...cronFieldNames.map((name) => fields[name].values.join(',')), dayRule, times].join(' ');
}

function devices(ids: readonly string[] | undefined): string {
  return [...new Set(ids)].sort().join(',');
}

/** JSON with the names of each object in order, so that equal values have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
