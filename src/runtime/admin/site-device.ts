import type { SiteDevice } from '../../admin-api';
import { defined } from '../../object';
import type { DeviceEntry } from '..';

/** A device of the service as the editor shows it; what is not known is absent. */
export function siteDevice({ id, locationId, hardwareType, serialNumber, loadDetails }: DeviceEntry): SiteDevice {
  const load = [loadDetails?.type, loadDetails?.manufacturerName, loadDetails?.modelName].filter(Boolean).join(' ');
  return {
    id,
    ...defined({ locationId, hardwareType, serialNumber }),
    ...(load === '' ? {} : { load }),
  };
}
