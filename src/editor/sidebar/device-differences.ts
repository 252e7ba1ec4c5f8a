import type { Nameplate, Nameplates, SiteDevice } from '../../admin-api';

/** What a person should know before one device takes the place of another. `undefined`: not known. */
export type DeviceDifference =
  | { readonly of: 'rated' | 'rowRated' | 'poles'; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly of: 'load' | 'location'; readonly from: string | undefined; readonly to: string | undefined };

type Placed = Pick<SiteDevice, 'locationId'>;

/** Where the devices differ; of a device that is gone only the row tells the rating. */
export function deviceDifferences(
  plates: Nameplates,
  devices: { readonly old: Placed | undefined; readonly next: Placed },
  rowRatedA: number | undefined,
): DeviceDifference[] {
  const { old, next } = plates;
  const isGone = devices.old === undefined;
  const found: DeviceDifference[] = [];
  for (const of of ['rated', 'poles'] as const) {
    const [from, to] = of === 'rated' ? [old.ratedA, next.ratedA] : [old.poles, next.poles];
    // What is not known is never the same.
    if (from !== to || to === undefined) found.push({ of, from, to });
  }
  if (rowRatedA !== undefined && rowRatedA !== next.ratedA && rowRatedA !== old.ratedA)
    found.push({ of: 'rowRated', from: rowRatedA, to: next.ratedA });
  if (loadOf(old) !== loadOf(next) && !(isGone && old.loadType === undefined))
    found.push({ of: 'load', from: old.loadType, to: next.loadType });
  if (devices.old !== undefined && devices.old.locationId !== devices.next.locationId)
    found.push({ of: 'location', from: devices.old.locationId, to: devices.next.locationId });
  return found;
}

/**
 * Who has locked the circuit where the new device is not locked: a lock stays with its device, and that person works at what
 * flows could close from then on.
 */
export function lockLeftBehind({ old, next }: Nameplates): string | undefined {
  return next.locked === undefined ? old.locked?.by : undefined;
}

const loadOf = ({ loadType = '' }: Nameplate) => loadType.toLowerCase();
