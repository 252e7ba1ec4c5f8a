import type { IncomingMessage } from 'node:http';
import type { WebhookKind } from '../catalog';
import type { Clock } from '../clock';
import { type BodyFault, type BodyLimits, createBodyReader } from './body-reader';
import { sha256Hex } from './digest';
import type { DeliverOnce } from './duplicates/deliver-once';
import { parseContent } from './json-content';
import { rejectRequest } from './reject-request';
import { bodyRejection, contentRejection, otherMethodRejection, type Rejection, rejection } from './rejection';
import type { RejectionLog } from './rejection-log';
import { createRepetitions, tellsItself } from './repeated-event';
import { responses, sendResponse } from './response';
import type { IncomingRequest, Target } from './router';
import { createSecretCheck } from './shared-secret';
import { readWebhookPayload, type WebhookEvent } from './webhook-event';

/** The authentication of the service: one or two accepted secrets in a header, or none. */
export type WebhookAccess = { readonly header: string; readonly secrets: readonly string[] } | { readonly open: true };

export interface WebhookTargetOptions extends BodyLimits {
  readonly clock: Clock;
  /** Separates the targets that share a store. */
  readonly scope: string;
  readonly kind: WebhookKind;
  readonly path: string;
  /** If absent, every request is rejected. */
  readonly access?: WebhookAccess;
  readonly deliverOnce: DeliverOnce;
  /** Equal events without a time or an id are one event within so long of the first; two minutes by default. */
  readonly repeatMs?: number;
  /** Delivers an event. If it throws or rejects, the service may retry. */
  readonly deliver: (event: WebhookEvent) => void | Promise<void>;
  readonly rejections: RejectionLog;
  /** Delivery or the duplicate store failed; the response was 503. */
  readonly onError: (error: unknown) => void;
}

const jsonType = /^application\/(?:[\w.-]+\+)?json[ \t]*(?:;|$)/i;
const failureRetrySeconds = 5;
const defaultRepeatMs = 120_000;

/** Receives one kind of webhook. RangeError for invalid secrets. */
export function createWebhookTarget(options: WebhookTargetOptions): Target & { close(): void } {
  const { clock, kind, deliver, deliverOnce } = options;
  const bodyReader = createBodyReader(clock, options);
  const checkAccess = createAccessCheck(options.access);
  const repetition = createRepetitions(clock, options.repeatMs ?? defaultRepeatMs);
  const keyPrefix = `${options.scope.length}:${options.scope}${kind}:`;

  async function receive(incoming: IncomingRequest): Promise<'accepted' | Rejection> {
    const { request } = incoming;
    if (!jsonType.test(request.headers['content-type'] ?? '')) {
      return rejection('content-type', 'not-json', responses.unsupported);
    }
    const fault = bodyReader.checkHeaders(request);
    if (fault !== undefined) return bodyRejection(fault);
    const denied = checkAccess(request.rawHeaders);
    if (denied !== undefined) return denied;
    const parsed = alreadyParsed(request);
    const sent = parsed ?? (await new Promise<Buffer | BodyFault>((onBody) => bodyReader.read(incoming, { onBody })));
    if (sent === 'too-deep') return contentRejection({ reason: sent });
    // A middleware that has parsed the body has unpacked it.
    const body = typeof sent === 'string' || parsed !== undefined ? sent : bodyReader.unpack(request, sent);
    if (typeof body === 'string') return bodyRejection(body);

    const content = parseContent(body);
    if (typeof content === 'string') return contentRejection({ reason: content });
    const read = readWebhookPayload(kind, content);
    if ('reason' in read) return contentRejection(read);

    const { payload, unread } = read;
    const event = { kind, payload, unread, receivedAtMs: clock.now() } as WebhookEvent;
    const bodyHash = sha256Hex(body);
    try {
      const number = tellsItself(content) ? '' : `:${repetition(bodyHash)}`;
      await deliverOnce(sha256Hex(keyPrefix + bodyHash + number), bodyHash, () => deliver(event));
      return 'accepted';
    } catch (error) {
      options.onError(error);
      return rejection('delivery', 'failed', responses.unavailable, { retryAfterSeconds: failureRetrySeconds });
    }
  }

  return {
    routes: [
      {
        method: 'POST',
        path: options.path,
        async handle(incoming) {
          const result = await receive(incoming);
          if (result === 'accepted') sendResponse(incoming.response, responses.accepted);
          else rejectRequest(incoming, result, options.rejections);
        },
      },
    ],
    otherMethod: (incoming) =>
      rejectRequest(incoming, otherMethodRejection(incoming.request.method), options.rejections),
    close: bodyReader.close,
  };
}

/**
 * The JSON that an earlier middleware has parsed, such as the parser of Node-RED's admin app if httpAdminRoot is `/`. The
 * parsed content is enough: a webhook has no signature over its bytes.
 */
function alreadyParsed(request: IncomingMessage & { readonly body?: unknown }): Buffer | 'too-deep' | undefined {
  if (!request.readableEnded || typeof request.body !== 'object' || request.body === null) return undefined;
  try {
    return Buffer.from(JSON.stringify(request.body), 'utf8');
  } catch (error) {
    if (error instanceof RangeError) return 'too-deep';
    throw error;
  }
}

/** Rejects a request whose headers do not have the secret. */
function createAccessCheck(
  access: WebhookAccess | undefined,
): (rawHeaders: readonly string[]) => Rejection | undefined {
  if (access === undefined) return () => rejection('secret', 'closed', responses.forbidden);
  if ('open' in access) return () => undefined;
  const isSecret = createSecretCheck(access.secrets);
  const name = access.header.toLowerCase();
  return (rawHeaders) => {
    const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
    const [value] = values;
    if (value === undefined)
      return rejection('secret', 'missing', responses.noSecret, { detail: { header: access.header } });
    return values.length === 1 && isSecret(value) ? undefined : rejection('secret', 'mismatch', responses.forbidden);
  };
}
