import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import type { Got } from 'got';
import type { Method } from '../catalog';
import type { Clock, Timer } from '../clock';
import type { Agents } from './agents';
import type { Lifetime } from './lifetime';
import { accountHeaders, bodyHeaders, tokenHeaders } from './request-headers';
import type { Account } from './settings';

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

export type Transport = (request: OutgoingRequest, lifetime: Lifetime) => Promise<Exchange>;
type Failure = Extract<Exchange, { kind: 'failure' }>;

const userAgent = 'node-red-breakers';
/** Two kinds of token, their forerunners, and none. */
const instancesKept = 8;
/** Decoded. */
const largestAnswerBytes = 16 * 1024 * 1024;

let loading: Promise<typeof import('got')> | undefined;

// got is an ES module and costs 90 ms and 22 MB to load: nothing of it is touched before the first request.
async function createGot(account: Account, agents: Agents): Promise<Got> {
  loading ??= import('got');
  const { got } = await loading;
  return got.extend({
    agent: { http: agents.http, https: agents.https },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: true,
    headers: { 'user-agent': userAgent, ...accountHeaders(account) },
  });
}

/** Sends single requests: no retry, no redirect. Never rejects for what happens on the way. */
export function createTransport(account: Account, agents: Agents, clock: Clock): Transport {
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

  return async (request, lifetime) => {
    const { token = '' } = request;
    const got = instances.get(token) ?? (await instanceFor(token));
    return exchange(got, request, lifetime, clock, account);
  };
}

function exchange(
  got: Got,
  request: OutgoingRequest,
  lifetime: Lifetime,
  clock: Clock,
  account: Account,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let sent = false;
    let headArrived = false;
    let timer: Timer | undefined;
    let settled = false;
    let forget = () => {};

    const settle = (result: Exchange) => {
      if (settled) return;
      settled = true;
      timer?.cancel();
      forget();
      resolve(result);
    };
    const giveUp = (why: Failure['why'], detail: string) => {
      settle({ kind: 'failure', sent, why, detail });
      running.cancel();
    };
    const startTimer = (ms: number, phase: string) => {
      timer?.cancel();
      timer = clock.after(ms, () => giveUp('timeout', `${phase} took longer than ${ms} ms`));
    };

    const running = request.method === 'GET' ? got(request.url) : got(request.url, writeOptions(request));
    forget = lifetime.onEnd(() => giveUp('ended', lifetime.ended() ?? ''));
    if (!settled) startTimer(account.connectTimeoutMs, 'connecting');

    running.on('request', (outgoing) => {
      whenSending(outgoing, request.url, () => {
        sent = true;
        if (!settled) startTimer(account.responseTimeoutMs, 'the answer');
      });
      outgoing.once('response', () => {
        headArrived = true;
        timer?.cancel();
      });
    });
    running.on('downloadProgress', ({ transferred }) => {
      if (transferred > largestAnswerBytes) giveUp('too-large', `larger than ${largestAnswerBytes} bytes`);
    });
    running.then(
      ({ statusCode, headers, body }) => settle({ kind: 'answer', statusCode, headers, text: body }),
      (error: { code?: string; message: string }) => {
        // Of the library's error only the code goes on: the object holds the API key and the token.
        const detail = error.code === undefined || error.code === 'ERR_GOT_REQUEST_ERROR' ? error.message : error.code;

        settle({ kind: 'failure', sent, why: whyOf(detail, headArrived), detail });
      },
    );
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

function writeOptions({ method, body }: OutgoingRequest) {
  return body === undefined ? { method } : { method, body, headers: bodyHeaders };
}

function whyOf(errorCode: string, headArrived: boolean): Failure['why'] {
  if (errorCode.startsWith('HPE_')) return 'not-http';
  if (errorCode === 'Z_DATA_ERROR') return 'not-packed';
  return headArrived ? 'cut-off' : 'network';
}
