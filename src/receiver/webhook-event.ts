import { type WebhookKind, webhookEvents } from '../catalog';
import { createCheck, type Infer, type Problem } from '../schema';
import { type JsonObject, unwrap } from './json-content';

type PayloadOf<K extends WebhookKind> = Infer<(typeof webhookEvents)[K]['payload']>;

/** The payload of one of the four webhooks. spec 6.1 */
export type WebhookEvent = {
  readonly [K in WebhookKind]: {
    readonly kind: K;
    readonly payload: PayloadOf<K>;
    /** Epoch ms. */
    readonly receivedAtMs: number;
  };
}[WebhookKind];

const checks = new Map<WebhookKind, (value: unknown) => Problem[]>();

/**
 * The payload of a `kind`, wrapped in `data` or not, or the problems found in it. Unknown keys are kept. Null counts as
 * absent, so that a field without a value does not cost the event.
 */
export function readWebhookPayload(
  kind: WebhookKind,
  content: JsonObject,
): JsonObject | 'empty' | readonly [Problem, ...Problem[]] {
  const { payload } = webhookEvents[kind];
  const present = Object.entries(unwrap(content, Object.keys(payload.json.properties ?? {}))).filter(
    ([, value]) => value !== null,
  );
  // A kind with optional fields only would accept it, and a JSON middleware turns an empty body into `{}`.
  if (present.length === 0) return 'empty';
  const event = Object.fromEntries(present);
  let check = checks.get(kind);
  if (check === undefined) {
    check = createCheck(payload);
    checks.set(kind, check);
  }
  const [first, ...others] = check(event);
  return first === undefined ? event : [first, ...others];
}
