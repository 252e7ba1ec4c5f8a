import { createProtection } from '../../src/control';
import { defined } from '../../src/object';
import type { Account } from '../../src/runtime';
import type { FormSite } from './settings-of-form';

interface Asked {
  /** The id of the node. */
  readonly by: string;
  /** Empty: the total comes from elsewhere. */
  readonly location: string;
  readonly signal: AbortSignal;
}

/** What the account tells of its devices now. */
export async function readFormSite(account: Account, { by, location, signal }: Asked): Promise<FormSite> {
  const directory = await account.directory();
  const [devices, below] = await Promise.all([
    directory.devices(signal),
    location === '' ? [] : directory.devicesBelow(location, signal),
  ]);
  const protection = createProtection(account.safety);
  return {
    by,
    circuits: account.circuits.now(),
    devices: devices.map(({ id, hardwareType, loadDetails }) => ({
      id,
      ...defined({ hardwareType, loadType: loadDetails?.type }),
      isProtected: protection.reasonById(id) !== undefined || protection.reasonByLoad(loadDetails?.type) !== undefined,
    })),
    below: below.map(({ id }) => id),
    isUnarmed: !account.safety.armed,
  };
}
