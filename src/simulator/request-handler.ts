import { type Clock, sleep, systemClock } from '../clock';
import { defined } from '../object';
import { errorReply, type ServiceReply } from './answer';
import { bearerToken, type RequestHeaders } from './authentication';
import type { Engine } from './engine';
import { applyFault } from './fault-kinds';
import type { RequestFaults } from './faults';
import { ServiceRefusal } from './handler';
import type { LoggedRequest } from './logged-request';
import { bodyBytesMax } from './read-request';
import type { ServedRequest, Service } from './service';
import type { Variation } from './variants';
import { type Answered, encode, type WireReply } from './wire-reply';

export const basePath = '/api/v1';

/** The longest that an operation waits until missed time has been simulated. */
const makingUpMs = 5000;

/** A request as it came, over HTTP or in process. */
export interface ServiceRequest {
  readonly method: string;
  /** Scheme, host and port under which the service was called. */
  readonly origin: string;
  /** Path and query as they stand in the request line. */
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly body: Buffer;
}

export interface RequestHandlerOptions {
  readonly clock: Clock;
  readonly service: Service;
  readonly faults: RequestFaults;
  readonly variation: Variation;
  /** Runs before and after an operation: what is due is done first. */
  readonly engine: Pick<Engine, 'settle' | 'isBehind' | 'caughtUp'>;
  /** Aborts when the simulator closes: requests that wait are cut. */
  readonly closing: AbortSignal;
  changed(): void;
  expireToken(value: string): void;
  log(entry: LoggedRequest): void;
  /** The simulator itself failed. */
  onError(error: Error): void;
}

export interface RequestHandler {
  /** Answers a request to the service. Never rejects: what goes wrong is an answer too. */
  handle(request: ServiceRequest): Promise<Answered>;
  /** What `answer` makes, with the headers that all answers carry; an error where it throws. */
  reply(answer: () => Answered | Promise<Answered>): Promise<Answered>;
}

/** Answers requests below the base path, whatever carried them: faults, operation, log. */
export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const { clock, service, faults, variation, closing } = options;
  let answers = 0;

  async function answer({ method, origin, target, headers, body }: ServiceRequest): Promise<Answered> {
    if (body.length > bodyBytesMax) throw new ServiceRefusal(413, `The body must have at most ${bodyBytesMax} bytes`);
    if (!target.startsWith(`${basePath}/`)) throw new ServiceRefusal(404, 'There is no such resource');
    const url = `${origin}${target}`;
    const [path = ''] = target.slice(basePath.length).split('?', 1);
    const routing = service.route(method, path);
    const { id: operation, row } = routing.kind === 'found' ? routing.route : {};
    const search = variation.search(target.slice(basePath.length + path.length), row);
    const fault = faults.take({ method, path, operation });
    let served: ServedRequest | undefined;

    async function carryOut(): Promise<ServiceReply> {
      await catchUp();
      served = service.serve(routing, { method, url, path, search, headers, body });
      if (method !== 'GET') options.changed();
      options.engine.settle();
      return served.reply;
    }

    const given =
      fault === undefined
        ? encode(await carryOut())
        : await applyFault(fault, {
            url,
            origin,
            carryOut,
            wait: (delayMs) => sleep(clock, delayMs, closing),
            expireToken: () => options.expireToken(bearerToken(headers) ?? ''),
          });
    const answered = given === 'cut' ? given : variation.reply(given, { method, row, url: new URL(url) });
    options.log({
      operation,
      method,
      path,
      status: answered === 'cut' ? 0 : answered.status,
      at: clock.now(),
      token: served?.caller.kind ?? 'none',
      ...defined({ fault: fault?.kind, failure: served?.failure }),
    });
    return answered;
  }

  /** Waits until missed time has been simulated, so that an operation sees the present state. */
  async function catchUp(): Promise<void> {
    options.engine.settle();
    const deadline = systemClock.monotonicMs() + makingUpMs;
    while (options.engine.isBehind()) {
      const timeout = new AbortController();
      const leftMs = deadline - systemClock.monotonicMs();
      if (leftMs <= 0)
        throw new ServiceRefusal(503, 'The service makes up for time that it missed', [], { 'retry-after': '1' });
      await Promise.race([
        options.engine.caughtUp(),
        sleep(systemClock, leftMs, timeout.signal).catch(() => undefined),
      ]);
      timeout.abort();
    }
  }

  function complete(reply: WireReply): WireReply {
    answers += 1;
    return {
      ...reply,
      headers: {
        'X-Request-Id': `simulator-${answers}`,
        Date: new Date(clock.now()).toUTCString(),
        ...reply.headers,
        ...(reply.status === 204 ? {} : { 'content-length': String(reply.bytes.length) }),
      },
    };
  }

  async function reply(make: () => Answered | Promise<Answered>): Promise<Answered> {
    try {
      const answered = await make();
      return answered === 'cut' ? 'cut' : complete(answered);
    } catch (error) {
      if (closing.aborted) return 'cut';
      if (error instanceof ServiceRefusal) return complete(encode(errorReply(error)));
      options.onError(error instanceof Error ? error : new Error(String(error)));
      return complete(encode(errorReply(new ServiceRefusal(500, 'Internal Server Error'))));
    }
  }

  return { handle: (request) => reply(() => answer(request)), reply };
}
