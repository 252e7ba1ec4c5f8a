import { chargerChannel } from '../charging/charger-state';
import { standingChannels } from '../physics';
import type { ServiceState } from '../service-state';
import type { DeviceState } from '../state';

/** Blocks by channel, such as `breaker.settings`. */
export type Channels = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What a receiver was told about a device besides measurements, so that only what is new is pushed. spec 6.2 */
export interface NewData {
  /** The blocks that differ from what was told; they count as told now. */
  take(at: number): Channels;
  /** What was told may not have arrived: everything is new again. */
  forget(): void;
}

export function createNewData(device: DeviceState, state: ServiceState): NewData {
  const told = new Map<string, string>();

  return {
    take(at) {
      const channels: Record<string, Record<string, unknown>> = {};
      for (const [channel, blocks] of Object.entries(channelsOf(device, state, at))) {
        for (const [name, block] of Object.entries(blocks)) {
          const text = JSON.stringify(block);
          const key = `${channel}.${name}`;
          if (text === '{}' || told.get(key) === text) continue;
          told.set(key, text);
          channels[channel] = { ...channels[channel], [name]: block };
        }
      }
      return channels;
    },
    forget: () => told.clear(),
  };
}

function channelsOf(device: DeviceState, state: ServiceState, at: number): Record<string, object> {
  const channels = standingChannels(device, at);
  return device.evse === undefined
    ? { ...channels }
    : { ...channels, evse: chargerChannel(state, device, device.evse, at) };
}

/** Both together; a channel can have blocks in each. */
export function merged(first: Channels, second: Channels): Channels {
  const channels: Record<string, Readonly<Record<string, unknown>>> = { ...first };
  for (const [channel, blocks] of Object.entries(second)) channels[channel] = { ...channels[channel], ...blocks };
  return channels;
}
