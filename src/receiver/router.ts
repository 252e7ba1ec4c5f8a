import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock';
import { responses, sendResponse } from './response';

/** A request with its response. */
export interface IncomingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request target exactly as sent. */
  readonly target: string;
  /** The client sends the body after 100 Continue, which is not sent yet. */
  readonly awaitsContinue?: boolean;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Matched exactly, without a query. */
  readonly path: string;
  /** Responds, now or later. If it throws or rejects, the response is 503. */
  handle(incoming: IncomingRequest): void | Promise<void>;
}

/** Routes that are registered and removed together. */
export interface Target {
  readonly routes: readonly Route[];
  /** Called for a request to one of the paths with another method, after the 405 was sent. */
  otherMethod(incoming: IncomingRequest): void;
}

export interface Registration {
  /** The target is being replaced: 503 with Retry-After until the next one registers, 404 if none does within 30 s. */
  redeploying(): void;
  /** The target is deleted: 404. Has no effect on a target that has replaced it. */
  remove(): void;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse, awaitsContinue?: boolean) => void;

export interface Router {
  /** Throws {@link PathTakenError} if a live target has one of the routes, RangeError for an invalid path. */
  register(target: Target): Registration;
  /** Responds to every request; for a dedicated server. */
  readonly handle: RequestHandler;
  /** Middleware below `prefix` for a shared server: calls `next` for unknown paths. */
  mount(prefix: string): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Listens to requests to unknown paths. Returns the function that removes the listener. */
  onUnknownPath(listener: (request: IncomingMessage, path: string) => void): () => void;
}

export interface RouterOptions {
  readonly clock: Clock;
  /** A route threw; the response was 503. */
  readonly onError: (error: unknown) => void;
}

interface RegisteredRoute {
  readonly route: Route;
  readonly target: Target;
  /** Of the monotonic clock. */
  redeployingUntilMs: number | undefined;
}

const redeployMs = 30_000;
const failureRetrySeconds = 5;
const pathPattern = /^\/[!-"$->@-~]*$/;

export class PathTakenError extends Error {
  readonly code = 'PATH_TAKEN';
  constructor(readonly path: string) {
    super(`another node uses the path ${path}`);
  }
}

export function createRouter({ clock, onError }: RouterOptions): Router {
  const routesByPath = new Map<string, RegisteredRoute[]>();
  const unknownPathListeners = new Set<Parameters<Router['onUnknownPath']>[0]>();

  function removeExpired(): void {
    for (const [path, routes] of routesByPath) {
      replace(
        path,
        routes.filter(
          ({ redeployingUntilMs }) => redeployingUntilMs === undefined || redeployingUntilMs > clock.monotonicMs(),
        ),
      );
    }
  }

  function replace(path: string, remaining: RegisteredRoute[]): void {
    if (remaining.length === 0) routesByPath.delete(path);
    else routesByPath.set(path, remaining);
  }

  /** Returns whether the path is registered; if so, the request is handled. */
  function dispatch(incoming: IncomingRequest, path: string): boolean {
    const { method } = incoming.request;
    const live = routesByPath.get(path)?.find(({ route }) => route.method === method);
    if (live !== undefined && live.redeployingUntilMs === undefined) {
      run(live.route, incoming);
      return true;
    }
    removeExpired();
    const routes = routesByPath.get(path);
    if (routes !== undefined) respondWithout(incoming, routes);
    else for (const listener of unknownPathListeners) listener(incoming.request, path);
    return routes !== undefined;
  }

  function run(route: Route, incoming: IncomingRequest): void {
    const failed = (error: unknown) => {
      sendResponse(incoming.response, responses.unavailable, { 'Retry-After': failureRetrySeconds });
      onError(error);
    };
    try {
      route.handle(incoming)?.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  /** Responds for a path whose target is redeploying or has other methods only. */
  function respondWithout(incoming: IncomingRequest, routes: readonly RegisteredRoute[]): void {
    const { request, response } = incoming;
    if (routes.some(({ route }) => route.method === request.method)) {
      sendResponse(response, responses.unavailable, { 'Retry-After': failureRetrySeconds });
      return;
    }
    sendResponse(response, responses.otherMethod, { Allow: routes.map(({ route }) => route.method).join(', ') });
    for (const target of new Set(routes.map(({ target }) => target))) target.otherMethod(incoming);
  }

  return {
    register(target) {
      removeExpired();
      for (const { path, method } of target.routes) {
        if (!pathPattern.test(path)) throw new RangeError(`not a path: ${path}`);
        const isTaken = routesByPath
          .get(path)
          ?.some((other) => other.route.method === method && other.redeployingUntilMs === undefined);
        if (isTaken) throw new PathTakenError(path);
      }
      const registered = target.routes.map(
        (route): RegisteredRoute => ({ route, target, redeployingUntilMs: undefined }),
      );
      for (const each of registered) {
        const { path, method } = each.route;
        const others = routesByPath.get(path)?.filter(({ route }) => route.method !== method) ?? [];
        routesByPath.set(path, [...others, each]);
      }
      return {
        redeploying() {
          for (const each of registered) each.redeployingUntilMs = clock.monotonicMs() + redeployMs;
        },
        remove() {
          for (const each of registered) {
            const { path } = each.route;
            replace(path, routesByPath.get(path)?.filter((other) => other !== each) ?? []);
          }
        },
      };
    },

    handle(request, response, awaitsContinue = false) {
      const target = request.url ?? '';
      const isRouted = dispatch({ request, response, target, awaitsContinue }, pathOf(target));
      if (!isRouted) sendResponse(response, responses.unknownTarget);
    },

    mount: (prefix) => (request, response, next) => {
      const target = targetOf(request);
      const isBelow = target.startsWith(prefix);
      if (!isBelow || !dispatch({ request, response, target }, pathOf(target.slice(prefix.length)))) next();
    },

    onUnknownPath(listener) {
      unknownPathListeners.add(listener);
      return () => unknownPathListeners.delete(listener);
    },
  };
}

function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

/** Express removes the mount path from `url` and keeps the original in `originalUrl`. */
function targetOf(request: IncomingMessage & { readonly originalUrl?: unknown }): string {
  return typeof request.originalUrl === 'string' ? request.originalUrl : (request.url ?? '');
}
