import type { StreamPublish } from '../catalog';

/** What spec 6.2 requires of a publish; everything else in it is a channel. */
const ENVELOPE = ['deviceId', 'serialNumber', 'schemaVersion', 'transactionId', 'ts'] as const;

export type Envelope = Pick<StreamPublish, (typeof ENVELOPE)[number]>;

/** One channel of a publish. */
export interface ChannelPart extends Envelope {
  /** One of the eight of spec 6.2, or one that we do not know. */
  readonly channel: string;
  readonly data: unknown;
}

export function envelopeOf({ deviceId, serialNumber, schemaVersion, transactionId, ts }: StreamPublish): Envelope {
  return { deviceId, serialNumber, schemaVersion, transactionId, ts };
}

/** The channels of a publish, in its order. */
export function channelsOf(publish: StreamPublish): [channel: string, data: unknown][] {
  return Object.entries(publish).filter(([name]) => !(ENVELOPE as readonly string[]).includes(name));
}

/** A message a channel; unknown channels are channels. */
export function splitChannels(publish: StreamPublish): ChannelPart[] {
  const envelope = envelopeOf(publish);
  return channelsOf(publish).map(([channel, data]) => ({ ...envelope, channel, data }));
}
