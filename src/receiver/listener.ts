import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { type Clock, sleep } from '../clock';
import { defined } from '../object';
import { responses, sendResponse } from './response';
import type { RequestHandler } from './router';

export type ListenerState =
  | { readonly status: 'starting' }
  | { readonly status: 'listening'; readonly port: number }
  /** The port is not available. `code`: the system's error code, such as EADDRINUSE. */
  | { readonly status: 'waiting'; readonly code: string; readonly retryInMs: number }
  /** The TLS material is unusable. */
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'closed' };

export interface ListenerOptions {
  readonly clock: Clock;
  /** 0 takes any free port. */
  readonly port: number;
  /** All addresses by default. */
  readonly host?: string;
  readonly tls?: SecureContextOptions;
  readonly handle: RequestHandler;
  readonly onState?: (state: ListenerState) => void;
  /** A system error that does not end listening, such as too many open files. */
  readonly onError: (error: Error) => void;
  /** From the connection, or the previous response, to the end of a request's headers; 10 s. */
  readonly headersTimeoutMs?: number;
}

/** An HTTP or HTTPS server on its own port. */
export interface Listener {
  state(): ListenerState;
  /** Waits for requests in flight, and destroys their connections after a second. */
  close(): Promise<void>;
}

const firstRetryMs = 1000;
const lastRetryMs = 30_000;
const graceMs = 1000;
// Longer than the keep-alive of proxies: the client side should close first, or its next request is lost.
const keepAliveMs = 75_000;
// Bodies have their own deadline; this one is for requests that were rejected before their body was read.
const requestTimeoutMs = 60_000;

/** Starts listening, and retries while the port is in use. */
export function createListener(options: ListenerOptions): Listener {
  const { clock, onError } = options;
  const closing = new AbortController();
  const sockets = new Set<Socket>();
  let state: ListenerState = { status: 'starting' };

  function setState(next: ListenerState): void {
    state = next;
    options.onState?.(next);
  }

  const handle: RequestHandler = (request, response, awaitsContinue) => {
    if (closing.signal.aborted)
      sendResponse(response, responses.unavailable, { 'Retry-After': 5, Connection: 'close' });
    else options.handle(request, response, awaitsContinue);
  };

  async function listen(server: http.Server): Promise<void> {
    for (let delayMs = firstRetryMs; !closing.signal.aborted; delayMs = Math.min(2 * delayMs, lastRetryMs)) {
      const failure = await tryListening(server, options);
      if (failure === undefined) {
        server.on('error', onError);
        setState({ status: 'listening', port: (server.address() as AddressInfo).port });
        return;
      }
      setState({ status: 'waiting', code: failure.code ?? failure.message, retryInMs: delayMs });
      await sleep(clock, delayMs, closing.signal).catch(() => {});
    }
  }

  let server: http.Server | undefined;
  let listening = Promise.resolve();
  try {
    server = createServer(options, handle);
    // Includes connections in the TLS handshake, which the HTTP server does not track.
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    listening = listen(server);
  } catch (error) {
    setState({ status: 'failed', message: error instanceof Error ? error.message : String(error) });
  }

  return {
    state: () => state,
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      const grace = clock.after(graceMs, () => {
        for (const socket of sockets) socket.destroy();
      });
      await listening;
      if (server?.listening) await closeServer(server);
      grace.cancel();
      setState({ status: 'closed' });
    },
  };
}

function createServer({ tls, headersTimeoutMs = 10_000 }: ListenerOptions, handle: RequestHandler): http.Server {
  const options = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: Math.max(requestTimeoutMs, headersTimeoutMs),
    connectionsCheckingInterval: Math.min(5000, headersTimeoutMs),
    keepAliveTimeout: keepAliveMs,
  };
  const server =
    tls === undefined
      ? http.createServer(options, handle)
      : https.createServer({ ...options, ...tls, handshakeTimeout: headersTimeoutMs }, handle);
  // Without this listener Node sends 100 Continue before the head is checked, so that clients send every body.
  server.on('checkContinue', (request, response) => handle(request, response, true));
  return server;
}

function tryListening(
  server: http.Server,
  { port, host }: ListenerOptions,
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const onListening = () => {
      server.off('error', onFailure);
      resolve(undefined);
    };
    const onFailure = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening);
      resolve(error);
    };
    server.once('listening', onListening).once('error', onFailure);
    server.listen({ port, ...defined({ host }) });
  });
}

function closeServer(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
