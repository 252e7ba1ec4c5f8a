import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { controlPath } from './control-routes';
import { reachable } from './listening-host';
import { readBody } from './read-request';
import type { RequestHandler } from './request-handler';
import type { Answered, WireReply } from './wire-reply';

export interface HttpServerOptions {
  readonly requests: RequestHandler;
  /** Answers what is below {@link controlPath}. */
  controlRoute(request: IncomingMessage, body: Buffer): WireReply;
}

/** The service over HTTP. */
export interface HttpServer {
  /** Resolves with the origin under which it is reached; rejects when the port cannot be had. */
  listen(port: number, host: string): Promise<string>;
  /** Lets the process end although the server listens. */
  unref(): void;
  /** Cuts every connection. */
  close(): Promise<void>;
}

export function createHttpServer({ requests, controlRoute }: HttpServerOptions): HttpServer {
  let origin = '';

  async function answer(request: IncomingMessage): Promise<Answered> {
    const body = await readBody(request);
    const { method = 'GET', url: target = '/', headers } = request;
    if (target.startsWith(`${controlPath}/`)) return requests.reply(() => controlRoute(request, body));
    return requests.handle({ method, origin, target, headers, body });
  }

  function send(response: ServerResponse, answered: Answered): void {
    if (answered === 'cut') {
      response.socket?.destroy();
      return;
    }
    const { status, headers, bytes, cutAfter } = answered;
    response.sendDate = false;
    response.writeHead(status, headers);
    if (cutAfter === undefined) response.end(bytes);
    else response.write(bytes.subarray(0, cutAfter), () => response.socket?.destroy());
  }

  const server: Server = createServer((request, response) => {
    answer(request).then(
      (answered) => send(response, answered),
      // A caller that has disconnected needs no answer.
      () => request.socket.destroy(),
    );
  });

  return {
    listen(port, host) {
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          const { port: actualPort } = server.address() as AddressInfo;
          origin = `http://${reachable(host)}:${actualPort}`;
          resolve(origin);
        });
      });
    },
    unref: () => void server.unref(),
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
