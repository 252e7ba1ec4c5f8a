import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { localhostCertificate } from '../../support/localhost-certificate';

/** A request as it arrived. */
export interface Arrival {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The connection that it came on, numbered from 1. */
  readonly connection: number;
}

export interface Receiver {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly arrivals: readonly Arrival[];
  /** Bodies of the publishes and webhooks that arrived. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into payloads of every shape
  readonly payloads: readonly any[];
  /** How requests are answered from now on; 200 `{}` at first. A number is a status, 0 is no answer at all. */
  answer: number | ((arrival: Arrival) => number);
  /** Waits until so many requests have arrived in all. */
  untilArrivals(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A customer's endpoint on this machine. */
export async function startReceiver(options: { readonly secure?: boolean } = {}): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const connections = new WeakMap<object, number>();
  let connected = 0;

  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const arrival: Arrival = {
        method: request.method ?? '',
        target: request.url ?? '',
        rawHeaders: request.rawHeaders,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        connection: connections.get(request.socket) ?? 0,
      };
      arrivals.push(arrival);
      reply(response, typeof receiver.answer === 'number' ? receiver.answer : receiver.answer(arrival));
    });
  };
  const server = options.secure
    ? createSecureServer({ cert: localhostCertificate.certificate, key: localhostCertificate.key }, listener)
    : createServer(listener);
  server.on(options.secure ? 'secureConnection' : 'connection', (socket: object) => {
    connected += 1;
    connections.set(socket, connected);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const receiver: Receiver = {
    origin: `${options.secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    arrivals,
    get payloads() {
      return arrivals.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body));
    },
    answer: 200,
    async untilArrivals(count) {
      await until(() => arrivals.length >= count);
    },
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
  return receiver;
}

function reply(response: ServerResponse, status: number): void {
  if (status === 0) return;
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 302 ? { location: '/elsewhere' } : {}),
  });
  response.end('{}');
}

/** Lets the network go on until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((resolve) => setImmediate(resolve));
}
