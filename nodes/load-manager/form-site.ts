import { createProtection } from '../../src/control';
import { defined } from '../../src/object';
import type { Account } from '../../src/runtime';
import type { OtherManager } from './other-managers';
import type { FormSite } from './settings-of-form';

interface Asked {
  /** The id of the node. */
  readonly by: string;
  readonly locations: readonly string[];
  /** Asked when the devices are known: by then all nodes of a deploy are. */
  readonly others: () => readonly OtherManager[];
  readonly signal: AbortSignal;
}

/** What the account tells of its devices now. */
export async function readFormSite(account: Account, { by, locations, others, signal }: Asked): Promise<FormSite> {
  const directory = await account.directory();
  const [devices, inside] = await Promise.all([
    directory.devices(signal),
    Promise.all(
      locations.map(async (location): Promise<[string, string[]]> => {
        const inside = await directory.devicesBelow(location, signal);
        return [location, inside.map(({ id }) => id)];
      }),
    ),
  ]);
  const below = new Map(inside);
  const protection = createProtection(account.safety);
  return {
    by,
    circuits: account.circuits.now(),
    devices: devices.map(({ id, hardwareType, loadDetails }) => ({
      id,
      ...defined({ hardwareType, loadType: loadDetails?.type }),
      isProtected: protection.reasonById(id) !== undefined || protection.reasonByLoad(loadDetails?.type) !== undefined,
    })),
    below: (location) => below.get(location) ?? [],
    others: others(),
    isUnarmed: !account.safety.armed,
  };
}
