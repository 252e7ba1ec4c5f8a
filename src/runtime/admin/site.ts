import { type Site, siteSearch } from '../../admin-api';
import { knownLoadTypes } from '../../catalog';
import { coordinatesOf } from '../../control';
import { mayBe } from '../../directory';
import { defined } from '../../object';
import type { Account, DeviceEntry, Texts } from '..';
import { readablePart, unreadSentences } from './readable-part';
import { siteDevice } from './site-device';

/** The most devices that a picker gets at once: with fewer it searches by itself. */
const maxListed = 3_000;

/** The devices of a hardware that are searched for, see {@link siteSearch}, and all locations. */
export async function readSite(
  account: Account,
  search: string,
  hardware: string,
  texts: Texts,
  signal?: AbortSignal,
): Promise<Site> {
  const { devices, locations: entries, unread } = await readablePart(account, signal);
  const circuits = account.circuits.now();
  const locations = entries.map((location) => ({
    id: location.id,
    name: location.name ?? location.id,
    ...defined({ parentId: location.parentLocationId, type: location.locationType }),
    ...(coordinatesOf(location) === undefined ? {} : { hasSun: true as const }),
  }));
  const fitting = devices
    .filter(({ hardwareType }) => hardware === '' || mayBe(hardware, hardwareType))
    .map((device) => siteDevice(device, circuits));
  const matching = siteSearch({ locations, devices: fitting })(search);
  return {
    locations,
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
