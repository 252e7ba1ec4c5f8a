import { type AnswerOf, type InputOf, limits } from '../../../catalog';
import { type Client, ClientError } from '../../../client';
import { defined } from '../../../object';
import { problem } from '../../../schema';
import { sameId } from './same-id';

type StreamRequest = InputOf<'streams.create'>['body'];
type Stream = AnswerOf<'streams.get'>;

/** The stream that a receiver needs, and its devices. */
export interface WantedStream {
  readonly request: StreamRequest;
  /** The fingerprint of the request. If it differs from that of the existing stream, the stream is recreated. */
  readonly fingerprint: string;
  readonly deviceIds: readonly string[];
}

/** The earlier registration of the same receiver. */
export interface FormerStream {
  readonly streamId: string;
  readonly fingerprint: string;
  readonly deviceIds: readonly string[];
}

export interface StreamAttachment {
  readonly deviceId: string;
  readonly deviceStreamId?: string;
  /** Set if the device could not be attached. */
  readonly error?: ClientError;
}

export interface RegisteredStream {
  readonly streamId: string;
  readonly found: 'kept' | 'renewed' | 'created';
  /** The existing stream was recreated because its credentials are not known. */
  readonly wasUnknown: boolean;
  /** One per wanted device. */
  readonly attachments: readonly StreamAttachment[];
}

interface Options {
  readonly signal?: AbortSignal;
}

/**
 * Registers a stream and attaches its devices. The stream of the former registration is known by its id, whatever the service
 * shows, hides or rewrites of it; without one a stream is found by base URL and description. One that was created with other
 * credentials or paths is recreated, with all its devices. Devices that an earlier registration attached
 * and that are no longer wanted are detached. spec 4.5
 */
export async function registerStream(
  client: Client,
  wanted: WantedStream,
  former: FormerStream | undefined,
  signal?: AbortSignal,
): Promise<RegisteredStream> {
  const options = signal === undefined ? {} : { signal };
  const streams = await client.list('streams.list', {}, options);
  const matching = streams.filter((stream) => matchesRequest(stream, wanted.request));
  const known = streams.find(({ id }) => sameId(id, former?.streamId));
  // Named as it was told when it was made.
  const current = known !== undefined && former !== undefined ? { ...known, id: former.streamId } : matching[0];
  const isRecreated = current !== undefined && isStale(current, wanted, former);

  // Devices that flows have attached move to the new stream.
  const movedDeviceIds: string[] = [];
  if (isRecreated) movedDeviceIds.push(...(await deleteStream(client, current.id, options)));
  const kept = isRecreated ? undefined : current;
  const streamId = kept?.id ?? (await client.call('streams.create', { body: wanted.request }, options)).data.id;

  const isWanted = (deviceId: string) => wanted.deviceIds.some((wantedId) => sameId(wantedId, deviceId));
  const dropped = (former?.deviceIds ?? []).filter((deviceId) => !isWanted(deviceId));
  if (kept !== undefined && sameId(former?.streamId, kept.id)) await detach(client, streamId, dropped, options);
  for (const deviceId of movedDeviceIds)
    if (!isWanted(deviceId) && !dropped.some((droppedId) => sameId(droppedId, deviceId)))
      await attachDevice(client, streamId, deviceId, signal);

  const attachments: StreamAttachment[] = [];
  const usage = await readWebhookStreamUsage(
    client,
    [...streams, { id: streamId, format: wanted.request.format }],
    options,
  );
  for (const deviceId of wanted.deviceIds)
    attachments.push(await tryAttaching(client, streamId, deviceId, usage, options));
  const found = kept !== undefined ? 'kept' : isRecreated ? 'renewed' : 'created';
  return { streamId, found, wasUnknown: isRecreated && !sameId(former?.streamId, current.id), attachments };
}

function matches({ description, format, webhookStreamConfig }: Stream, wanted: StreamIdentity): boolean {
  if (description !== wanted.description || format?.toLowerCase() !== wanted.format?.toLowerCase()) return false;
  if (wanted.baseUrl === undefined) return true;
  // Receivers at the same endpoint differ in their paths only.
  const { baseUrl, publishPath = wanted.publishPath } = webhookStreamConfig ?? {};
  return withoutSlash(baseUrl) === withoutSlash(wanted.baseUrl) && publishPath === wanted.publishPath;
}

function matchesRequest(stream: Stream, { description, format, webhookStreamConfig }: StreamRequest): boolean {
  const { baseUrl, publishPath } = webhookStreamConfig ?? {};
  return matches(stream, {
    description,
    format,
    ...defined({ baseUrl, publishPath }),
  });
}

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '');
}

/**
 * Whether the stream may have other credentials than the wanted ones. A webhook stream without an earlier registration may:
 * the service does not return its secrets, and only this receiver listens at its address. IoT hubs may have foreign streams.
 */
function isStale(current: Stream, wanted: WantedStream, former: FormerStream | undefined): boolean {
  if (!sameId(former?.streamId, current.id)) return wanted.request.webhookStreamConfig !== undefined;
  return former?.fingerprint !== wanted.fingerprint;
}

