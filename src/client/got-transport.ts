import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Got, Request, RequestFunction } from 'got';
import { type Agents, createAgents } from './agents';
import type { ParsedSettings } from './settings';
import type { Transport, TransportHooks, TransportRequest, TransportResult } from './transport';

/** The transport of a client, with the connections that it keeps. */
export interface OwnTransport {
  readonly transport: Transport;
  close(): void;
}

const userAgent = 'node-red-breakers';
/** After decompression. */
const maxAnswerBytes = 16 * 1024 * 1024;

let gotModule: Promise<typeof import('got')> | undefined;

// got is an ES module and costs 90 ms and 22 MB to load: it is loaded with the first request.
async function createGot(agents: Agents): Promise<Got> {
  gotModule ??= import('got');
  const { got } = await gotModule;
  return got.extend({
    agent: { http: agents.http, https: agents.https },
    request: requestWithFewOptions,
    isStream: true,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: true,
    headers: { 'user-agent': userAgent },
  });
}

// got passes every option that it knows, most of them undefined, and Node copies them three times on the way to the
// socket.
const requestWithFewOptions: RequestFunction = (url, { method, headers, agent }) =>
  url.protocol === 'https:'
    ? httpsRequest(url, { method, headers, agent })
    : httpRequest(url, { method, headers, agent });

/** Sends over HTTP on connections that are kept alive. */
export function createGotTransport(
  account: ParsedSettings,
  environment: Readonly<Record<string, string | undefined>>,
): OwnTransport {
  const agents = createAgents(account, environment);
  let creating: Promise<Got> | undefined;
  // An instance for each set of headers: they are merged once and not with each request.
  const instances = new WeakMap<TransportRequest['headers'], Got>();

  async function instanceFor(headers: TransportRequest['headers']): Promise<Got> {
    creating ??= createGot(agents);
    const got = await creating;
    const instance = got.extend({ headers: { ...headers } });
    instances.set(headers, instance);
    return instance;
  }

  return {
    async transport(request, hooks) {
      const got = instances.get(request.headers) ?? (await instanceFor(request.headers));
      return exchange(got, request, hooks, agents.proxy === undefined ? '' : ` at the proxy ${agents.proxy}`);
    },
    close: agents.destroy,
  };
}

function exchange(
  got: Got,
  request: TransportRequest,
  hooks: TransportHooks,
  /** What a failure of the connection says of the proxy. */
  through: string,
): Promise<TransportResult> {
  return new Promise((resolve) => {
    let head: IncomingMessage | undefined;
    const chunks: Buffer[] = [];
    let bytes = 0;
    const running = start(got, request);

    hooks.onStop(() => running.destroy());
    running.once('request', (outgoing) => {
      whenSending(outgoing, request.url, () => {
        if (!hooks.mayLeave()) outgoing.destroy();
      });
    });
    running.once('response', (response) => {
      head = response;
      hooks.headArrived();
    });
    running.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes <= maxAnswerBytes) return;
      resolve({ kind: 'failure', why: 'too-large', detail: `larger than ${maxAnswerBytes} bytes` });
      running.destroy();
    });
    running.once('end', () => {
      if (head === undefined) return;
      const { statusCode = 0, headers } = head;
      resolve({ kind: 'answer', statusCode, headers, text: Buffer.concat(chunks, bytes).toString() });
    });
    running.on('error', (error: Error & { readonly code?: string }) => {
      // Only the code or the message of got's error is passed on: the object holds the API key and the token.
      const detail = error.code === undefined || error.code === 'ERR_GOT_REQUEST_ERROR' ? error.message : error.code;
      const why = whyOf(detail, head !== undefined);
      resolve({ kind: 'failure', why, detail: why === 'network' ? `${detail}${through}` : detail });
    });
  });
}

/** Runs `task` just before the first byte of the request is sent: until then the service has received nothing of it. */
function whenSending(outgoing: ClientRequest, url: string, task: () => void): void {
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) task();
    else if (url.startsWith('https:')) socket.once('secureConnect', task);
    else if (socket.connecting) socket.once('connect', task);
    else task();
  });
}

/** Starts a request as a stream: the instance has `isStream`, which its type does not show. */
function start(got: Got, { method, url, body }: TransportRequest): Request {
  const options = body === undefined ? { method } : { method, body };
  const started: unknown = method === 'GET' ? got(url) : got(url, options);
  const stream = started as Request;
  // Without `end` the stream would wait for a body.
  if (method !== 'GET' && body === undefined) stream.end();
  return stream;
}

function whyOf(errorCode: string, headArrived: boolean): 'network' | 'cut-off' | 'not-http' | 'not-packed' {
  if (errorCode.startsWith('HPE_')) return 'not-http';
  if (errorCode === 'Z_DATA_ERROR') return 'not-packed';
  return headArrived ? 'cut-off' : 'network';
}
