import type { StreamPublish } from '../catalog';
import { flatPublish, type ReceivedPublish, type ReportByException, splitChannels, splitReadings } from '../inbound';

export interface StreamMessageOptions {
  readonly output: 'publish' | 'channel' | 'reading';
  readonly shape: 'flat' | 'tree';
  /** Channels to pass; empty: all. */
  readonly channels: readonly string[];
  /** Passes only what changed. */
  readonly changed?: ReportByException;
  /** Where the device is, for the topic; `-` when it is not known. */
  readonly locationOf: (deviceId: string) => string;
}

export interface StreamMessage {
  readonly topic: string;
  readonly payload: unknown;
  readonly deviceId: string;
  readonly transactionId: string;
  /** Epoch seconds of the push. */
  readonly ts: number;
  readonly channel?: string;
  readonly outOfOrder?: true;
}

/** The messages of one publish; `topic` is location/device/channel as far as they apply. */
export function streamMessages(
  { publish, outOfOrder }: ReceivedPublish,
  options: StreamMessageOptions,
): StreamMessage[] {
  const { deviceId, transactionId, ts } = publish;
  const place = `${options.locationOf(deviceId)}/${deviceId}`;
  const passes = (channel: string) => options.channels.length === 0 || options.channels.includes(channel);
  const message = (topic: string, payload: unknown, channel?: string): StreamMessage => ({
    topic,
    payload,
    deviceId,
    transactionId,
    ts,
    ...(channel === undefined ? {} : { channel }),
    ...(outOfOrder ? { outOfOrder } : {}),
  });

  switch (options.output) {
    case 'reading':
      return splitReadings(publish)
        .filter(({ path }) => passes(channelOf(path)))
        .filter((reading) => options.changed?.(deviceId, reading) ?? true)
        .map((reading) => message(`${place}/${reading.path.replaceAll('.', '/')}`, reading, channelOf(reading.path)));
    case 'channel':
      return splitChannels(publish)
        .filter(({ channel }) => passes(channel))
        .map(({ channel, data }) =>
          message(`${place}/${channel}`, options.shape === 'tree' ? data : flatOf(publish, channel, data), channel),
        );
    default: {
      const kept = options.channels.length === 0 ? publish : only(publish, passes);
      return [message(place, options.shape === 'tree' ? kept : flatPublish(kept))];
    }
  }
}

function channelOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}

function only(publish: StreamPublish, passes: (channel: string) => boolean): StreamPublish {
  const envelope = new Set(['deviceId', 'serialNumber', 'schemaVersion', 'transactionId', 'ts']);
  return Object.fromEntries(
    Object.entries(publish).filter(([name]) => envelope.has(name) || passes(name)),
  ) as StreamPublish;
}

function flatOf(publish: StreamPublish, channel: string, data: unknown): unknown {
  return flatPublish(only({ ...publish, [channel]: data } as StreamPublish, (name) => name === channel));
}
