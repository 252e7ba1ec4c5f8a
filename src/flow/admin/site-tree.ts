import { createHash } from 'node:crypto';
import type { Account } from '../accounts/account';

/** The most devices that the sidebar gets; what is more is said. */
const listedMax = 20_000;

/** Every location and device of an account, for the sidebar's tree. */
export interface SiteTree {
  readonly locations: readonly TreeLocation[];
  readonly devices: readonly TreeDevice[];
  /** How many devices there are, listed or not. */
  readonly total: number;
  /** Changes when anything in it does. */
  readonly version: string;
}

export interface TreeLocation {
  readonly id: string;
  readonly name: string;
  readonly parentId?: string;
}

export interface TreeDevice {
  readonly id: string;
  readonly locationId?: string;
  readonly hardwareType?: string;
  readonly serialNumber?: string;
  readonly load?: string;
}

/** One read of all locations and one of all devices, shared with the pickers. */
export async function readTree(account: Account): Promise<SiteTree> {
  const directory = await account.directory();
  const [devices, locations] = await Promise.all([directory.devices(), directory.locations()]);
  const tree = {
    locations: locations.map(({ id, name, parentLocationId }) => ({
      id,
      name: name ?? id,
      ...(parentLocationId === undefined ? {} : { parentId: parentLocationId }),
    })),
    devices: devices.slice(0, listedMax).map(({ id, locationId, hardwareType, serialNumber, loadDetails }) => {
      const load = [loadDetails?.type, loadDetails?.manufacturerName, loadDetails?.modelName].filter(Boolean).join(' ');
      return {
        id,
        ...(locationId === undefined ? {} : { locationId }),
        ...(hardwareType === undefined ? {} : { hardwareType }),
        ...(serialNumber === undefined ? {} : { serialNumber }),
        ...(load === '' ? {} : { load }),
      };
    }),
    total: devices.length,
  };
  return { ...tree, version: createHash('sha256').update(JSON.stringify(tree)).digest('base64url').slice(0, 16) };
}
