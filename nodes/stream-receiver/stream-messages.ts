import type { StreamPublish } from '../../src/catalog';
import {
  flatPublish,
  type Reading,
  type ReceivedPublish,
  type ReportByException,
  splitChannels,
  splitReadings,
} from '../../src/receiver';

export interface StreamMessageOptions {
  readonly output: 'publish' | 'channel' | 'reading';
  readonly shape: 'flat' | 'tree';
  /** Device ids or serial numbers to pass; empty: all. */
  readonly devices: readonly string[];
  /** Channels to pass; empty: all. */
  readonly channels: readonly string[];
  /** Passes only what changed: a reading, or what holds at least one that did. */
  readonly changed?: ReportByException;
  /** Where the device is, for the topic; `-` when it is not known. */
  readonly locationOf: (deviceId: string) => string;
}

export interface StreamMessage {
  /** One for all messages of a publish, as Node-RED has it for what comes from one message. */
  readonly _msgid: string;
  readonly topic: string;
  readonly payload: unknown;
  readonly deviceId: string;
  readonly transactionId: string;
  /** Epoch seconds of the push. */
  readonly ts: number;
  readonly channel?: string;
  readonly outOfOrder?: true;
}

const envelope = new Set(['deviceId', 'serialNumber', 'schemaVersion', 'transactionId', 'ts']);

/** The messages of one publish; `topic` is location/device/channel as far as they apply. */
export function streamMessages(
  { id, publish, outOfOrder }: ReceivedPublish,
  options: StreamMessageOptions,
): StreamMessage[] {
  const { deviceId, serialNumber, transactionId, ts } = publish;
  const { devices, channels, changed } = options;
  if (devices.length > 0 && !devices.includes(deviceId) && !devices.includes(serialNumber)) return [];
  const place = `${options.locationOf(deviceId)}/${deviceId}`;
  const kept = channels.length === 0 ? publish : only(publish, (channel) => channels.includes(channel));
  const message = (topic: string, payload: unknown, channel?: string): StreamMessage => {
    const made = channel === undefined ? bare(topic, payload) : { ...bare(topic, payload), channel };
    return outOfOrder ? { ...made, outOfOrder } : made;
  };
  const bare = (topic: string, payload: unknown) => ({ _msgid: id, topic, payload, deviceId, transactionId, ts });
  const hasChanged = (part: StreamPublish) => {
    if (changed === undefined) return true;
    const readings = splitReadings(part);
    // Each is compared, so that all that are sent count as reported; what has no readings, such as a list, always passes.
    return readings.length === 0 || readings.filter((reading) => changed(deviceId, reading)).length > 0;
  };

  switch (options.output) {
    case 'reading':
      return splitReadings(kept)
        .filter((reading) => changed?.(deviceId, reading) ?? true)
        .map((reading) => message(`${place}/${reading.path.replaceAll('.', '/')}`, reading, channelOf(reading)));
    case 'channel': {
      const messages: StreamMessage[] = [];
      for (const [channel, data] of Object.entries(kept)) {
        if (envelope.has(channel)) continue;
        // Taking the channel apart costs more than the rest: only where somebody looks into it.
        const part =
          options.shape === 'tree' && changed === undefined ? undefined : only(kept, (name) => name === channel);
        if (part !== undefined && !hasChanged(part)) continue;
        const payload = options.shape === 'tree' || part === undefined ? data : flatPublish(part);
        messages.push(message(`${place}/${channel}`, payload, channel));
      }
      return messages;
    }
    default:
      if (kept !== publish && splitChannels(kept).length === 0) return [];
      return hasChanged(kept) ? [message(place, options.shape === 'tree' ? kept : flatPublish(kept))] : [];
  }
}

function channelOf({ path }: Reading): string {
  return path.split('.', 1)[0] ?? path;
}

function only(publish: StreamPublish, passes: (channel: string) => boolean): StreamPublish {
  const entries = Object.entries(publish).filter(([name]) => envelope.has(name) || passes(name));
  return Object.fromEntries(entries) as StreamPublish;
}
