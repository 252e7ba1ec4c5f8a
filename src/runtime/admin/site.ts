import type { Site } from '../../admin-api';
import { knownLoadTypes } from '../../catalog';
import { coordinatesOf } from '../../control';
import { mayBe } from '../../directory';
import { defined } from '../../object';
import { type Account, type DeviceEntry, locationPaths, type Texts } from '..';
import { readablePart, unreadSentences } from './readable-part';
import { siteDevice } from './site-device';

/** The most devices that a picker gets at once; a search narrows them down. */
const maxListed = 300;

/**
 * The devices whose name, load, serial number, id, location or a location above it contains every word of `search`, which may
 * be a path as it is shown (`Site / Panel / Circuit`).
 */
export async function readSite(
  account: Account,
  search: string,
  hardware: string,
  texts: Texts,
  signal?: AbortSignal,
): Promise<Site> {
  const { devices, locations, unread } = await readablePart(account, signal);
  const circuits = account.circuits.now();
  const pathOf = locationPaths(locations);
  const words = search
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((word) => word !== '');
  const matching = devices
    .filter(({ hardwareType }) => hardware === '' || mayBe(hardware, hardwareType))
    .map((device) => siteDevice(device, circuits))
    .filter(({ id, name, load, serialNumber, locationId }) => {
      const text = [id, name, load, serialNumber, pathOf(locationId ?? '')].join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    });
  return {
    locations: locations.map((location) => ({
      id: location.id,
      name: location.name ?? location.id,
      ...defined({ parentId: location.parentLocationId, type: location.locationType }),
      ...(coordinatesOf(location) === undefined ? {} : { hasSun: true as const }),
    })),
    devices: matching.slice(0, maxListed),
    matching: matching.length,
    loadTypes: loadTypesOf(devices),
    ...(await unreadSentences(account, unread, texts)),
  };
}

function loadTypesOf(devices: readonly DeviceEntry[]): Site['loadTypes'] {
  const counts = new Map<string, number>(knownLoadTypes.map((type) => [type, 0]));
  for (const { loadDetails } of devices) {
    const { type = '' } = loadDetails ?? {};
    if (type !== '') counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].map(([type, count]) => ({ type, devices: count }));
}
