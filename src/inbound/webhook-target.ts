import type { IncomingMessage } from 'node:http';
import type { WebhookKind } from '../catalog';
import type { Clock } from '../clock';
import { type BodyFault, type BodyLimits, createBodyIntake } from './body-reader';
import { sha256Hex } from './digest';
import type { DeliverOnce } from './duplicates/deliver-once';
import { parseContent } from './json-content';
import { refuse } from './reject-request';
import { bodyRefusal, contentRefusal, otherMethodRefusal, type Refusal, refusal } from './rejection';
import type { RefusalLog } from './rejection-log';
import { answers, sendAnswer } from './response';
import type { Arrival, Target } from './router';
import { createSecretCheck } from './shared-secret';
import { readWebhookPayload, type WebhookEvent } from './webhook-event';

/** How a webhook knows its service: by a secret in a header of our choosing, one or two of them, or not at all. */
export type WebhookAccess = { readonly header: string; readonly secrets: readonly string[] } | { readonly open: true };

export interface WebhookTargetOptions extends BodyLimits {
  readonly clock: Clock;
  /** Sets apart the targets on one store. */
  readonly scope: string;
  readonly kind: WebhookKind;
  readonly path: string;
  /** Without it the route is closed: every request is refused. */
  readonly access?: WebhookAccess;
  readonly deliverOnce: DeliverOnce;
  /** Sends an event on; throws or rejects where it cannot, and the service may try again. */
  readonly deliver: (event: WebhookEvent) => void | Promise<void>;
  readonly refusals: RefusalLog;
  /** A delivery, or the store, failed; the request got 503. */
  readonly onError: (error: unknown) => void;
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json[ \t]*(?:;|$)/i;
const RETRY_AFTER_SECONDS = 5;

/** The receiving end of a webhook. RangeError for secrets that it could not work with. */
export function createWebhookTarget(options: WebhookTargetOptions): Target & { close(): void } {
  const { clock, kind, deliver, deliverOnce } = options;
  const intake = createBodyIntake(clock, options);
  const checkAccess = createAccessCheck(options.access);
  const keyPrefix = `${options.scope.length}:${options.scope}${kind}:`;

  async function take(arrival: Arrival): Promise<'accepted' | Refusal> {
    const { request } = arrival;
    if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
      return refusal('content-type', 'not-json', answers.unsupported);
    }
    const announced = intake.announced(request);
    if (announced !== undefined) return bodyRefusal(announced);
    const denied = checkAccess(request.rawHeaders);
    if (denied !== undefined) return denied;
    const body =
      parsedBefore(request) ??
      (await new Promise<Buffer | BodyFault>((takeBody) => intake.read(arrival, { takeBody })));
    if (body === 'too-deep') return contentRefusal({ reason: body });
    if (typeof body === 'string') return bodyRefusal(body);

    const content = parseContent(body);
    if (typeof content === 'string') return contentRefusal({ reason: content });
    const payload = readWebhookPayload(kind, content);
    if (payload === 'empty') return contentRefusal({ reason: payload });
    if (Array.isArray(payload)) return contentRefusal({ reason: 'invalid-field', field: payload[0].field });

    const event = { kind, payload, receivedAtMs: clock.now() } as WebhookEvent;
    const bodyHash = sha256Hex(body);
    try {
      await deliverOnce(sha256Hex(keyPrefix + bodyHash), bodyHash, () => deliver(event));
      return 'accepted';
    } catch (error) {
      options.onError(error);
      return refusal('delivery', 'failed', answers.unavailable, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }

  return {
    routes: [
      {
        method: 'POST',
        path: options.path,
        async handle(arrival) {
          const outcome = await take(arrival);
          if (outcome === 'accepted') sendAnswer(arrival.response, answers.accepted);
          else refuse(arrival, outcome, options.refusals);
        },
      },
    ],
    otherMethod: (arrival) => refuse(arrival, otherMethodRefusal(arrival.request.method), options.refusals),
    close: intake.close,
  };
}

/**
 * The JSON that a parser before us has read: Node-RED's admin side has one, and may stand before us where httpAdminRoot is
 * `/`. No signature covers the bytes of a webhook, so that its content is enough.
 */
function parsedBefore(request: IncomingMessage & { readonly body?: unknown }): Buffer | 'too-deep' | undefined {
  if (!request.readableEnded || typeof request.body !== 'object' || request.body === null) return undefined;
  try {
    return Buffer.from(JSON.stringify(request.body), 'utf8');
  } catch (error) {
    if (error instanceof RangeError) return 'too-deep';
    throw error;
  }
}

/** Why a request may not come in, by its headers. */
function createAccessCheck(access: WebhookAccess | undefined): (rawHeaders: readonly string[]) => Refusal | undefined {
  if (access === undefined) return () => refusal('secret', 'closed', answers.forbidden);
  if ('open' in access) return () => undefined;
  const fits = createSecretCheck(access.secrets);
  const name = access.header.toLowerCase();
  return (rawHeaders) => {
    const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
    const [value] = values;
    if (value === undefined)
      return refusal('secret', 'missing', answers.noSecret, { detail: { header: access.header } });
    return values.length === 1 && fits(value) ? undefined : refusal('secret', 'mismatch', answers.forbidden);
  };
}
