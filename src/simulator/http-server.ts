import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, sleep, systemClock } from '../clock';
import { errorReply } from './answer';
import { bearerToken } from './authentication';
import type { Engine } from './engine';
import type { Fault, RequestFaults } from './faults';
import { ServiceRefusal } from './handler';
import type { LoggedRequest } from './logged-request';
import { readBody } from './read-request';
import type { ServedRequest, Service } from './service';
import { distort, encode, replyInstead, type WireReply } from './wire-reply';

export const basePath = '/api/v1';

/** An operation waits so long for missed time to be made up. */
const makingUpMs = 5000;

export interface HttpServerParts {
  readonly clock: Clock;
  readonly service: Service;
  readonly faults: RequestFaults;
  /** Scheme, host and port. */
  origin(): string;
  /** Answers what is not below the base path; undefined when that is nothing either. */
  controlRoute(request: IncomingMessage, body: Buffer): WireReply | undefined;
  /** Runs before and after an operation: what is due is done first. */
  readonly engine: Pick<Engine, 'settle' | 'isBehind' | 'caughtUp'>;
  changed(): void;
  expireToken(value: string): void;
  log(entry: LoggedRequest): void;
  /** The simulator itself failed. */
  onError(error: Error): void;
}

/** The service's HTTP side. */
export interface HttpServer {
  /** Rejects when the port cannot be had. */
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Cuts every connection. */
  close(): Promise<void>;
}

export function createHttpServer(parts: HttpServerParts): HttpServer {
  const { clock, service, faults } = parts;
  const closing = new AbortController();
  let requests = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests += 1;
    response.sendDate = false;
    response.setHeader('X-Request-Id', `simulator-${requests}`);
    const body = await readBody(request);
    const target = request.url ?? '/';
    const path = target.split('?', 1)[0] ?? '';
    if (path.startsWith(`${basePath}/`)) return serve(request, response, target.slice(basePath.length), body);
    const wire = parts.controlRoute(request, body);
    send(response, wire ?? encode(errorReply(new ServiceRefusal(404, 'There is no such resource'))));
  }

  async function serve(request: IncomingMessage, response: ServerResponse, target: string, body: Buffer) {
    const method = request.method ?? 'GET';
    const path = target.split('?', 1)[0] ?? '';
    const search = target.slice(path.length);
    const routing = service.route(method, path);
    const operation = routing.kind === 'found' ? routing.route.id : undefined;
    const fault = faults.take({ method, path, operation });
    const log = (status: number, served?: ServedRequest) =>
      parts.log({
        operation,
        method,
        path,
        status,
        at: clock.now(),
        token: served?.caller.kind ?? 'none',
        ...(fault === undefined ? {} : { fault: fault.kind }),
        ...(served?.failure === undefined ? {} : { failure: served.failure }),
      });
    const origin = parts.origin();

    await delayed(fault, 'before');
    if (fault?.kind === 'reset-before') {
      log(0);
      request.socket.destroy();
      return;
    }
    if (fault?.kind === 'expired-token') parts.expireToken(bearerToken(request.headers) ?? '');
    const instead = fault && replyInstead(fault, origin);
    if (instead !== undefined) {
      log(instead.status);
      send(response, instead);
      return;
    }
    await upToDate();
    const served = service.serve(routing, { method, path, search, headers: request.headers, body });
    if (method !== 'GET') parts.changed();
    parts.engine.settle();
    await delayed(fault, 'after');
    if (fault?.kind === 'reset-after') {
      log(0, served);
      request.socket.destroy();
      return;
    }
    const url = `${origin}${basePath}${target}`;
    const wire = fault === undefined ? encode(served.reply) : distort(fault, served.reply, url);
    log(wire.status, served);
    send(response, wire);
  }

  /** Waits for missed time to be made up: an operation sees the service as it is now. */
  async function upToDate(): Promise<void> {
    parts.engine.settle();
    const deadline = systemClock.monotonicMs() + makingUpMs;
    while (parts.engine.isBehind()) {
      const timeout = new AbortController();
      const leftMs = deadline - systemClock.monotonicMs();
      if (leftMs <= 0)
        throw new ServiceRefusal(503, 'The service makes up for time that it missed', [], { 'retry-after': '1' });
      await Promise.race([parts.engine.caughtUp(), sleep(systemClock, leftMs, timeout.signal).catch(() => undefined)]);
      timeout.abort();
    }
  }

  async function delayed(fault: Fault | undefined, when: 'before' | 'after'): Promise<void> {
    if (fault?.kind === 'slow' && (fault.when ?? 'before') === when) await sleep(clock, fault.delayMs, closing.signal);
  }

  function send(response: ServerResponse, { status, headers, bytes, cutAfter }: WireReply): void {
    response.setHeader('Date', new Date(clock.now()).toUTCString());
    response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': bytes.length }) });
    if (cutAfter === undefined) response.end(bytes);
    else response.write(bytes.subarray(0, cutAfter), () => response.socket?.destroy());
  }

  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A caller that has gone needs no answer.
      if (request.socket.destroyed || closing.signal.aborted) return;
      if (error instanceof Error && !(error instanceof ServiceRefusal)) parts.onError(error);
      if (response.headersSent) request.socket.destroy();
      else
        send(
          response,
          encode(
            errorReply(error instanceof ServiceRefusal ? error : new ServiceRefusal(500, 'Internal Server Error')),
          ),
        );
    });
  });

  return {
    listen(port, host) {
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve(server.address() as AddressInfo);
        });
      });
    },
    close() {
      closing.abort(new Error('The simulator is closed'));
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
