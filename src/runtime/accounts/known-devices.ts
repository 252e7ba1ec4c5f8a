import type { Client } from '../../client';
import { type Clock, sleep } from '../../clock';
import { idKey } from '../../directory';
import { defined } from '../../object';
import { locationPaths } from './location-paths';

/** How old the list may be before it is read again, and how soon after a read that failed. */
const maxAgeMs = 300_000;
const retryMs = 30_000;
/** How long a read waits after the message that asks for it: what that message does goes first. */
const waitMs = 2_000;

/** What the service tells of a device. */
export interface KnownDevice {
  readonly id: string;
  readonly serialNumber?: string;
  /** The names of its location and of those above it. */
  readonly location?: string;
}

/**
 * The devices of an account as last read. The list is read in the background, as one of the polls of the account's budget:
 * it delays no message, and fails none.
 */
export interface KnownDevices {
  /** The device with this id, as far as it is known now. */
  of(deviceId: string): KnownDevice | undefined;
  /** Reads the list again in the background if it is old. */
  refresh(): void;
  /** The device whose serial number this is, as far as it is known now. */
  withSerialNumber(serialNumber: string): KnownDevice | undefined;
  /** Asks the service for the device with this serial number. */
  find(serialNumber: string, signal: AbortSignal): Promise<KnownDevice | undefined>;
}

interface KnownDevicesOptions {
  readonly client: () => Promise<Client>;
  readonly clock: Clock;
  /** Aborted when the account closes. */
  readonly ended: AbortSignal;
}

export function createKnownDevices({ client, clock, ended }: KnownDevicesOptions): KnownDevices {
  let byId = new Map<string, KnownDevice>();
  let bySerial = new Map<string, KnownDevice>();
  let dueAtMs = Number.NEGATIVE_INFINITY;

  async function read(): Promise<void> {
    const service = await client();
    // The names of what can be read are better than none: the next list that somebody asks for says what is missing.
    const options = { priority: 'poll', signal: ended, onUnread() {} } as const;
    const pathOf = locationPaths(await service.list('locations.list', {}, options));
    const [ids, serials] = [new Map<string, KnownDevice>(), new Map<string, KnownDevice>()];
    for await (const { items } of service.pages('devices.list', {}, options))
      for (const { id, serialNumber, locationId } of items) {
        const location = locationId === undefined ? undefined : pathOf(locationId);
        const device: KnownDevice = { id, ...defined({ serialNumber, location }) };
        ids.set(idKey(id), device);
        if (serialNumber !== undefined) serials.set(idKey(serialNumber), device);
      }
    [byId, bySerial] = [ids, serials];
    dueAtMs = clock.monotonicMs() + maxAgeMs;
  }

  function refresh(): void {
    if (ended.aborted || clock.monotonicMs() < dueAtMs) return;
    dueAtMs = clock.monotonicMs() + retryMs;
    // Whoever asks the service next is told why it cannot be reached.
    sleep(clock, waitMs, ended)
      .then(read)
      .catch(() => {});
  }

  return {
    of: (deviceId) => byId.get(idKey(deviceId)),
    refresh,
    withSerialNumber: (serialNumber) => bySerial.get(idKey(serialNumber)),
    async find(serialNumber, signal) {
      const service = await client();
      const options = { priority: 'command-read', signal } as const;
      for await (const { items } of service.pages('devices.list', { filter: { serialNumber } }, options)) {
        // A service that knows no such filter would answer with others.
        const found = items.find((device) => idKey(device.serialNumber ?? '') === idKey(serialNumber));
        if (found !== undefined) return { id: found.id, serialNumber };
      }
      return undefined;
    },
  };
}
