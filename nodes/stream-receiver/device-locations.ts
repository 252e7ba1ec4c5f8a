import type { Clock } from '../../src/clock';
import type { Account } from '../../src/runtime';

/** How old the locations may be before they are read again; the second one is for an unknown device. */
const maxAgeMs = 600_000;
const unknownMaxAgeMs = 30_000;

/** The locations of devices, for topics. */
export interface DeviceLocations {
  /** The id of the location as last read, `-` if unknown. Old locations are read again in the background. */
  of(deviceId: string): string;
  read(signal?: AbortSignal): Promise<void>;
}

export function createDeviceLocations(account: Account | undefined, clock: Clock): DeviceLocations {
  let locations = new Map<string, string>();
  let readAt = Number.NEGATIVE_INFINITY;

  async function read(signal?: AbortSignal): Promise<void> {
    if (account === undefined) return;
    readAt = clock.monotonicMs();
    const devices = await (await account.directory()).devices(signal);
    locations = new Map(devices.map(({ id, locationId }) => [id, locationId ?? '-']));
  }

  return {
    read,
    of(deviceId) {
      const location = locations.get(deviceId);
      const age = clock.monotonicMs() - readAt;
      if (account !== undefined && age > (location === undefined ? unknownMaxAgeMs : maxAgeMs)) read().catch(() => {});
      return location ?? '-';
    },
  };
}
