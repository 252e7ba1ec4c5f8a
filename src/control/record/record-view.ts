import { type CommandEntry, devicesOf } from './command-entry';
import { serviceKey } from './service-device';

/** The most entries in memory. */
export const maxEntries = 2_000;

/** Which entries to return; an absent field does not limit them. */
export interface RecordFilter {
  readonly service?: string;
  readonly deviceId?: string;
  readonly nodeId?: string;
  readonly sinceMs?: number;
  /** Only commands that were sent. */
  readonly sentOnly?: boolean;
  readonly limit?: number;
}

/** The entries that match the filter, the newest first. */
export function entriesFor(entries: readonly CommandEntry[], filter: RecordFilter): CommandEntry[] {
  const { service, deviceId, nodeId, sinceMs, sentOnly = false, limit = maxEntries } = filter;
  const wantedService = service === undefined ? undefined : serviceKey(service);
  const wantedDevice = deviceId?.toLowerCase();
  const matches = (entry: CommandEntry): boolean =>
    (wantedService === undefined || entry.service === wantedService) &&
    (wantedDevice === undefined || devicesOf(entry).some((id) => id.toLowerCase() === wantedDevice)) &&
    (nodeId === undefined || entry.askedBy.nodeId === nodeId) &&
    (sinceMs === undefined || entry.askedAt >= sinceMs) &&
    (!sentOnly || entry.sentAt !== undefined);
  return entries.filter(matches).slice(-limit).reverse();
}