/** The streams that count against the limit of webhook streams per device. */
interface WebhookStreamUsage {
  readonly webhookStreams: ReadonlySet<string>;
  readonly shared: readonly AnswerOf<'deviceStreams.get'>[];
}

async function readWebhookStreamUsage(
  client: Client,
  streams: readonly Stream[],
  options: Options,
): Promise<WebhookStreamUsage> {
  const webhookStreams = new Set(
    streams.filter(({ format }) => format?.toLowerCase() === 'webhook').map(({ id }) => id.toLowerCase()),
  );
  try {
    const data = await client.list('sharedDeviceStreams.list', {}, options);
    return { webhookStreams, shared: data };
  } catch (error) {
    // Without the list of shared streams the service enforces the limit itself.
    if (error instanceof ClientError && error.code !== 'CLOSED') return { webhookStreams, shared: [] };
    throw error;
  }
}

async function tryAttaching(
  client: Client,
  streamId: string,
  deviceId: string,
  usage: WebhookStreamUsage,
  options: Options,
): Promise<StreamAttachment> {
  try {
    return { deviceId, deviceStreamId: await attach(client, streamId, deviceId, usage, options) };
  } catch (error) {
    if (!(error instanceof ClientError) || error.code === 'CLOSED') throw error;
    return { deviceId, error };
  }
}

/**
 * Attaches a device to a stream, if it is not attached yet, and returns the id of the device stream. Throws REFUSED without
 * a call for a device that has three webhook streams already, including shared ones. spec 4.5, 8
 */
export async function attachDevice(
  client: Client,
  streamId: string,
  deviceId: string,
  signal?: AbortSignal,
): Promise<string> {
  const options = signal === undefined ? {} : { signal };
  const streams = await client.list('streams.list', {}, options);
  return attach(client, streamId, deviceId, await readWebhookStreamUsage(client, streams, options), options);
}

async function attach(
  client: Client,
  streamId: string,
  deviceId: string,
  { webhookStreams, shared }: WebhookStreamUsage,
  options: Options,
): Promise<string> {
  const attached = await client.list('deviceStreams.list', { filter: { deviceId } }, options);
  const existing = attached.find((attachment) => sameId(attachment.streamId, streamId));
  if (existing !== undefined) return existing.id;
  const ofDevice = [...attached, ...shared.filter((stream) => sameId(stream.deviceId, deviceId))];
  const count = ofDevice.filter((stream) => webhookStreams.has((stream.streamId ?? '').toLowerCase())).length;
  if (webhookStreams.has(streamId.toLowerCase()) && count >= limits.webhookDeviceStreamsPerDevice)
    throw new ClientError('REFUSED', `${deviceId} has ${count} webhook streams already`, {
      operation: 'deviceStreams.create',
      deviceId,
      validations: [problem('deviceId', 'deviceStreams', `${deviceId} has its ${count} webhook streams`, { count })],
    });
  return (await client.call('deviceStreams.create', { body: { deviceId, streamId } }, options)).data.id;
}

/** Detaches devices from a stream, ignoring those that are not attached. Returns how many were detached. */
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
  const attached = await client.list('deviceStreams.list', { filter: { streamId } }, options);
  const detached = attached.filter(({ deviceId }) => deviceIds.some((id) => sameId(id, deviceId)));
  for (const { id: deviceStreamId } of detached)
    await client.call('deviceStreams.delete', { path: { deviceStreamId } }, options);
  return detached.length;
}

/** Identifies a stream: by its id if that is known, otherwise by its other properties. */
export interface StreamIdentity {
  readonly id?: string;
  readonly description?: string;
  readonly format?: string;
  readonly baseUrl?: string;
  readonly publishPath?: string;
}

/** Detaches all devices of a stream and deletes it. Does nothing if it does not exist. */
export async function removeStreams(client: Client, identity: StreamIdentity): Promise<void> {
  const streams = await client.list('streams.list', {});
  // Without an id and base URL, a matching stream may be a foreign one at the same hub.
  const isAmbiguous = identity.id === undefined && identity.baseUrl === undefined;
  if (isAmbiguous && streams.some((stream) => matches(stream, identity)))
    throw new Error(`the id of the stream "${identity.description ?? ''}" is not known`);
  for (const stream of streams)
    if (identity.id === undefined ? matches(stream, identity) : sameId(stream.id, identity.id))
      await deleteStream(client, stream.id, {});
}

/** Returns the ids of the attached devices. */
async function deleteStream(client: Client, streamId: string, options: Options): Promise<string[]> {
  const attached = await client.list('deviceStreams.list', { filter: { streamId } }, options);
  for (const { id: deviceStreamId } of attached)
    await client.call('deviceStreams.delete', { path: { deviceStreamId } }, options);
  await client.call('streams.delete', { path: { streamId } }, options);
  return attached.flatMap(({ deviceId }) => (deviceId === undefined ? [] : [deviceId]));
}
