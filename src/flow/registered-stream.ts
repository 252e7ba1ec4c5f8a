import { type InputOf, limits } from '../catalog';
import { type Client, ClientError } from '../client';
import { problem } from '../schema';

/** The stream that a receiver needs, and the devices that shall push through it. */
export interface WantedStream {
  readonly description: string;
  readonly config: NonNullable<InputOf<'streams.create'>['body']['webhookStreamConfig']>;
  readonly deviceIds: readonly string[];
}

export interface StreamAttachment {
  readonly deviceId: string;
  readonly deviceStreamId?: string;
  /** Why the device could not be attached. */
  readonly error?: ClientError;
}

export interface RegisteredStream {
  readonly streamId: string;
  readonly created: boolean;
  readonly attachments: readonly StreamAttachment[];
}

/**
 * Makes the service push: the stream is found by its base URL and description and used again, never made twice, and each
 * device is attached once. A device that has its three webhook streams already is told before the service refuses it.
 * spec 4.5, 8
 */
export async function registerStream(
  client: Client,
  wanted: WantedStream,
  signal?: AbortSignal,
): Promise<RegisteredStream> {
  const options = signal === undefined ? {} : { signal };
  const { data: streams } = await client.call('streams.list', {}, options);
  const { baseUrl } = wanted.config;
  const known = streams.find(
    ({ description, webhookStreamConfig }) =>
      description === wanted.description && sameUrl(webhookStreamConfig?.baseUrl, baseUrl),
  );
  const streamId =
    known?.id ??
    (
      await client.call(
        'streams.create',
        { body: { description: wanted.description, format: 'webhook', webhookStreamConfig: wanted.config } },
        options,
      )
    ).data.id;
  const webhookStreams = new Set(streams.filter(({ format }) => format === 'webhook').map(({ id }) => id)).add(
    streamId,
  );
  const attachments: StreamAttachment[] = [];
  for (const deviceId of wanted.deviceIds)
    attachments.push(await attach(client, deviceId, streamId, webhookStreams, options));
  return { streamId, created: known === undefined, attachments };
}

async function attach(
  client: Client,
  deviceId: string,
  streamId: string,
  webhookStreams: ReadonlySet<string>,
  options: { readonly signal?: AbortSignal },
): Promise<StreamAttachment> {
  try {
    const { data: attached } = await client.call('deviceStreams.list', { filter: { deviceId } }, options);
    const existing = attached.find((one) => one.streamId === streamId);
    if (existing !== undefined) return { deviceId, deviceStreamId: existing.id };
    const count = attached.filter((one) => webhookStreams.has(one.streamId ?? '')).length;
    if (count >= limits.webhookDeviceStreamsPerDevice)
      throw new ClientError('REFUSED', `${deviceId} has ${count} webhook streams already`, {
        operation: 'deviceStreams.create',
        deviceId,
        validations: [problem('deviceId', 'limit', `has its ${limits.webhookDeviceStreamsPerDevice} webhook streams`)],
      });
    const { data } = await client.call('deviceStreams.create', { body: { deviceId, streamId } }, options);
    return { deviceId, deviceStreamId: data.id };
  } catch (error) {
    if (!(error instanceof ClientError) || error.code === 'CLOSED') throw error;
    return { deviceId, error };
  }
}

/** Detaches every device from the stream and deletes it. */
export async function removeStream(client: Client, wanted: WantedStream, signal?: AbortSignal): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  const { data: streams } = await client.call('streams.list', {}, options);
  for (const { id, description, webhookStreamConfig } of streams) {
    if (description !== wanted.description || !sameUrl(webhookStreamConfig?.baseUrl, wanted.config.baseUrl)) continue;
    const { data: attached } = await client.call('deviceStreams.list', { filter: { streamId: id } }, options);
    for (const { id: deviceStreamId } of attached)
      await client.call('deviceStreams.delete', { path: { deviceStreamId } }, options);
    await client.call('streams.delete', { path: { streamId: id } }, options);
  }
}

function sameUrl(a: string | undefined, b: string): boolean {
  return a?.replace(/\/+$/, '') === b.replace(/\/+$/, '');
}
