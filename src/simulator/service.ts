import type { IncomingMessage } from 'node:http';
import type { OperationId } from '../catalog';
import { errorReply, replyOf, type ServiceReply } from './answer';
import { authenticate } from './authentication';
import { findDevice } from './find';
import {
  type Caller,
  type HandlerContext,
  type HandlerRequest,
  type Handlers,
  type ServiceContext,
  ServiceRefusal,
} from './handler';
import { readRequest } from './read-request';
import { findRoute, type OperationRoute, type Routing } from './router';

/** A request whose body has been read. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path below the base URL, as it stands in the request line. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface ServedRequest {
  readonly reply: ServiceReply;
  readonly caller: Caller;
  /** Set when the simulator itself failed. */
  readonly failure?: string;
}

/** The path parameter of an operation of one kind of device must name such a device. spec 1.1 */
function requireHardware({ row, path }: OperationRoute, context: HandlerContext): void {
  if (row.hardware === undefined || path.deviceId === undefined) return;
  const { hardwareType } = findDevice(context, path.deviceId);
  if (hardwareType !== row.hardware)
    throw new ServiceRefusal(418, `This operation is for ${row.hardware} devices; the device is ${hardwareType}`);
}

function requireRoute(routing: Routing): OperationRoute {
  if (routing.kind === 'found') return routing.route;
  if (routing.kind === 'none') throw new ServiceRefusal(404, 'There is no such resource');
  throw new ServiceRefusal(405, `Allowed are ${routing.allowed.join(', ')}`, [], { allow: routing.allowed.join(', ') });
}

/** Answers requests by the rows of the catalog: route, token, shape, hardware, handler, envelope. */
export function createService(context: ServiceContext, handlers: Handlers, baseUrl: () => string) {
  function handle(route: OperationRoute, request: ReceivedRequest, caller: Caller): ServiceReply {
    const contentType = request.headers['content-type'] ?? '';
    const checked = readRequest(route, request.search, request.body, contentType);
    const withCaller = { ...context, caller };
    requireHardware(route, withCaller);
    // Handler and request belong to the same operation, which the type of a lookup by identifier cannot say.
    const handler = handlers[route.id] as (request: HandlerRequest<OperationId>, context: HandlerContext) => unknown;
    const url = new URL(`${baseUrl()}${request.path}${request.search}`);
    return replyOf(route.row, handler(checked, withCaller), checked.page, url);
  }

  return {
    route: findRoute,
    /** Never throws: what is refused is an answer too. */
    serve(routing: Routing, request: ReceivedRequest): ServedRequest {
      let caller: Caller = { kind: 'none' };
      try {
        const route = requireRoute(routing);
        caller = authenticate(context.state, route.row, request.headers, context.clock.now());
        return { reply: handle(route, request, caller), caller };
      } catch (error) {
        if (error instanceof ServiceRefusal) return { reply: errorReply(error), caller };
        const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
        return { reply: errorReply(new ServiceRefusal(500, 'Internal Server Error')), caller, failure };
      }
    },
  };
}

export type Service = ReturnType<typeof createService>;
