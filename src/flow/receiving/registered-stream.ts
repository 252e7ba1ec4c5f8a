import { type AnswerOf, type InputOf, limits } from '../../catalog';
import { type Client, ClientError } from '../../client';
import { problem } from '../../schema';

type StreamRequest = InputOf<'streams.create'>['body'];
type Stream = AnswerOf<'streams.get'>;

/** The stream that a receiver needs, and the devices that shall push through it. */
export interface WantedStream {
  readonly request: StreamRequest;
  /** Of the request; another one than that of the stream that we made means that it must be made anew. */
  readonly fingerprint: string;
  readonly deviceIds: readonly string[];
}

/** What was registered before for the same receiver. */
export interface FormerStream {
  readonly streamId: string;
  readonly fingerprint: string;
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
  readonly found: 'kept' | 'renewed' | 'created';
  /** Of the wanted devices. */
  readonly attachments: readonly StreamAttachment[];
}

interface Options {
  readonly signal?: AbortSignal;
}

/**
 * Makes the service push: the stream is found by its base URL and description and used again, never made twice, and each
 * device is attached once. A stream that we made with other credentials or paths is made anew with the devices it had; a
 * device that we attached and that is no longer wanted is detached. spec 4.5
 */
export async function registerStream(
  client: Client,
  wanted: WantedStream,
  former: FormerStream | undefined,
  signal?: AbortSignal,
): Promise<RegisteredStream> {
  const options = signal === undefined ? {} : { signal };
  const { data: streams } = await client.call('streams.list', {}, options);
  const fitting = streams.filter((stream) => fits(stream, wanted.request));
  const current = fitting.find(({ id }) => id === former?.streamId) ?? fitting[0];
  const outdated = streams.find(({ id }) => id === former?.streamId && id !== current?.id);
  const renews = current !== undefined && isStale(current, wanted, former);

  // What flows have attached moves with the stream.
  const moved: string[] = [];
  for (const stream of [outdated, renews ? current : undefined])
    if (stream !== undefined) moved.push(...(await deleteStream(client, stream.id, options)));
  const kept = renews ? undefined : current;
  const streamId = kept?.id ?? (await client.call('streams.create', { body: wanted.request }, options)).data.id;

  const dropped = (former?.deviceIds ?? []).filter((deviceId) => !wanted.deviceIds.includes(deviceId));
  if (kept !== undefined && former?.streamId === kept.id) await detach(client, streamId, dropped, options);
  for (const deviceId of moved)
    if (!wanted.deviceIds.includes(deviceId) && !dropped.includes(deviceId))
      await attachDevice(client, streamId, deviceId, signal);

  const attachments: StreamAttachment[] = [];
  const census = await takeCensus(client, [...streams, { id: streamId, format: wanted.request.format }], options);
  for (const deviceId of wanted.deviceIds)
    attachments.push(await tryAttaching(client, streamId, deviceId, census, options));
  return { streamId, found: kept !== undefined ? 'kept' : renews ? 'renewed' : 'created', attachments };
}

function fits({ description, format, webhookStreamConfig }: Stream, request: StreamRequest): boolean {
  if (description !== request.description || format !== request.format) return false;
  const wanted = request.webhookStreamConfig;
  if (wanted === undefined) return true;
  // Two receivers on one endpoint differ in their paths only.
  const { baseUrl, publishPath = wanted.publishPath } = webhookStreamConfig ?? {};
  return withoutSlash(baseUrl) === withoutSlash(wanted.baseUrl) && publishPath === wanted.publishPath;
}

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '');
}

function isStale(current: Stream, wanted: WantedStream, former: FormerStream | undefined): boolean {
  if (former?.streamId === current.id && former.fingerprint !== wanted.fingerprint) return true;
  const shown = current.webhookStreamConfig?.authCredentials?.accessKeyId;
  const ours = wanted.request.webhookStreamConfig?.authCredentials.accessKeyId;
  return shown !== undefined && shown !== ours;
}

/** What counts against a device's limit of webhook streams. */
interface Census {
  readonly webhookStreams: ReadonlySet<string>;
  readonly shared: readonly AnswerOf<'deviceStreams.get'>[];
}

