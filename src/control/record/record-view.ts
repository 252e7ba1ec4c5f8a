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
  /** Only those that stand before the one with this sequence, for the next page of a list. */
  readonly before?: number;
  /** A further condition. */
  readonly fits?: (entry: CommandEntry) => boolean;
  readonly limit?: number;
}

/** The entries that match the filter, the newest first. */
export function entriesFor(entries: readonly CommandEntry[], filter: RecordFilter): CommandEntry[] {
  const { service, deviceId, nodeId, sinceMs, sentOnly = false, before, limit = maxEntries } = filter;
  const wantedService = service === undefined ? undefined : serviceKey(service);
  const wantedDevice = deviceId?.toLowerCase();
  const matches = (entry: CommandEntry): boolean =>
    (wantedService === undefined || entry.service === wantedService) &&
    (wantedDevice === undefined || devicesOf(entry).some((id) => id.toLowerCase() === wantedDevice)) &&
    (nodeId === undefined || entry.askedBy.nodeId === nodeId) &&
    (sinceMs === undefined || entry.askedAt >= sinceMs) &&
    (!sentOnly || entry.sentAt !== undefined) &&
    (filter.fits?.(entry) ?? true);
  return olderThan(entries, before).filter(matches).slice(-limit).reverse();
}

/** By position, because a command that waited is recorded after younger ones; by number once it has been dropped. */
function olderThan(entries: readonly CommandEntry[], sequence: number | undefined): readonly CommandEntry[] {
  if (sequence === undefined) return entries;
  const at = entries.findIndex((entry) => entry.sequence === sequence);
  return at < 0 ? entries.filter((entry) => entry.sequence < sequence) : entries.slice(0, at);
}
