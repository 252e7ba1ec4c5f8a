import type { StreamPublish } from '../catalog';
import { type ContentFault, type JsonObject, parseContent, unwrap } from './json-content';

/** The reason why a body is not a publish. `field` is missing, empty, too long or of another type. */
export type PublishFault =
  | { readonly reason: ContentFault }
  | { readonly reason: 'invalid-field'; readonly field: string };

// Bounds the keys of the tables that are kept per device.
const maxTextLength = 256;
const envelopedFields = ['deviceId'];

/**
 * The publish in `body`, wrapped in `data` or not. Only the five fields that spec 6.2 requires are checked: the channels
 * depend on the schema version, so they and unknown keys are passed on unchanged.
 */
export function readPublish(body: Buffer): StreamPublish | PublishFault {
  const content = parseContent(body);
  if (typeof content === 'string') return { reason: content };
  const publish = unwrap(content, envelopedFields);
  const field = invalidField(publish);
  return field === undefined ? (publish as StreamPublish) : { reason: 'invalid-field', field };
}

export function isPublishFault(result: StreamPublish | PublishFault): result is PublishFault {
  return !('deviceId' in result);
}

function invalidField({ deviceId, serialNumber, schemaVersion, transactionId, ts }: JsonObject): string | undefined {
  if (!isText(deviceId)) return 'deviceId';
  if (!isText(serialNumber)) return 'serialNumber';
  if (!isText(schemaVersion)) return 'schemaVersion';
  if (!isText(transactionId)) return 'transactionId';
  return Number.isFinite(ts) ? undefined : 'ts';
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxTextLength;
}
