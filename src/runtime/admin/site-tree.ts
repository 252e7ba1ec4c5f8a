import { createHash } from 'node:crypto';
import type { SiteTree } from '../../admin-api';
import { defined } from '../../object';
import type { Account } from '..';
import { siteDevice } from './site-device';

/** The most devices that the sidebar gets; `total` counts all. */
const maxListed = 20_000;

/** One read of all locations and one of all devices, shared with the pickers. */
export async function readTree(account: Account): Promise<SiteTree> {
  const directory = await account.directory();
  const circuits = account.circuits.now();
  const [devices, locations] = await Promise.all([directory.devices(), directory.locations()]);
  const tree = {
    locations: locations.map(({ id, name, parentLocationId, locationType }) => ({
      id,
      name: name ?? id,
      ...defined({ parentId: parentLocationId, type: locationType }),
    })),
    devices: devices.slice(0, maxListed).map((device) => siteDevice(device, circuits)),
    total: devices.length,
  };
  return { ...tree, version: createHash('sha256').update(JSON.stringify(tree)).digest('base64url').slice(0, 16) };
}
