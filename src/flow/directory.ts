import type { AnswerOf } from '../catalog';
import type { Client } from '../client';

/** How old the list of devices may be while a user looks at it. */
const maxAgeMs = 15_000;

export type DeviceEntry = AnswerOf<'devices.get'>;
export type LocationEntry = AnswerOf<'locations.get'>;

/** The devices and locations that an account can see. */
export interface Directory {
  devices(signal?: AbortSignal): Promise<DeviceEntry[]>;
  locations(signal?: AbortSignal): Promise<LocationEntry[]>;
  /** Devices at or below a location. */
  devicesBelow(locationId: string, signal?: AbortSignal): Promise<DeviceEntry[]>;
}

export function createDirectory(client: Client): Directory {
  const options = (signal?: AbortSignal) => ({ maxAgeMs, ...(signal === undefined ? {} : { signal }) });
  return {
    devices: async (signal) => (await client.call('devices.list', {}, options(signal))).data,
    locations: async (signal) => (await client.call('locations.list', {}, options(signal))).data,
    // Fresh every time: a device that was added must not be missed, one that left must not be operated.
    devicesBelow: async (ancestorLocationId, signal) =>
      (await client.call('devices.list', { filter: { ancestorLocationId } }, signal === undefined ? {} : { signal }))
        .data,
  };
}
