import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a request gets: nothing in it depends on why it was refused. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | number>>;
}

function answer(status: number, body: string, headers: Answer['headers'] = {}): Answer {
  const own = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return { status, body, headers: { ...own, ...headers } };
}

// The error envelope of spec 7.1.
function error(status: number, message: string, headers?: Answer['headers']): Answer {
  return answer(status, JSON.stringify({ error: { message } }), headers);
}

/** Every answer that we give. 408 is HTTP's own for a body that does not arrive. */
export const answers = {
  accepted: answer(200, '{}'),
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
} as const satisfies Record<string, Answer>;

/** Sends `answer`, unless the peer is gone or an answer is already on its way. */
export function sendAnswer(
  response: ServerResponse,
  { status, body, headers }: Answer,
  more?: Answer['headers'],
): void {
  if (response.headersSent || response.destroyed) return;
  const closing = mayBeDrained(response.req) ? undefined : { Connection: 'close' };
  response.writeHead(
    status,
    more === undefined && closing === undefined ? headers : { ...headers, ...more, ...closing },
  );
  response.end(body);
}

const MAX_DRAINED_BYTES = 1024 * 1024;

/** Node reads away what is left of a body to keep the connection: only a short one is worth that. */
function mayBeDrained(request: IncomingMessage): boolean {
  if (request.complete) return true;
  if (request.headers['transfer-encoding'] !== undefined) return false;
  return Number(request.headers['content-length'] ?? 0) <= MAX_DRAINED_BYTES;
}
