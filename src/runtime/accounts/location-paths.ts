import type { LocationEntry } from './directory';

/** The names of a location and of those above it, such as `Homes / Maple Street 12 / Panel`. */
export function locationPaths(locations: readonly LocationEntry[]): (locationId: string) => string | undefined {
  const byId = new Map(locations.map((location) => [location.id, location]));
  return (locationId) => {
    const names: string[] = [];
    const seen = new Set<string>();
    for (
      let location = byId.get(locationId);
      location !== undefined && !seen.has(location.id);
      location = byId.get(location.parentLocationId ?? '')
    ) {
      seen.add(location.id);
      names.unshift(location.name ?? location.id);
    }
    return names.length === 0 ? undefined : names.join(' / ');
  };
}
