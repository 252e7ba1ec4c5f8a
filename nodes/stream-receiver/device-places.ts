import type { Clock } from '../../src/clock';
import type { Account } from '../../src/runtime';

/** How often the places of the devices are read again, and how often for a device that is not known. */
const maxAgeMs = 600_000;
const unknownMaxAgeMs = 30_000;

/** Where devices are, for topics. */
export interface DevicePlaces {
  /** The location's id as last read, `-` where it is not known; reads again in the background when that is old. */
  of(deviceId: string): string;
  read(signal?: AbortSignal): Promise<void>;
}

export function createDevicePlaces(account: Account | undefined, clock: Clock): DevicePlaces {
  let places = new Map<string, string>();
  let readAt = Number.NEGATIVE_INFINITY;

  async function read(signal?: AbortSignal): Promise<void> {
    if (account === undefined) return;
    readAt = clock.monotonicMs();
    const devices = await (await account.directory()).devices(signal);
    places = new Map(devices.map(({ id, locationId }) => [id, locationId ?? '-']));
  }

  return {
    read,
    of(deviceId) {
      const place = places.get(deviceId);
      const age = clock.monotonicMs() - readAt;
      if (account !== undefined && age > (place === undefined ? unknownMaxAgeMs : maxAgeMs)) read().catch(() => {});
      return place ?? '-';
    },
  };
}
