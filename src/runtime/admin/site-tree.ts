import { createHash } from 'node:crypto';
import type { SiteTree } from '../../admin-api';
import { defined } from '../../object';
import type { Account, Texts } from '..';
import { type ReadablePart, readablePart, unreadSentences } from './readable-part';
import { siteDevice } from './site-device';

/** The most devices that the sidebar gets; `total` counts all. */
const maxListed = 20_000;

/**
 * One read of all locations and one of all devices, shared with the pickers. An organization that cannot be read is left out
 * and told of; without `texts` it is an error.
 */
export async function readTree(account: Account, texts?: Texts): Promise<SiteTree> {
  const circuits = account.circuits.now();
  const { devices, locations, unread } = texts === undefined ? await readWhole(account) : await readablePart(account);
  const tree = {
    locations: locations.map(({ id, name, parentLocationId, locationType }) => ({
      id,
      name: name ?? id,
      ...defined({ parentId: parentLocationId, type: locationType }),
    })),
    devices: devices.slice(0, maxListed).map((device) => siteDevice(device, circuits)),
    total: devices.length,
  };
  // The sentences differ by language, and the version does not.
  const read = JSON.stringify([tree, unread.map(({ organization }) => organization.key)]);
  return {
    ...tree,
    version: createHash('sha256').update(read).digest('base64url').slice(0, 16),
    ...(texts === undefined ? {} : await unreadSentences(account, unread, texts)),
  };
}

async function readWhole(account: Account): Promise<ReadablePart> {
  const directory = await account.directory();
  const [devices, locations] = await Promise.all([directory.devices(), directory.locations()]);
  return { devices, locations, unread: [] };
}
