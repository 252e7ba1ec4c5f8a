import { chargerChannel } from '../charging/charger-state';
import { standingChannels } from '../physics';
import type { ServiceState } from '../service-state';
import type { DeviceState } from '../state';

/** Blocks by channel, such as `breaker.settings`. */
export type Channels = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Remembers the data of a device, without measurements, that a receiver has been sent, so that only changes are pushed.
 * spec 6.2
 */
export interface NewData {
  /** The blocks that have changed since they were sent; from now on they count as sent. */
  take(at: number): Channels;
  /** Data may have been lost: everything counts as changed again. */
  forget(): void;
}

export function createNewData(device: DeviceState, state: ServiceState): NewData {
  const sentBlocks = new Map<string, string>();

  return {
    take(at) {
      const channels: Record<string, Record<string, unknown>> = {};
      for (const [channel, blocks] of Object.entries(channelsOf(device, state, at))) {
        for (const [name, block] of Object.entries(blocks)) {
          const text = JSON.stringify(block);
          const key = `${channel}.${name}`;
          if (text === '{}' || sentBlocks.get(key) === text) continue;
          sentBlocks.set(key, text);
          channels[channel] = { ...channels[channel], [name]: block };
        }
      }
      return channels;
    },
    forget: () => sentBlocks.clear(),
  };
}

function channelsOf(device: DeviceState, state: ServiceState, at: number): Record<string, object> {
  const channels = standingChannels(device, at);
  return device.evse === undefined
    ? { ...channels }
    : { ...channels, evse: chargerChannel(state, device, device.evse, at) };
}

/** Merges channels; a channel can have blocks in both. */
export function merged(first: Channels, second: Channels): Channels {
  const channels: Record<string, Readonly<Record<string, unknown>>> = { ...first };
  for (const [channel, blocks] of Object.entries(second)) channels[channel] = { ...channels[channel], ...blocks };
  return channels;
}
