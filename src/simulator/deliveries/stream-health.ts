import type { DeviceStreamState } from '../service-state';

type Health = Omit<DeviceStreamState['health'], 'at'>;

/**
 * The health of a device stream before anything was answered; after that its code is the status of the last answer, or
 * 501 (not delivered at all), 503 (not reached), 504 (no answer in time), 507 (publishes were dropped). spec 2.7
 */
export const initialHealth: { readonly [Format in 'webhook' | 'azure-iot-hub']: Health } = {
  webhook: { code: 102, message: 'The validation request is not answered yet' },
  'azure-iot-hub': { code: 501, message: 'The simulator does not deliver to azure-iot-hub streams' },
};
