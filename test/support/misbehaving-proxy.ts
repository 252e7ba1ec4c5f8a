import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';

export interface Started {
  readonly origin: string;
  /** Method, path and header names of what came. */
  readonly requests: { readonly method: string; readonly path: string; readonly headers: readonly string[] }[];
  stop(): Promise<void>;
}

/** What a proxy changes of a request on its way, and of the answer on its way back. */
export interface Changes {
  path?(path: string): string;
  readonly headers?: Readonly<Record<string, string>>;
  body?(body: string): string;
  /** A method that it does not take. */
  readonly blocks?: string;
  readonly answerHeaders?: Readonly<Record<string, string>>;
}

/** A server that answers by itself. */
export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Started> {
  const requests: Started['requests'] = [];
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    requests.push({ method, path: url, headers: Object.keys(headers).sort() });
    answer(incoming, response);
  });
  return { ...(await listening(server)), requests };
}

/** A server that does with a connection what it likes. */
export async function startTcpServer(onSocket: (socket: Socket) => void): Promise<Started> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  const started = await listening(server);
  return {
    ...started,
    stop() {
      for (const socket of sockets) socket.destroy();
      return started.stop();
    },
  };
}

/** A reverse proxy to `target` that changes what it passes on. */
export function startProxy(target: string, changes: Changes = {}): Promise<Started> {
  return startServer(async (incoming, response) => {
    if (incoming.method === changes.blocks) {
      response.writeHead(405).end();
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
    const sent = Buffer.concat(parts).toString();
    const body = changes.body?.(sent) ?? sent;
    const path = changes.path?.(incoming.url ?? '') ?? incoming.url ?? '';
    const headers: Record<string, string | string[] | undefined> = { ...incoming.headers, ...changes.headers };
    if (body !== '') headers['content-length'] = String(Buffer.byteLength(body));
    const outgoing = request(`${target}${path}`, { method: incoming.method ?? '', headers, agent: false });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, { ...answer.headers, ...changes.answerHeaders });
      answer.pipe(response);
    });
    outgoing.on('error', () => response.writeHead(502).end());
    outgoing.end(body);
  });
}

async function listening(server: Server | TcpServer): Promise<Started> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    stop() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
