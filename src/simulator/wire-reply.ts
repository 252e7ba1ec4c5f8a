import { gzipSync } from 'node:zlib';
import { errorReply, type ServiceReply } from './answer';
import type { Fault } from './faults';
import { ServiceRefusal } from './handler';

/** An answer as bytes. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The connection is cut after so many bytes of the body. */
  readonly cutAfter?: number;
}

export function encode({ status, headers, body }: ServiceReply): WireReply {
  if (body === undefined) return { status, headers, bytes: Buffer.alloc(0) };
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    bytes: Buffer.from(JSON.stringify(body)),
  };
}

const gatewayPage = '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Bad Gateway</h1></body></html>\n';

function refusal(status: number, message: string, retryAfter?: string): WireReply {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return encode(errorReply(new ServiceRefusal(status, message, [], headers)));
}

/** What a fault answers in place of the operation; undefined for a fault that lets it be carried out. */
export function replyInstead(fault: Fault, origin: string): WireReply | undefined {
  switch (fault.kind) {
    case 'offline':
      return refusal(503, 'Device Unavailable');
    case 'too-many-requests':
      return refusal(429, 'Too Many Requests', fault.retryAfter);
    case 'unavailable':
      return refusal(503, 'Service Unavailable', fault.retryAfter);
    case 'error':
      return refusal(fault.status, fault.message ?? 'Injected fault');
    case 'expired-token':
      return refusal(401, 'The access token has expired');
    case 'bare-status':
      return {
        status: fault.status ?? 503,
        headers: fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter },
        bytes: Buffer.alloc(0),
      };
    case 'html':
      return {
        status: fault.status ?? 502,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        bytes: Buffer.from(gatewayPage),
      };
    case 'redirect':
      return {
        status: fault.status ?? 302,
        headers: { location: fault.location ?? `${origin}/elsewhere` },
        bytes: Buffer.alloc(0),
      };
    default:
      return undefined;
  }
}

/** What a fault makes of the answer of an operation that was carried out. */
export function distort(fault: Fault, reply: ServiceReply, url: string): WireReply {
  const wire = encode(reply);
  switch (fault.kind) {
    case 'malformed-json':
      return { ...wire, status: reply.body === undefined ? 200 : wire.status, bytes: Buffer.from('{"data": [') };
    case 'empty-body':
      return { ...wire, status: 200, bytes: Buffer.alloc(0) };
    case 'truncated':
      return { ...wire, cutAfter: Math.floor(wire.bytes.length / 2) };
    case 'gzip':
      return wire.bytes.length === 0
        ? wire
        : { ...wire, headers: { ...wire.headers, 'content-encoding': 'gzip' }, bytes: gzipSync(wire.bytes) };
    case 'looping-page':
      return encode(withLoop(reply, url));
    default:
      return wire;
  }
}

function withLoop(reply: ServiceReply, url: string): ServiceReply {
  const body = reply.body as { page?: object } | undefined;
  return body?.page === undefined ? reply : { ...reply, body: { ...body, page: { ...body.page, next: url } } };
}
