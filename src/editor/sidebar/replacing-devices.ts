import type { SiteDevice, SiteTree } from '../../admin-api';
import { type Circuit, idKey } from '../../directory';

/** A device that is to be replaced; without `hardwareType` where the service does not list it any more. */
export type ReplacedDevice = Pick<SiteDevice, 'id' | 'serialNumber' | 'hardwareType' | 'locationId' | 'load'> & {
  /** Given by a person; empty where nobody has. */
  readonly name: string;
};

export interface Candidates {
  /** May take the place. */
  readonly free: readonly SiteDevice[];
  /** Were searched for, and have names of their own. */
  readonly named: readonly Circuit[];
}

/**
 * The devices that may take the place of one: of its kind, and without a name in the directory as it stands in the editor.
 * Each word of `search` stands in serial number, id, load or a location above; what is found and has a name is told of.
 */
export function replacingDevices(
  { devices, locations }: Pick<SiteTree, 'devices' | 'locations'>,
  circuits: readonly Circuit[],
  old: ReplacedDevice,
  search: string,
): Candidates {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = new Map(circuits.map((row) => [idKey(row.deviceId), row]));
  const places = new Map(locations.map((location) => [location.id, location]));
  function placeOf(locationId: string | undefined): string {
    const names: string[] = [];
    const seen = new Set<string>();
    for (
      let at = places.get(locationId ?? '');
      at !== undefined && !seen.has(at.id);
      at = places.get(at.parentId ?? '')
    ) {
      seen.add(at.id);
      names.push(at.name);
    }
    return names.join(' ');
  }
  const found = devices.filter(({ id, serialNumber, load, locationId, hardwareType }) => {
    if (idKey(id) === idKey(old.id)) return false;
    if (old.hardwareType !== undefined && hardwareType !== old.hardwareType) return false;
    const text = [id, serialNumber, load, rows.get(idKey(id))?.name, placeOf(locationId)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const nameOf = ({ id }: SiteDevice) => rows.get(idKey(id))?.name ?? '';
  return {
    free: found.filter((device) => nameOf(device) === ''),
    named:
      words.length === 0
        ? []
        : found.flatMap((device) => (nameOf(device) === '' ? [] : (rows.get(idKey(device.id)) ?? []))),
  };
}
