import { type AnswerOf, limits } from '../../catalog';
import { initialHealth } from '../deliveries';
import { notFound } from '../find';
import { type HandlerContext, ServiceRefusal } from '../handler';
import type { DeviceStreamState, ServiceState } from '../service-state';
import { fieldRefusal } from './field-refusal';
import { isoInstant } from './iso-instant';

function isWebhookStream(state: ServiceState, streamId: string): boolean {
  return state.streams.some(({ id, request }) => id === streamId && request.format === 'webhook');
}

/**
 * Attaches a device to a stream. Throws 400: the same stream twice on one device, or a fourth webhook stream, shared
 * ones counted. spec 4.5, 7.2
 */
export function attach(
  { state, clock, newId }: HandlerContext,
  deviceId: string,
  streamId: string,
  shared: boolean,
): DeviceStreamState {
  const stream = state.streams.find(({ id }) => id === streamId);
  if (stream === undefined) throw fieldRefusal('streamId', 'is not a stream of the application');
  const own = state.deviceStreams.filter((attachment) => attachment.deviceId === deviceId);
  if (own.some((attachment) => attachment.streamId === streamId))
    throw fieldRefusal('streamId', 'is already registered on the device');
  const webhooks = own.filter((attachment) => isWebhookStream(state, attachment.streamId));
  if (isWebhookStream(state, streamId) && webhooks.length >= limits.webhookDeviceStreamsPerDevice)
    throw new ServiceRefusal(400, `The device has its ${limits.webhookDeviceStreamsPerDevice} webhook device streams`);
  const attachment = {
    id: newId(),
    deviceId,
    streamId,
    shared,
    health: { at: clock.now(), ...initialHealth[stream.request.format] },
  };
  state.deviceStreams.push(attachment);
  return attachment;
}

/** Throws 404, also for the id of a shared device stream where a device stream is expected, and vice versa. spec 7.2 */
export function findAttachment({ state }: HandlerContext, attachmentId: string, shared: boolean): DeviceStreamState {
  const found = state.deviceStreams.find((known) => known.id === attachmentId && known.shared === shared);
  if (found === undefined) throw notFound(shared ? 'Shared device stream' : 'Device stream');
  return found;
}

/** How the last push went. spec 2.7 */
export function healthOf({ health }: DeviceStreamState): AnswerOf<'deviceStreams.status'> {
  return { dateTime: isoInstant(health.at), message: health.message, streamStatusCode: health.code };
}
