import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Transport } from '../../src/client';
import type { Clock } from '../../src/clock';
import { localhostCertificate } from './localhost-certificate';

export interface ScriptedRequest {
  readonly method: string;
  /** Path and query after `/api/v1`, as it came. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface ScriptedAnswer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly gzip?: boolean;
}

/** An answer, or a fault: no answer, a reset after or before the body was read, an answer cut off in the middle. */
export type ScriptedReply =
  | ScriptedAnswer
  | 'hang'
  | 'reset'
  | 'reset-early'
  | 'truncate'
  | ((request: ScriptedRequest) => ScriptedAnswer);

export interface ScriptedService {
  readonly origin: string;
  readonly requests: readonly ScriptedRequest[];
  /** Replies in order for `METHOD /path` (the query does not count); the last one stays. */
  on(route: string, ...replies: ScriptedReply[]): void;
  /** How many requests for the route arrived. */
  count(route: string): number;
  /** The next connections are dropped before their TLS handshake: nothing of a request can have been sent. */
  dropConnections(count: number): void;
  droppedConnections(): number;
  openConnections(): Promise<number>;
  close(): Promise<void>;
}

const prefix = '/api/v1';
const tokenRoute = 'POST /serviceAccount/authToken';

/** What a scripted service has got and what it replies. */
interface Script extends Pick<ScriptedService, 'requests' | 'on' | 'count'> {
  reply(route: string): ScriptedReply;
  arrived(request: ScriptedRequest): void;
}

function createScript(clock: Clock): Script {
  const requests: ScriptedRequest[] = [];
  const scripts = new Map<string, ScriptedReply[]>();
  let tokens = 0;
  const on: Script['on'] = (route, ...replies) => {
    scripts.set(route, replies);
  };
  on(tokenRoute, () => {
    tokens += 1;
    return tokenAnswer(`token-${tokens}`, clock.now() + 3_600_000);
  });
  return {
    requests,
    on,
    count: (route) => requests.filter(({ method, target }) => `${method} ${target.split('?')[0]}` === route).length,
    reply(route) {
      const script = scripts.get(route);
      const reply = script !== undefined && script.length > 1 ? script.shift() : script?.[0];
      return reply ?? errorAnswer(404, 'not scripted');
    },
    arrived: (request) => requests.push(request),
  };
}

/** A service that does what a test tells it, without a socket; its `Date` is the clock's. */
export function createScriptedService(clock: Clock): ScriptedService & { readonly transport: Transport } {
  const script = createScript(clock);
  let toDrop = 0;
  let dropped = 0;
  let closed = false;
  const cut = { kind: 'failure', why: 'network', detail: 'ECONNRESET' } as const;

  const transport: Transport = async ({ method, url, headers: given, body = '' }, { mayLeave, onStop }) => {
    if (toDrop > 0) {
      toDrop -= 1;
      dropped += 1;
      return cut;
    }
    if (closed) return { ...cut, detail: 'ECONNREFUSED' };
    if (!mayLeave()) return cut;
    const target = url.slice(url.indexOf(prefix) + prefix.length);
    const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
    const request = { method, target, headers, body };
    const reply = script.reply(`${method} ${target.split('?')[0]}`);
    script.arrived(request);
    if (reply === 'hang') return new Promise((resolve) => onStop(() => resolve(cut)));
    if (reply === 'reset' || reply === 'reset-early') return cut;
    if (reply === 'truncate') return { ...cut, why: 'cut-off' };
    const answer = typeof reply === 'function' ? reply(request) : reply;
    const text = answer.json === undefined ? (answer.text ?? '') : JSON.stringify(answer.json);
    return {
      kind: 'answer',
      statusCode: answer.status ?? (text === '' ? 204 : 200),
      headers: {
        date: new Date(clock.now()).toUTCString(),
        ...(answer.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...answer.headers,
      },
      text,
    };
  };

  return {
    ...script,
    origin: 'https://service.invalid',
    transport,
    dropConnections(count) {
      toDrop = count;
    },
    droppedConnections: () => dropped,
    openConnections: async () => 0,
    async close() {
      closed = true;
    },
  };
}

/** The same over HTTP. Closes its connections unless told otherwise. */
export async function startScriptedService(
  clock: Clock,
  { tls = false, keepAlive = false }: { tls?: boolean; keepAlive?: boolean } = {},
): Promise<ScriptedService> {
  const script = createScript(clock);
  let toDrop = 0;
  let dropped = 0;

  const server = tls
    ? https.createServer({ key: localhostCertificate.key, cert: localhostCertificate.certificate }, serve)
    : http.createServer(serve);
  server.on('connection', (socket) => {
    if (toDrop === 0) return;
    toDrop -= 1;
    dropped += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const target = url.startsWith(prefix) ? url.slice(prefix.length) : url;
    const route = `${method} ${target.split('?')[0]}`;
    const reply = script.reply(route);
    if (reply === 'reset-early') {
      script.arrived({ method, target, headers, body: '' });
      request.socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const arrived = { method, target, headers, body: Buffer.concat(chunks).toString() };
    script.arrived(arrived);
    if (reply === 'hang') return;
    if (reply === 'reset') {
      request.socket.destroy();
      return;
    }
    response.sendDate = false;
    response.setHeader('date', new Date(clock.now()).toUTCString());
    if (!keepAlive) response.setHeader('connection', 'close');
    if (reply === 'truncate') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"data":', () => request.socket.destroy());
      return;
    }
    answer(response, typeof reply === 'function' ? reply(arrived) : reply);
  }

  return {
    ...script,
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    dropConnections(count) {
      toDrop = count;
    },
    droppedConnections: () => dropped,
    openConnections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function tokenAnswer(token: string, expiresAt: number): ScriptedAnswer {
  return { json: { data: { token, expiresAt: new Date(expiresAt).toISOString() } } };
}

/** An error of the service. spec 7.1 */
export function errorAnswer(
  status: number,
  message: string,
  validations: readonly { message: string; propertyName: string }[] = [],
): ScriptedAnswer {
  return { status, json: { error: { message, validations } } };
}

function answer(response: ServerResponse, { status, json, text, headers = {}, gzip = false }: ScriptedAnswer): void {
  const plain = json === undefined ? (text ?? '') : JSON.stringify(json);
  response.writeHead(status ?? (plain === '' ? 204 : 200), {
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    ...headers,
  });
  response.end(gzip ? gzipSync(plain) : plain);
}
