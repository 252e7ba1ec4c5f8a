import type { StreamPublish } from '../catalog';

/** The required fields of a publish; all others are channels. spec 6.2 */
const envelopeFields = ['deviceId', 'serialNumber', 'schemaVersion', 'transactionId', 'ts'] as const;

export type Envelope = Pick<StreamPublish, (typeof envelopeFields)[number]>;

/** One channel of a publish. */
export interface ChannelPart extends Envelope {
  /** One of the eight of spec 6.2, or an unknown one. */
  readonly channel: string;
  readonly data: unknown;
}

export function envelopeOf({ deviceId, serialNumber, schemaVersion, transactionId, ts }: StreamPublish): Envelope {
  return { deviceId, serialNumber, schemaVersion, transactionId, ts };
}

/** The channels of a publish, in order; the axes of the accelerometer, which nobody looks for first, come last. */
export function channelsOf(publish: StreamPublish): [channel: string, data: unknown][] {
  const channels = Object.entries(publish).filter(([name]) => !(envelopeFields as readonly string[]).includes(name));
  const at = channels.findIndex(([name]) => name === 'accelerometer');
  if (at >= 0) channels.push(...channels.splice(at, 1));
  return channels;
}

/** Splits a publish into its channels, unknown ones included. */
export function splitChannels(publish: StreamPublish): ChannelPart[] {
  const envelope = envelopeOf(publish);
  return channelsOf(publish).map(([channel, data]) => ({ ...envelope, channel, data }));
}
