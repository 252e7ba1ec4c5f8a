import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Clock } from '../../clock';
import type { DeliveryRouter } from './delivery-routes';

/** A request as it goes on the wire, with every header it has. */
export interface DeliveryRequest {
  readonly method: 'GET' | 'POST';
  /** As registered. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How a delivery went; `code` is the status of the answer, or what comes nearest to it. */
export interface DeliveryOutcome {
  readonly delivered: boolean;
  readonly code: number;
  readonly message: string;
  /** Trying again is useless. */
  readonly final?: true;
}

export interface DeliveryTransport {
  /** Never rejects. With `cut` the connection is cut when everything is sent. */
  send(request: DeliveryRequest, cut: boolean): Promise<DeliveryOutcome>;
  /** Cuts every connection. */
  close(): void;
}

export interface TransportParts {
  /** The clock of the receivers. */
  readonly clock: Clock;
  readonly router: DeliveryRouter;
  /** Accepts self-signed certificates of receivers on this machine. */
  readonly acceptSelfSigned: boolean;
}

/** The time that a receiver has for its answer. */
const timeoutMs = 10_000;

const cutOutcome: DeliveryOutcome = {
  delivered: false,
  code: 503,
  message: 'The connection was cut before the answer',
};

/** Sends on keep-alive connections. Redirects are not followed. */
export function createTransport({ clock, router, acceptSelfSigned }: TransportParts): DeliveryTransport {
  const plain = new HttpAgent({ keepAlive: true });
  const secure = new HttpsAgent({ keepAlive: true });
  const secureUnchecked = new HttpsAgent({ keepAlive: true, rejectUnauthorized: false });
  const inFlight = new Set<ClientRequest>();
  let closed = false;

  function start(outgoing: DeliveryRequest): ClientRequest | DeliveryOutcome {
    const destination = router.destinationOf(outgoing.url);
    if (destination === undefined)
      return { delivered: false, code: 501, message: 'The simulator delivers to this machine only', final: true };
    const isSecure = destination.origin.startsWith('https:');
    const securely = acceptSelfSigned && destination.isLoopback ? secureUnchecked : secure;
    const options: RequestOptions = {
      method: outgoing.method,
      path: `${outgoing.url.pathname}${outgoing.url.search}`,
      headers: outgoing.headers,
      agent: isSecure ? securely : plain,
    };
    const request = isSecure ? httpsRequest(destination.origin, options) : httpRequest(destination.origin, options);
    // The specification does not list this header; HTTP/1.1 keeps connections alive without it.
    request.removeHeader('connection');
    return request;
  }

  function exchange(outgoing: DeliveryRequest, cut: boolean): Promise<DeliveryOutcome> {
    return new Promise((resolve) => {
      const request = start(outgoing);
      if ('delivered' in request) {
        resolve(request);
        return;
      }
      inFlight.add(request);
      let answered = false;
      const timer = clock.after(timeoutMs, () => {
        resolve({ delivered: false, code: 504, message: `The receiver did not answer within ${timeoutMs / 1000} s` });
        request.destroy();
      });
      request.on('response', (response) => {
        answered = true;
        resolve(outcomeOf(response.statusCode ?? 0));
        response.on('error', () => undefined);
        response.resume();
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The receiver closed an idle connection at the moment of its reuse, so it has not seen the request.
        const retry = !answered && !cut && !closed && request.reusedSocket && error.code === 'ECONNRESET';
        resolve(retry ? guarded(outgoing, cut) : failed(error));
      });
      request.on('close', () => {
        timer.cancel();
        inFlight.delete(request);
        resolve(cutOutcome);
      });
      if (cut) request.on('finish', () => request.destroy());
      request.end(outgoing.body);
    });
  }

  // Node refuses some header names and values when the request is made.
  const guarded = (outgoing: DeliveryRequest, cut: boolean) =>
    exchange(outgoing, cut).catch((error: Error): DeliveryOutcome => ({ ...failed(error), final: true }));

  return {
    send: (outgoing, cut) =>
      closed ? Promise.resolve({ ...cutOutcome, final: true as const }) : guarded(outgoing, cut),
    close() {
      closed = true;
      for (const request of inFlight) request.destroy();
      for (const agent of [plain, secure, secureUnchecked]) agent.destroy();
    },
  };
}

function outcomeOf(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return { delivered: true, code: status, message: 'OK' };
  return { delivered: false, code: status, message: `The receiver answered ${status}` };
}

function failed(error: Error): DeliveryOutcome {
  const { code } = error as NodeJS.ErrnoException;
  return { delivered: false, code: 503, message: error.message === '' ? String(code ?? error.name) : error.message };
}
