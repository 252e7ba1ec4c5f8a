import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Got, Request, RequestFunction } from 'got';
import type { Method } from '../catalog';
import type { Clock, Timer } from '../clock';
import type { Agents } from './agents';
import type { Lifetime } from './lifetime';
import { accountHeaders, bodyHeaders, tokenHeaders } from './request-headers';
import type { CheckedSettings } from './settings';

export interface OutgoingRequest {
  readonly method: Method;
  readonly url: string;
  readonly token?: string;
  readonly body?: string;
}

/** What became of one request. */
export type Exchange =
  | {
      readonly kind: 'answer';
      readonly statusCode: number;
      readonly headers: IncomingHttpHeaders;
      readonly text: string;
    }
  | {
      readonly kind: 'failure';
      /** Whether the service may have got any of it. */
      readonly sent: boolean;
      readonly why: 'network' | 'timeout' | 'cut-off' | 'too-large' | 'not-http' | 'not-packed' | 'ended';
      readonly detail: string;
    };

/** `mayLeave` is asked when the connection stands, before the first byte: what a command was waiting for may have taken too long. */
export type Transport = (request: OutgoingRequest, lifetime: Lifetime, mayLeave?: () => boolean) => Promise<Exchange>;
type Failure = Extract<Exchange, { kind: 'failure' }>;

const userAgent = 'node-red-breakers';
/** Two kinds of token, their forerunners, and none. */
const instancesKept = 8;
/** Decoded. */
const largestAnswerBytes = 16 * 1024 * 1024;

let loading: Promise<typeof import('got')> | undefined;

// got is an ES module and costs 90 ms and 22 MB to load: nothing of it is touched before the first request.
async function createGot(account: CheckedSettings, agents: Agents): Promise<Got> {
  loading ??= import('got');
  const { got } = await loading;
  return got.extend({
    agent: { http: agents.http, https: agents.https },
    request: leanRequest,
    isStream: true,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: true,
    headers: { 'user-agent': userAgent, ...accountHeaders(account) },
  });
}

// The library hands over every option that it knows, most of them undefined, and Node copies them three times on the way to
// the socket.
const leanRequest: RequestFunction = (url, { method, headers, agent }) =>
  url.protocol === 'https:'
    ? httpsRequest(url, { method, headers, agent })
    : httpRequest(url, { method, headers, agent });

/** Sends single requests: no retry, no redirect. Never rejects for what happens on the way. */
export function createTransport(account: CheckedSettings, agents: Agents, clock: Clock): Transport {
  let creating: Promise<Got> | undefined;
  // An instance a token: what every request carries is merged once and not with each of them.
  const instances = new Map<string, Got>();

  async function instanceFor(token: string): Promise<Got> {
    creating ??= createGot(account, agents);
    const got = await creating;
    const instance = token === '' ? got : got.extend({ headers: tokenHeaders(token) });
    if (instances.size >= instancesKept) instances.clear();
    instances.set(token, instance);
    return instance;
  }

  return async (request, lifetime, mayLeave = () => true) => {
    const { token = '' } = request;
    const got = instances.get(token) ?? (await instanceFor(token));
    return exchange(got, request, { lifetime, clock, account, mayLeave });
  };
}

interface ExchangeLimits {
  readonly lifetime: Lifetime;
  readonly clock: Clock;
  readonly account: CheckedSettings;
  readonly mayLeave: () => boolean;
}

function exchange(
  got: Got,
  request: OutgoingRequest,
  { lifetime, clock, account, mayLeave }: ExchangeLimits,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let sent = false;
    let head: IncomingMessage | undefined;
    let timer: Timer | undefined;
    let settled = false;
    let forget = () => {};
    const chunks: Buffer[] = [];
    let bytes = 0;

    const settle = (result: Exchange) => {
      if (settled) return;
      settled = true;
      timer?.cancel();
      forget();
      resolve(result);
    };
    const giveUp = (why: Failure['why'], detail: string) => {
      settle({ kind: 'failure', sent, why, detail });
      running.destroy();
    };
    const startTimer = (ms: number, phase: string) => {
      timer?.cancel();
      timer = clock.after(ms, () => giveUp('timeout', `${phase} took longer than ${ms} ms`));
    };

    const running = start(got, request);
    forget = lifetime.onEnd(() => giveUp('ended', lifetime.ended() ?? ''));
    if (!settled) startTimer(account.connectTimeoutMs, 'connecting');

    running.once('request', (outgoing) => {
      whenSending(outgoing, request.url, () => {
        if (!mayLeave()) {
          outgoing.destroy();
          giveUp('ended', 'not sent in time');
          return;
        }
        sent = true;
        if (!settled) startTimer(account.responseTimeoutMs, 'the answer');
      });
    });
    running.once('response', (response) => {
      head = response;
      timer?.cancel();
    });
    running.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > largestAnswerBytes) giveUp('too-large', `larger than ${largestAnswerBytes} bytes`);
    });
    running.once('end', () => {
      if (head === undefined) return;
      const { statusCode = 0, headers } = head;
      settle({ kind: 'answer', statusCode, headers, text: Buffer.concat(chunks, bytes).toString() });
    });
    running.on('error', (error: Error & { readonly code?: string }) => {
      // Of the library's error only the code goes on: the object holds the API key and the token.
      const detail = error.code === undefined || error.code === 'ERR_GOT_REQUEST_ERROR' ? error.message : error.code;

      settle({ kind: 'failure', sent, why: whyOf(detail, head !== undefined), detail });
    });
  });
}

/** Runs `task` when the first byte of the request can leave: before, the service cannot have got anything. */
function whenSending(outgoing: ClientRequest, url: string, task: () => void): void {
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) task();
    else if (url.startsWith('https:')) socket.once('secureConnect', task);
    else if (socket.connecting) socket.once('connect', task);
    else task();
  });
}

/** The instance makes streams, which its type does not know. */
function start(got: Got, { method, url, body }: OutgoingRequest): Request {
  const options = body === undefined ? { method } : { method, body, headers: bodyHeaders };
  const started: unknown = method === 'GET' ? got(url) : got(url, options);
  const stream = started as Request;
  // A stream that may write waits for more than what it was given.
  if (method !== 'GET' && body === undefined) stream.end();
  return stream;
}

function whyOf(errorCode: string, headArrived: boolean): Failure['why'] {
  if (errorCode.startsWith('HPE_')) return 'not-http';
  if (errorCode === 'Z_DATA_ERROR') return 'not-packed';
  return headArrived ? 'cut-off' : 'network';
}