async function takeCensus(client: Client, streams: readonly Stream[], options: Options): Promise<Census> {
  const webhookStreams = new Set(streams.filter(({ format }) => format === 'webhook').map(({ id }) => id));
  try {
    const { data } = await client.call('sharedDeviceStreams.list', {}, options);
    return { webhookStreams, shared: data };
  } catch (error) {
    // What it answers is not shown: where that cannot be read, the service counts by itself.
    if (error instanceof ClientError && error.code !== 'CLOSED') return { webhookStreams, shared: [] };
    throw error;
  }
}

async function tryAttaching(
  client: Client,
  streamId: string,
  deviceId: string,
  census: Census,
  options: Options,
): Promise<StreamAttachment> {
  try {
    return { deviceId, deviceStreamId: await attach(client, streamId, deviceId, census, options) };
  } catch (error) {
    if (!(error instanceof ClientError) || error.code === 'CLOSED') throw error;
    return { deviceId, error };
  }
}

/**
 * Attaches a device to a stream once and returns the device stream's id. A device that has its three webhook streams,
 * shared ones counted, is refused before the service is asked. spec 4.5, 8
 */
export async function attachDevice(
  client: Client,
  streamId: string,
  deviceId: string,
  signal?: AbortSignal,
): Promise<string> {
  const options = signal === undefined ? {} : { signal };
  const { data: streams } = await client.call('streams.list', {}, options);
  return attach(client, streamId, deviceId, await takeCensus(client, streams, options), options);
}

async function attach(
  client: Client,
  streamId: string,
  deviceId: string,
  { webhookStreams, shared }: Census,
  options: Options,
): Promise<string> {
  const { data: attached } = await client.call('deviceStreams.list', { filter: { deviceId } }, options);
  const existing = attached.find((one) => one.streamId === streamId);
  if (existing !== undefined) return existing.id;
  const own = [...attached, ...shared.filter((one) => one.deviceId === deviceId)];
  const count = own.filter((one) => webhookStreams.has(one.streamId ?? '')).length;
  if (webhookStreams.has(streamId) && count >= limits.webhookDeviceStreamsPerDevice)
    throw new ClientError('REFUSED', `${deviceId} has ${count} webhook streams already`, {
      operation: 'deviceStreams.create',
      deviceId,
      validations: [problem('deviceId', 'limit', `${deviceId} has its ${count} webhook streams`)],
    });
  return (await client.call('deviceStreams.create', { body: { deviceId, streamId } }, options)).data.id;
}

/** Detaches devices from a stream; those that are not attached are passed over. Returns how many were detached. */
export async function detachDevices(
  client: Client,
  streamId: string,
  deviceIds: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  return detach(client, streamId, deviceIds, signal === undefined ? {} : { signal });
}

async function detach(
  client: Client,
  streamId: string,
  deviceIds: readonly string[],
  options: Options,
): Promise<number> {
  if (deviceIds.length === 0) return 0;
  const { data: attached } = await client.call('deviceStreams.list', { filter: { streamId } }, options);
  const leaving = attached.filter(({ deviceId }) => deviceIds.includes(deviceId ?? ''));
  for (const { id: deviceStreamId } of leaving)
    await client.call('deviceStreams.delete', { path: { deviceStreamId } }, options);
  return leaving.length;
}

/** Detaches every device from the receiver's stream and deletes it. */
export async function removeStream(
  client: Client,
  request: StreamRequest,
  former: FormerStream | undefined,
): Promise<void> {
  const { data: streams } = await client.call('streams.list', {});
  for (const stream of streams)
    if (stream.id === former?.streamId || (former === undefined && fits(stream, request)))
      await deleteStream(client, stream.id, {});
}

/** Returns the devices that were attached. */
async function deleteStream(client: Client, streamId: string, options: Options): Promise<string[]> {
  const { data: attached } = await client.call('deviceStreams.list', { filter: { streamId } }, options);
  for (const { id: deviceStreamId } of attached)
    await client.call('deviceStreams.delete', { path: { deviceStreamId } }, options);
  await client.call('streams.delete', { path: { streamId } }, options);
  return attached.flatMap(({ deviceId }) => (deviceId === undefined ? [] : [deviceId]));
}
