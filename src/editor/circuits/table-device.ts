import type { SiteDevice, SiteTree } from '../../admin-api';
import { defaultName } from '../../directory';

/** A device as tables and lists show it, with the name of its location. */
export interface TableDevice extends SiteDevice {
  readonly location?: string;
}

/**
 * What a device is called while nobody has named it; its id where the service tells nothing of it. Unlike `deviceName` it
 * has the location and the serial number in it, because the lists that show it have no other place for them.
 */
export function deviceText({ id, load, hardwareType, location, serialNumber }: TableDevice): string {
  return (
    defaultName({ load: load ?? hardwareType ?? '', location: location ?? '', serialNumber: serialNumber ?? '' }) || id
  );
}

export function placedDevices({ devices, locations }: Pick<SiteTree, 'devices' | 'locations'>): TableDevice[] {
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  return devices.map((device) => {
    const location = names.get(device.locationId ?? '');
    return location === undefined ? device : { ...device, location };
  });
}
