import type { IncomingMessage, ServerResponse } from 'node:http';

/** A complete response, equal for every rejection of one status, so that it does not reveal the reason. */
export interface HttpResponse {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | number>>;
}

function json(status: number, body: string, headers: HttpResponse['headers'] = {}): HttpResponse {
  const own = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return { status, body, headers: { ...own, ...headers } };
}

// The error envelope of spec 7.1.
function error(status: number, message: string, headers?: HttpResponse['headers']): HttpResponse {
  return json(status, JSON.stringify({ error: { message } }), headers);
}

/** Every response that a receiver sends. 408 is not in spec 6: HTTP defines it for a body that does not arrive in time. */
export const responses = {
  accepted: json(200, '{}'),
  malformed: error(400, 'Bad Request'),
  noCredentials: error(401, 'Unauthorized', { 'WWW-Authenticate': 'AWS4-HMAC-SHA256' }),
  noSecret: error(401, 'Unauthorized', { 'WWW-Authenticate': 'SharedSecret' }),
  forbidden: error(403, 'Forbidden'),
  unknownTarget: error(404, 'Not Found'),
  otherMethod: error(405, 'Method Not Allowed'),
  tooSlow: error(408, 'Request Timeout', { Connection: 'close' }),
  reused: error(409, 'Conflict'),
  tooLarge: error(413, 'Payload Too Large', { Connection: 'close' }),
  unsupported: error(415, 'Unsupported Media Type'),
  tooMany: error(429, 'Too Many Requests'),
  unavailable: error(503, 'Service Unavailable'),
} as const satisfies Record<string, HttpResponse>;

/** Sends a response, unless the connection is closed or a response was sent already. */
export function sendResponse(
  to: ServerResponse,
  { status, body, headers }: HttpResponse,
  more?: HttpResponse['headers'],
): void {
  if (to.headersSent || to.destroyed) return;
  const closing = isWorthDraining(to.req) ? undefined : { Connection: 'close' };
  to.writeHead(status, more === undefined && closing === undefined ? headers : { ...headers, ...more, ...closing });
  to.end(body);
}

const maxDrainedBytes = 1024 * 1024;

/** Node discards the rest of an unread body to keep the connection open; for a long body, closing it is cheaper. */
function isWorthDraining(request: IncomingMessage): boolean {
  if (request.complete) return true;
  if (request.headers['transfer-encoding'] !== undefined) return false;
  return Number(request.headers['content-length'] ?? 0) <= maxDrainedBytes;
}
