import { streamSignature } from '../../catalog';
import { signRequest } from '../../sigv4';
import type { StreamState } from '../service-state';
import type { DeliveryFault } from './delivery-faults';
import type { DeliveryRequest } from './transport';

/** The vendor's word in the service name is open; receivers look at its end. spec 6.2 */
export const streamService = `breakerflow-${streamSignature.serviceSuffix}`;

const wrongDateMs = -20 * 60_000;

export type WebhookStreamConfig = NonNullable<StreamState['request']['webhookStreamConfig']>;

/** A path below the base URL of a stream; undefined for a base URL that is none. */
export function streamUrl({ baseUrl }: WebhookStreamConfig, path: string): URL | undefined {
  const text = `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * A request of a stream, signed at `nowMs`: the validation GET without `body`, the publish POST with it. It has the headers
 * that the specification lists and no others. spec 6.2
 */
export function streamRequest(
  url: URL,
  { authCredentials }: WebhookStreamConfig,
  body: string | undefined,
  nowMs: number,
  fault: DeliveryFault | undefined,
): DeliveryRequest {
  const method = body === undefined ? 'GET' : 'POST';
  const contentType: [string, string][] = body === undefined ? [] : [['Content-Type', streamSignature.contentType]];
  const offsetMs = fault?.kind === 'wrong-date' ? (fault.offsetMs ?? wrongDateMs) : 0;
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
    date: new Date(nowMs + offsetMs),
  });
  const headers = Object.fromEntries([...signed.headers, ...contentType]);
  if (fault?.kind === 'bad-signature') headers.Authorization = withWrongDigit(headers.Authorization ?? '');
  if (body === undefined) return { method, url, headers };
  return { method, url, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
}

function withWrongDigit(authorization: string): string {
  return `${authorization.slice(0, -1)}${authorization.endsWith('0') ? '1' : '0'}`;
}
