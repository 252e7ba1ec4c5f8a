import { type AnswerOf, type InputOf, limits } from '../../../catalog';
import { type Client, ClientError } from '../../../client';
import { problem } from '../../../schema';

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
  /** It was made anew because nothing was known of the one that was there. */
  readonly wasUnknown: boolean;
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
  const fitting = streams.filter((stream) => fitsRequest(stream, wanted.request));
  const current = fitting.find(({ id }) => sameId(id, former?.streamId)) ?? fitting[0];
  const outdated = streams.find(({ id }) => sameId(id, former?.streamId) && id !== current?.id);
  const renews = current !== undefined && isStale(current, wanted, former);

  // What flows have attached moves with the stream.
  const moved: string[] = [];
  for (const stream of [outdated, renews ? current : undefined])
    if (stream !== undefined) moved.push(...(await deleteStream(client, stream.id, options)));
  const kept = renews ? undefined : current;
  const streamId = kept?.id ?? (await client.call('streams.create', { body: wanted.request }, options)).data.id;

  const isWanted = (deviceId: string) => wanted.deviceIds.some((one) => sameId(one, deviceId));
  const dropped = (former?.deviceIds ?? []).filter((deviceId) => !isWanted(deviceId));
  if (kept !== undefined && sameId(former?.streamId, kept.id)) await detach(client, streamId, dropped, options);
  for (const deviceId of moved)
    if (!isWanted(deviceId) && !dropped.some((one) => sameId(one, deviceId)))
      await attachDevice(client, streamId, deviceId, signal);

  const attachments: StreamAttachment[] = [];
  const census = await takeCensus(client, [...streams, { id: streamId, format: wanted.request.format }], options);
  for (const deviceId of wanted.deviceIds)
    attachments.push(await tryAttaching(client, streamId, deviceId, census, options));
  const found = kept !== undefined ? 'kept' : renews ? 'renewed' : 'created';
  return { streamId, found, wasUnknown: renews && !sameId(former?.streamId, current.id), attachments };
}

function fits({ description, format, webhookStreamConfig }: Stream, wanted: SoughtStream): boolean {
  if (description !== wanted.description || format !== wanted.format) return false;
  if (wanted.baseUrl === undefined) return true;
  // Two receivers on one endpoint differ in their paths only.
  const { baseUrl, publishPath = wanted.publishPath } = webhookStreamConfig ?? {};
  return withoutSlash(baseUrl) === withoutSlash(wanted.baseUrl) && publishPath === wanted.publishPath;
}

function fitsRequest(stream: Stream, { description, format, webhookStreamConfig }: StreamRequest): boolean {
  const { baseUrl, publishPath } = webhookStreamConfig ?? {};
  return fits(stream, {
    description,
    format,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(publishPath === undefined ? {} : { publishPath }),
  });
}

/** The service may write the letters of an id otherwise than it did. */
function sameId(a: string | undefined, b: string | undefined): boolean {
  return a?.toLowerCase() === b?.toLowerCase();
}

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '');
}

/**
 * Whether the stream may push with other credentials than those that are expected. One that is not remembered may: the
 * service tells nobody with which it was made, and nothing else can listen at its address. A hub can have streams of others.
 */
function isStale(current: Stream, wanted: WantedStream, former: FormerStream | undefined): boolean {
  if (!sameId(former?.streamId, current.id)) return wanted.request.webhookStreamConfig !== undefined;
  if (former?.fingerprint !== wanted.fingerprint) return true;
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
  const webhookStreams = new Set(
    streams.filter(({ format }) => format === 'webhook').map(({ id }) => id.toLowerCase()),
  );
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
  const existing = attached.find((one) => sameId(one.streamId, streamId));
  if (existing !== undefined) return existing.id;
  const own = [...attached, ...shared.filter((one) => sameId(one.deviceId, deviceId))];
  const count = own.filter((one) => webhookStreams.has((one.streamId ?? '').toLowerCase())).length;
  if (webhookStreams.has(streamId.toLowerCase()) && count >= limits.webhookDeviceStreamsPerDevice)
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
  const leaving = attached.filter(({ deviceId }) => deviceIds.some((one) => sameId(one, deviceId)));
  for (const { id: deviceStreamId } of leaving)
    await client.call('deviceStreams.delete', { path: { deviceStreamId } }, options);
  return leaving.length;
}

/** What finds a stream that was made: its id, else what it was made with. */
export interface SoughtStream {
  readonly id?: string;
  readonly description?: string;
  readonly format?: string;
  readonly baseUrl?: string;
  readonly publishPath?: string;
}

/** Detaches every device from a stream and deletes it. One that is gone already is passed over. */
export async function removeStreams(client: Client, sought: SoughtStream): Promise<void> {
  const { data: streams } = await client.call('streams.list', {});
  // Without an id and an address of ours it may be a stream of somebody else at the same hub.
  const isDoubtful = sought.id === undefined && sought.baseUrl === undefined;
  if (isDoubtful && streams.some((stream) => fits(stream, sought)))
    throw new Error(`the id of the stream "${sought.description ?? ''}" is not known`);
  for (const stream of streams)
    if (sought.id === undefined ? fits(stream, sought) : sameId(stream.id, sought.id))
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
