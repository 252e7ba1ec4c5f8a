import type { Site, SiteDevice } from './site';

/**
 * Finds devices as a person searches them: those whose name, load, serial number, id, location or a location above it contain
 * every word, which may be a path as it is shown (`Site / Panel / Circuit`). Reads the lists once for all searches.
 */
export function siteSearch<D extends SiteDevice>({
  devices,
  locations,
}: Pick<Site, 'locations'> & { readonly devices: readonly D[] }): (search: string) => readonly D[] {
  const byId = new Map(locations.map((location) => [location.id, location]));
  const paths = new Map<string, string>();
  function pathOf(id: string): string {
    const known = paths.get(id);
    if (known !== undefined) return known;
    const { name = '', parentId = '' } = byId.get(id) ?? {};
    // Before it is known: a circle of locations ends here.
    paths.set(id, name);
    const path = parentId === '' ? name : `${pathOf(parentId)} ${name}`;
    paths.set(id, path);
    return path;
  }
  const texts = devices.map(({ id, name, load, serialNumber, locationId = '' }) =>
    [id, name, load, serialNumber, pathOf(locationId)].join(' ').toLowerCase(),
  );
  return (search) => {
    const words = search
      .toLowerCase()
      .split(/[\s/]+/)
      .filter((word) => word !== '');
    return words.length === 0
      ? devices
      : devices.filter((_, index) => words.every((word) => texts[index]?.includes(word)));
  };
}
