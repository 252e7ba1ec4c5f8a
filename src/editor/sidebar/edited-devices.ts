import type { SiteDevice } from '../../admin-api';
import { editedCircuits } from '../circuits';
import type { EditedDevice } from './site-rows';

/** The devices that the runtime knows, with the names that the editor holds by now. */
export function editedDevices(devices: readonly SiteDevice[], accountId: string): EditedDevice[] {
  const circuitOf = editedCircuits(accountId);
  return devices.map((device) => {
    const { isDeployed, name } = circuitOf(device.id);
    if (isDeployed) return device;
    const { name: _, ...nameless } = device;
    return { ...nameless, ...(name === '' ? {} : { name }), isEdited: true };
  });
}
