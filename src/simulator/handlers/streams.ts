import type { AnswerOf } from '../../catalog';
import { notFound } from '../find';
import { type HandlerContext, type HandlersOf, ServiceRefusal } from '../handler';
import type { DeviceStreamState, ServiceState, StreamState } from '../service-state';
import { attach, findAttachment, healthOf } from './attachment';
import { meets } from './criteria';
import { fieldRefusal } from './field-refusal';
import { quotaLimits } from './quotas';

const configs = { 'azure-iot-hub': 'azureIotHubStreamConfig', webhook: 'webhookStreamConfig' } as const;

/** Credentials are shown on creation only: the specification is silent, and this is how the service treats its own. */
function view({ id, request }: StreamState): AnswerOf<'streams.get'> {
  const { description, format, webhookStreamConfig } = request;
  if (webhookStreamConfig === undefined) return { id, description, format };
  const { authCredentials, ...shown } = webhookStreamConfig;
  return { id, description, format, webhookStreamConfig: shown };
}

function findStream(state: ServiceState, streamId: string): StreamState {
  const stream = state.streams.find(({ id }) => id === streamId);
  if (stream === undefined) throw notFound('Stream');
  return stream;
}

function requireMatchingConfig(request: StreamState['request']): void {
  for (const [format, config] of Object.entries(configs)) {
    if (request.format === format && request[config] === undefined)
      throw fieldRefusal(config, `is required when format is ${format}`);
    if (request.format !== format && request[config] !== undefined)
      throw fieldRefusal(config, `is only valid when format is ${format}`);
  }
}

/** spec 4.5 */
export const streams: HandlersOf<'streams'> = {
  'streams.create': ({ body }, { state, newId }) => {
    requireMatchingConfig(body);
    if (state.streams.length >= quotaLimits.streams)
      throw new ServiceRefusal(400, `The application has its ${quotaLimits.streams} streams`);
    const id = newId();
    state.streams.push({ id, request: body });
    return { id, ...body, ...credentialsAsText(body) };
  },

  'streams.list': (_, { state }) => state.streams.map(view),

  'streams.get': ({ path }, { state }) => view(findStream(state, path.streamId)),

  'streams.delete': ({ path }, { state }) => {
    const stream = findStream(state, path.streamId);
    if (state.deviceStreams.some(({ streamId }) => streamId === stream.id))
      throw new ServiceRefusal(400, 'The stream is in use by device streams');
    state.streams = state.streams.filter((known) => known !== stream);
    return undefined;
  },
};

/** Only the named credentials come back, whatever else was sent with them. */
function credentialsAsText({ webhookStreamConfig }: StreamState['request']) {
  if (webhookStreamConfig === undefined) return {};
  const { accessKeyId, secretAccessKey } = webhookStreamConfig.authCredentials;
  return { webhookStreamConfig: { ...webhookStreamConfig, authCredentials: { accessKeyId, secretAccessKey } } };
}

function attachmentView({ id, deviceId, streamId }: DeviceStreamState): AnswerOf<'deviceStreams.get'> {
  return { id, deviceId, streamId };
}

function remove(context: HandlerContext, attachmentId: string, shared: boolean): undefined {
  const attachment = findAttachment(context, attachmentId, shared);
  context.state.deviceStreams = context.state.deviceStreams.filter((known) => known !== attachment);
  return undefined;
}

/** spec 4.5 */
export const deviceStreams: HandlersOf<'deviceStreams'> = {
  'deviceStreams.create': ({ body }, context) => {
    if (!context.state.devices.some(({ id }) => id === body.deviceId))
      throw fieldRefusal('deviceId', 'is not a device of the application');
    return attachmentView(attach(context, body.deviceId, body.streamId, false));
  },

  'deviceStreams.list': ({ filter }, { state }) =>
    state.deviceStreams
      .filter(({ shared, deviceId, streamId }) => !shared && meets(filter, { deviceId, streamId }))
      .map(attachmentView),

  'deviceStreams.get': ({ path }, context) => attachmentView(findAttachment(context, path.deviceStreamId, false)),

  'deviceStreams.delete': ({ path }, context) => remove(context, path.deviceStreamId, false),

  'deviceStreams.status': ({ path }, context) => healthOf(findAttachment(context, path.deviceStreamId, false)),
};

/**
 * As the device streams, for devices that an organization of the application shares with another. The payloads are not
 * documented: creation takes `sharedDeviceId`, or the `deviceId` of a shared device, and `streamId`. spec 4.5
 */
export const sharedDeviceStreams: HandlersOf<'sharedDeviceStreams'> = {
  'sharedDeviceStreams.create': ({ body }, context) => {
    const share = context.state.shareCodes.find(
      ({ status, sharedDeviceId, deviceId }) =>
        status === 'claimed' && (sharedDeviceId === body.sharedDeviceId || deviceId === body.deviceId),
    );
    if (share === undefined)
      throw fieldRefusal(body.deviceId === undefined ? 'sharedDeviceId' : 'deviceId', 'is not a shared device');
    if (typeof body.streamId !== 'string') throw fieldRefusal('streamId', 'is required');
    return attachmentView(attach(context, share.deviceId, body.streamId, true));
  },

  'sharedDeviceStreams.list': (_, { state }) => state.deviceStreams.filter(({ shared }) => shared).map(attachmentView),

  'sharedDeviceStreams.get': ({ path }, context) =>
    attachmentView(findAttachment(context, path.sharedDeviceStreamId, true)),

  'sharedDeviceStreams.delete': ({ path }, context) => remove(context, path.sharedDeviceStreamId, true),

  'sharedDeviceStreams.status': ({ path }, context) =>
    healthOf(findAttachment(context, path.sharedDeviceStreamId, true)),
};
