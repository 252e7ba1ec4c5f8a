import { gunzipSync } from 'node:zlib';
import type { RequestHandler } from './request-handler';
import type { Answered } from './wire-reply';

/** A request as a client makes it. */
export interface InProcessRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type InProcessResult =
  | {
      readonly kind: 'answer';
      readonly statusCode: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
    }
  | { readonly kind: 'failure'; readonly why: 'network' | 'cut-off'; readonly detail: string };

/**
 * Carries requests to the simulator without a socket. `mayLeave` is called before the request arrives; if it returns
 * false, the request does not arrive. A cut connection is a failure.
 */
export type InProcessTransport = (
  request: InProcessRequest,
  sending: { mayLeave(): boolean },
) => Promise<InProcessResult>;

// The same shape as a transport of the client, declared again because client and simulator share no code.
export function createInProcessTransport({ handle }: RequestHandler): InProcessTransport {
  return async ({ method, url, headers, body = '' }, { mayLeave }) => {
    const [, origin = '', target = ''] = /^(\w+:\/\/[^/]+)(.*)$/.exec(url) ?? [];
    if (!mayLeave()) return { kind: 'failure', why: 'network', detail: 'not sent' };
    return resultOf(await handle({ method, origin, target, headers: lowerCased(headers), body: Buffer.from(body) }));
  };
}

function resultOf(answered: Answered): InProcessResult {
  if (answered === 'cut') return { kind: 'failure', why: 'network', detail: 'ECONNRESET' };
  const { status, bytes, cutAfter } = answered;
  if (cutAfter !== undefined) return { kind: 'failure', why: 'cut-off', detail: 'ECONNRESET' };
  const headers = lowerCased(answered.headers);
  const plain = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  return { kind: 'answer', statusCode: status, headers, text: plain.toString() };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
