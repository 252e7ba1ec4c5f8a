import type { SiteDevice } from '../../admin-api';
import type { CircuitDirectory } from '../../directory';
import { defined } from '../../object';
import type { DeviceEntry } from '..';

/** A device of the service as the editor shows it, with its given name; what is not known is absent. */
export function siteDevice(
  { id, locationId, hardwareType, serialNumber, loadDetails }: DeviceEntry,
  circuits: CircuitDirectory,
): SiteDevice {
  const name = circuits.circuitOf(id)?.name;
  const load = [loadDetails?.type, loadDetails?.manufacturerName, loadDetails?.modelName].filter(Boolean).join(' ');
  return {
    id,
    ...defined({ locationId, hardwareType, serialNumber, loadType: loadDetails?.type }),
    ...(name === undefined || name === '' ? {} : { name }),
    ...(load === '' ? {} : { load }),
  };
}
