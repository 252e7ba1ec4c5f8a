import { streamSignature } from '../../catalog';
import { signRequest } from '../../sigv4';
import type { StreamState } from '../service-state';
import type { DeliveryEffect } from './delivery-fault-kinds';
import type { DeliveryRequest } from './transport';

/** The specification leaves the beginning of the service name open; receivers check its end. spec 6.2 */
export const streamService = `breakerflow-${streamSignature.serviceSuffix}`;

export type WebhookStreamConfig = NonNullable<StreamState['request']['webhookStreamConfig']>;

/** A path below the base URL of a stream; undefined if the base URL is not a URL. */
export function streamUrl({ baseUrl }: WebhookStreamConfig, path: string): URL | undefined {
  const text = `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * A request of a stream, signed at `nowMs`: the validation GET without `body`, the publish POST with it. It has the
 * headers that the specification lists and no others. spec 6.2
 */
export function streamRequest(
  url: URL,
  { authCredentials }: WebhookStreamConfig,
  body: string | undefined,
  nowMs: number,
  { dateOffsetMs = 0, wrongSignature }: DeliveryEffect,
): DeliveryRequest {
  const method = body === undefined ? 'GET' : 'POST';
  const contentType: [string, string][] = body === undefined ? [] : [['Content-Type', streamSignature.contentType]];
  const signed = signRequest({
    method,
    target: `${url.pathname}${url.search}`,
    headers: contentType,
    host: url.host,
    body,
    accessKeyId: authCredentials.accessKeyId,
    secretAccessKey: authCredentials.secretAccessKey,
    region: streamSignature.region,
    service: streamService,
    date: new Date(nowMs + dateOffsetMs),
  });
  const headers = Object.fromEntries([...signed.headers, ...contentType]);
  if (wrongSignature) headers.Authorization = withWrongDigit(headers.Authorization ?? '');
  if (body === undefined) return { method, url, headers };
  return { method, url, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
}

function withWrongDigit(authorization: string): string {
  return `${authorization.slice(0, -1)}${authorization.endsWith('0') ? '1' : '0'}`;
}
