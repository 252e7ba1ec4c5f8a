import { type BatchOrder, type ListedBatch, orderOfListed } from './batch';
import { parseCron } from './cron';
import { cronFieldNames } from './cron-field';
import { isTimeZone } from './zone';

/** A text that is equal for orders of the same command to the same devices at the same times, however written. */
export function fingerprint(order: BatchOrder): string {
  return `${commandAndTimes(order)} ${plain(order.locationId ?? '')} ${devices(order.deviceIds)}`;
}

/** Whether a print, which an earlier version may have stored, is that of the same order. */
export function isSamePrint(stored: string | undefined, print: string): boolean {
  return stored !== undefined && (stored === print || plain(stored) === print);
}

/**
 * Whether a listed batch was made from such an order. The service lists the devices of a batch for a whole location, so
 * these count only when the order names devices.
 */
export function isBatchOf(order: BatchOrder, listed: ListedBatch): boolean {
  const { locationId, deviceIds = [] } = order;
  if (locationId !== undefined && plain(locationId) !== plain(listed.locationId ?? '')) return false;
  if (deviceIds.length > 0 && devices(deviceIds) !== devices(listed.deviceIds)) return false;
  return commandAndTimes(order) === commandAndTimes(orderOfListed(listed));
}

export function isSameDevice(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

/** The command that a batch sends to its devices. */
export function commandText({ path, body }: Pick<BatchOrder, 'path' | 'body'>): string {
  return plain(`${path} ${canonical(body)}`);
}

function commandAndTimes(order: BatchOrder): string {
  const { sunSchedule: sun } = order;
  const { startTime, endTime, cronSchedule } = sun ?? order;
  const when = {
    start: instant(startTime),
    end: instant(endTime),
    cron: cronSchedule === undefined ? undefined : cronText(cronSchedule),
    ...(sun === undefined
      ? { zone: cronSchedule === undefined ? undefined : zoneText(order.timeZone) }
      : { sun: sun.scheduleType, offset: sun.offset ?? 0 }),
  };
  return `${commandText(order)} ${plain(canonical(when))}`;
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

/** `Etc/UTC` and `UTC` are one zone. */
function zoneText(name = 'UTC'): string {
  return isTimeZone(name) ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone : name;
}

function devices(ids: readonly string[] = []): string {
  return [...new Set(ids.map(plain))].sort().join(',');
}

/** JSON with the names of each object in order and without nulls, so that equal values have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, field]) => field !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  );
}

const literal = /"(?:[^"\\]|\\.)*"/g;
const numeric = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/**
 * An id, or JSON, without what a service may write differently: letters, separators within known words, numbers and booleans
 * as text.
 */
function plain(text: string): string {
  return text.toLowerCase().replace(literal, (quoted) => {
    const inner = quoted.slice(1, -1);
    if (numeric.test(inner)) return String(Number(inner));
    if (inner === 'true' || inner === 'false') return inner;
    return `"${inner.replaceAll(/[-_\s]+/g, ' ')}"`;
  });
}
