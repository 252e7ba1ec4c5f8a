import { type WebhookKind, webhookEvents } from '../catalog';
import { createReading, type Infer, type JsonSchema, type Reading, type Unread } from '../schema';
import { type JsonObject, readContent, unwrap } from './json-content';
import type { PublishFault } from './publish';

type PayloadOf<K extends WebhookKind> = Infer<(typeof webhookEvents)[K]['payload']>;

/** The payload of one of the four webhooks. spec 6.1 */
export type WebhookEvent = {
  readonly [K in WebhookKind]: {
    readonly kind: K;
    readonly payload: PayloadOf<K>;
    /** What was left out of it because it cannot be read. */
    readonly unread: readonly Unread[];
    /** Epoch ms. */
    readonly receivedAtMs: number;
  };
}[WebhookKind];

const readings = new Map<WebhookKind, Reading>();

/**
 * Reads the payload of a `kind`, in envelopes or not, for what it plainly says: null is absent, instants may be numbers. Only what
 * every payload of the kind has must be there; unknown keys are kept.
 */
export function readWebhookPayload(
  kind: WebhookKind,
  content: JsonObject,
): { readonly payload: JsonObject; readonly unread: readonly Unread[] } | PublishFault {
  const json: JsonSchema = webhookEvents[kind].payload.json;
  const { properties = {}, required = [] } = json;
  const payload = unwrap(content, required.length > 0 ? required : Object.keys(properties));
  let reading = readings.get(kind);
  if (reading === undefined) {
    reading = createReading(json);
    readings.set(kind, reading);
  }
  const unread = readContent(reading, payload);
  if (unread === 'too-deep') return { reason: unread };
  // A kind with optional fields only would accept it, and a JSON middleware turns an empty body into `{}`.
  if (Object.values(payload).every((value) => value === null)) {
    const [first] = unread;
    return first === undefined ? { reason: 'empty' } : { reason: 'invalid-field', field: first.field };
  }
  const field = required.find((name) => payload[name] === undefined || payload[name] === '');
  return field === undefined ? { payload, unread } : { reason: 'invalid-field', field };
}
