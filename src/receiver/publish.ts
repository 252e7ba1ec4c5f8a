import { type StreamPublish, streamPublish } from '../catalog';
import { createReading, type Reading, type Unread } from '../schema';
import { type ContentFault, type JsonObject, parseContent, readContent, unwrap } from './json-content';

/** The reason why a body is not a publish. `field` is missing, empty, too long or of another type. */
export type PublishFault =
  | { readonly reason: ContentFault }
  | { readonly reason: 'invalid-field'; readonly field: string };

/** A publish, with what was left out of it because it cannot be read. */
export interface ReadPublish {
  readonly publish: StreamPublish;
  readonly unread: readonly Unread[];
}

// Bounds the keys of the tables that are kept per device.
const maxTextLength = 256;
const envelopedFields = ['deviceId'];

let reading: Reading | undefined;

/**
 * Reads the publish in `body`, in envelopes or not, for what it plainly says: null is absent, numbers may be text. Only the five
 * fields that spec 6.2 requires must be there: the channels depend on the schema version, so unknown ones are passed on
 * unchanged.
 */
export function readPublish(body: Buffer): ReadPublish | PublishFault {
  const content = parseContent(body);
  if (typeof content === 'string') return { reason: content };
  const publish = unwrap(content, envelopedFields);
  reading ??= createReading(streamPublish.json);
  const unread = readContent(reading, publish);
  if (unread === 'too-deep') return { reason: unread };
  const field = invalidField(publish);
  return field === undefined ? { publish: publish as StreamPublish, unread } : { reason: 'invalid-field', field };
}

export function isPublishFault(result: ReadPublish | PublishFault): result is PublishFault {
  return 'reason' in result;
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
