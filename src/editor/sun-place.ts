import type { SiteLocation } from '../admin-api';

/** The nearest location, from `id` upwards, whose sun the service knows; undefined if there is none. */
export function sunPlaceOf(locations: readonly SiteLocation[], id: string | undefined): SiteLocation | undefined {
  const byId = new Map(locations.map((location) => [location.id, location]));
  const seen = new Set<string>();
  for (let at = byId.get(id ?? ''); at !== undefined && !seen.has(at.id); at = byId.get(at.parentId ?? '')) {
    if (at.hasSun) return at;
    seen.add(at.id);
  }
  return undefined;
}

/** The one place whose sun all these locations have; undefined if they have several, or one has none. */
export function commonSunPlace(
  locations: readonly SiteLocation[],
  ids: readonly (string | undefined)[],
): SiteLocation | undefined {
  const places = ids.map((id) => sunPlaceOf(locations, id));
  const [first] = places;
  return places.every((place) => place?.id === first?.id) ? first : undefined;
}
