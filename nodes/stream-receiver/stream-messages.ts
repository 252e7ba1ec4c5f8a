import type { StreamPublish } from '../../src/catalog';
import { idKey } from '../../src/directory';
import {
  flatPublish,
  type Reading,
  type ReceivedPublish,
  type ReportByException,
  splitChannels,
  splitReadings,
} from '../../src/receiver';
import { toldMessage } from '../../src/runtime';
import type { TellPart } from './publish-words';

export interface StreamMessageOptions {
  readonly output: 'publish' | 'channel' | 'reading';
  readonly shape: 'flat' | 'tree';
  /** `name`: the topic begins with what people call the device; `id`: with the ids of its location and its own. */
  readonly topicBy: 'name' | 'id';
  /** Device ids, serial numbers or names to send; empty: all. */
  readonly devices: readonly string[];
  /** The id of the device that has this name or serial number in the directory now. */
  readonly namedDevice?: (text: string) => string | undefined;
  readonly namesOf?: (deviceId: string) => { readonly name?: string; readonly location?: string };
  /** Channels to send; empty: all. */
  readonly channels: readonly string[];
  /** If present, only changed readings are sent, or channels and publishes with at least one changed reading. */
  readonly changed?: ReportByException;
  /** Makes the messages ones for people. */
  readonly tell?: TellPart;
  /** The id of the device's location, for the topic; `-` if it is not known. */
  readonly locationOf: (deviceId: string) => string;
}

export interface StreamMessage {
  /** The same for all messages of a publish. */
  readonly _msgid: string;
  readonly topic: string;
  readonly payload: unknown;
  readonly deviceId: string;
  readonly serialNumber: string;
  /** Given by a person. */
  readonly name?: string;
  readonly location?: string;
  readonly transactionId: string;
  /** Epoch seconds of the push. */
  readonly ts: number;
  readonly channel?: string;
  readonly outOfOrder?: true;
  /** The payload of a message for people goes on in here. */
  readonly event?: unknown;
}

const envelope = new Set(['deviceId', 'serialNumber', 'schemaVersion', 'transactionId', 'ts']);

/** The messages of one publish. `topic` is name[/channel[/reading]], or location/device[/channel[/reading]] with ids. */
export function streamMessages(
  { id, publish, outOfOrder }: ReceivedPublish,
  options: StreamMessageOptions,
): StreamMessage[] {
  const { deviceId, serialNumber, transactionId, ts } = publish;
  const { devices, channels, changed, tell } = options;
  if (devices.length > 0 && !devices.some((text) => isMeant(text, publish, options))) return [];
  const kept = channels.length === 0 ? publish : only(publish, (channel) => channels.includes(channel));
  const message = (
    topic: string,
    payload: unknown,
    part: () => StreamPublish | Reading,
    channel?: string,
  ): StreamMessage => {
    const made = channel === undefined ? bare(topic, payload) : { ...bare(topic, payload), channel };
    const ordered = outOfOrder ? { ...made, outOfOrder } : made;
    return tell === undefined ? ordered : { ...ordered, ...toldMessage(payload, tell(ordered, part())) };
  };
  const { name, location } = options.namesOf?.(deviceId) ?? {};
  const topicPrefix =
    options.topicBy === 'name'
      ? inTopic(name ?? serialNumber ?? deviceId)
      : `${options.locationOf(deviceId)}/${deviceId}`;
  const names = { ...(name === undefined ? {} : { name }), ...(location === undefined ? {} : { location }) };
  const bare = (topic: string, payload: unknown) => ({
    _msgid: id,
    topic,
    payload,
    deviceId,
    serialNumber,
    ...names,
    transactionId,
    ts,
  });
  const hasChanged = (part: StreamPublish) => {
    if (changed === undefined) return true;
    const readings = splitReadings(part);
    // `filter` compares, and so stores, every reading. A part without readings, such as a list, is always sent.
    return readings.length === 0 || readings.filter((reading) => changed(deviceId, reading)).length > 0;
  };

  switch (options.output) {
    case 'reading':
      return splitReadings(kept)
        .filter((reading) => changed?.(deviceId, reading) ?? true)
        .map((reading) =>
          message(`${topicPrefix}/${reading.path.replaceAll('.', '/')}`, reading, () => reading, channelOf(reading)),
        );
    case 'channel': {
      const messages: StreamMessage[] = [];
      for (const [channel, data] of Object.entries(kept)) {
        if (envelope.has(channel)) continue;
        // Extracting a channel costs more than the rest, so it is done only if its content is needed.
        const part =
          options.shape === 'tree' && changed === undefined ? undefined : only(kept, (name) => name === channel);
        if (part !== undefined && !hasChanged(part)) continue;
        const payload = options.shape === 'tree' || part === undefined ? data : flatPublish(part);
        const told = () => part ?? only(kept, (name) => name === channel);
        messages.push(message(`${topicPrefix}/${channel}`, payload, told, channel));
      }
      return messages;
    }
    default:
      if (kept !== publish && splitChannels(kept).length === 0) return [];
      if (!hasChanged(kept)) return [];
      return [message(topicPrefix, options.shape === 'tree' ? kept : flatPublish(kept), () => kept)];
  }
}

/** One level of a topic: what separates levels, or stands for any of them in MQTT, is replaced. */
const inTopic = (text: string) => text.replaceAll(/[/+#]/g, '-');

function channelOf({ path }: Reading): string {
  return path.split('.', 1)[0] ?? path;
}

function only(publish: StreamPublish, passes: (channel: string) => boolean): StreamPublish {
  const entries = Object.entries(publish).filter(([name]) => envelope.has(name) || passes(name));
  return Object.fromEntries(entries) as StreamPublish;
}

/** Whether a text of the filter is the id, serial number or name of the device; ids are equal in any case. */
function isMeant(
  text: string,
  { deviceId, serialNumber }: StreamPublish,
  { namedDevice }: Pick<StreamMessageOptions, 'namedDevice'>,
): boolean {
  const key = idKey(text);
  return key === idKey(deviceId) || key === idKey(serialNumber) || idKey(namedDevice?.(text) ?? '') === idKey(deviceId);
}
