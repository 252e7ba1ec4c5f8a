import type { SiteTree } from './site';

/**
 * The id of the lowest location that all devices are at or below, such as the house. Undefined where a device has none, and
 * where it is a region or the like, whose houses have a limit each.
 */
export function wholeLocation({ locations, devices, total }: SiteTree): string | undefined {
  if (devices.length === 0 || devices.length < total) return undefined;
  const known = new Map(locations.map((location) => [location.id, location]));
  /** From the location up. */
  function upFrom(id: string | undefined): string[] {
    const path = new Set<string>();
    for (let at = id; at !== undefined && known.has(at) && !path.has(at); at = known.get(at)?.parentId) path.add(at);
    return [...path];
  }
  const [first = [], ...others] = [...new Set(devices.map(({ locationId }) => locationId))].map(upFrom);
  const whole = first.find((id) => others.every((path) => path.includes(id)));
  const type = whole === undefined ? undefined : known.get(whole)?.type;
  return type === 'address' || type === 'equipment' ? whole : undefined;
}
