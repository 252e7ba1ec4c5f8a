import type { AnswerOf, InputOf } from '../../catalog';
import type { CallOptions, Client } from '../../client';
import { defined } from '../../object';

/** How old a displayed list of devices may be. */
const maxAgeMs = 15_000;

export type DeviceEntry = AnswerOf<'devices.get'>;
export type LocationEntry = AnswerOf<'locations.get'>;

/** Called where some organizations could not be read, and the list is that of the others; without it such a list is an error. */
export type OnUnread = NonNullable<CallOptions['onUnread']>;

/** The devices and locations of an account. */
export interface Directory {
  devices(signal?: AbortSignal, onUnread?: OnUnread): Promise<DeviceEntry[]>;
  locations(signal?: AbortSignal, onUnread?: OnUnread): Promise<LocationEntry[]>;
  /** Devices at or below a location. */
  devicesBelow(locationId: string, signal?: AbortSignal): Promise<DeviceEntry[]>;
}

export function createDirectory(client: Client): Directory {
  const options = (signal?: AbortSignal, onUnread?: OnUnread) => ({ maxAgeMs, ...defined({ signal, onUnread }) });
  async function allDevices(input: InputOf<'devices.list'>, callOptions: CallOptions): Promise<DeviceEntry[]> {
    const devices: DeviceEntry[] = [];
    for await (const { items } of client.pages('devices.list', input, callOptions)) devices.push(...items);
    return devices;
  }
  return {
    devices: (signal, onUnread) => allDevices({}, options(signal, onUnread)),
    locations: async (signal, onUnread) => await client.list('locations.list', {}, options(signal, onUnread)),
    // Never cached: an added device must not be missed, a removed one must not be operated.
    devicesBelow: (ancestorLocationId, signal) =>
      allDevices({ filter: { ancestorLocationId } }, signal === undefined ? {} : { signal }),
  };
}
