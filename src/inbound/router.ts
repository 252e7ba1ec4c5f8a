import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock';
import { answers, sendAnswer } from './response';

/** A request that found its route. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request target byte by byte. */
  readonly target: string;
  /** The client sends the body after 100 Continue, which is not sent yet. */
  readonly awaitsContinue?: boolean;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Compared byte by byte with the request's; without a query. */
  readonly path: string;
  /** Answers, now or later; an error that is thrown or rejected with becomes a 503. */
  handle(arrival: Arrival): void | Promise<void>;
}

/** Who takes requests: some routes that come and go together. */
export interface Target {
  readonly routes: readonly Route[];
  /** One of the paths was asked for with another method; 405 is already answered. */
  otherMethod(arrival: Arrival): void;
}

export interface Registration {
  /** The target is being replaced: 503 with Retry-After until the next one registers, 404 where none does in 30 s. */
  redeploying(): void;
  /** The target is gone: 404. Without effect on a target that has taken its place. */
  remove(): void;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse, awaitsContinue?: boolean) => void;

export interface Router {
  /** Error with code `PATH_TAKEN` where a live target has one of the routes; RangeError for a path that is none. */
  register(target: Target): Registration;
  /** Answers every request; for a server of our own. */
  readonly handle: RequestHandler;
  /** The same below `prefix` on a server of others: what is not ours goes to `next`. */
  mount(prefix: string): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

export interface RouterOptions {
  readonly clock: Clock;
  /** A route failed in a way that it does not know; the request got 503. */
  readonly onError: (error: unknown) => void;
}

interface Slot {
  readonly route: Route;
  readonly target: Target;
  /** Monotonic. */
  redeployingUntilMs: number | undefined;
}

const REDEPLOY_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;
const PATH = /^\/[!-"$->@-~]*$/;

export class PathTakenError extends Error {
  readonly code = 'PATH_TAKEN';
  constructor(readonly path: string) {
    super(`another node takes ${path}`);
  }
}

export function createRouter({ clock, onError }: RouterOptions): Router {
  const slots = new Map<string, Slot[]>();

  function dropLapsed(): void {
    for (const [path, each] of slots) {
      replace(
        path,
        each.filter(
          ({ redeployingUntilMs }) => redeployingUntilMs === undefined || redeployingUntilMs > clock.monotonicMs(),
        ),
      );
    }
  }

  function replace(path: string, remaining: Slot[]): void {
    if (remaining.length === 0) slots.delete(path);
    else slots.set(path, remaining);
  }

  /** Whether the path is anyone's; if so, the request is answered. */
  function dispatch(arrival: Arrival, path: string): boolean {
    const { method } = arrival.request;
    const live = slots.get(path)?.find(({ route }) => route.method === method);
    if (live !== undefined && live.redeployingUntilMs === undefined) {
      run(live.route, arrival);
      return true;
    }
    dropLapsed();
    const atPath = slots.get(path);
    if (atPath !== undefined) decline(arrival, atPath);
    return atPath !== undefined;
  }

  function run(route: Route, arrival: Arrival): void {
    const failed = (error: unknown) => {
      sendAnswer(arrival.response, answers.unavailable, { 'Retry-After': RETRY_AFTER_SECONDS });
      onError(error);
    };
    try {
      route.handle(arrival)?.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  /** Answers for a path whose target is redeploying, or takes other methods. */
  function decline(arrival: Arrival, atPath: readonly Slot[]): void {
    const { request, response } = arrival;
    if (atPath.some(({ route }) => route.method === request.method)) {
      sendAnswer(response, answers.unavailable, { 'Retry-After': RETRY_AFTER_SECONDS });
      return;
    }
    sendAnswer(response, answers.otherMethod, { Allow: atPath.map(({ route }) => route.method).join(', ') });
    for (const target of new Set(atPath.map((each) => each.target))) target.otherMethod(arrival);
  }

  return {
    register(target) {
      dropLapsed();
      for (const { path, method } of target.routes) {
        if (!PATH.test(path)) throw new RangeError(`not a path: ${path}`);
        const taken = slots
          .get(path)
          ?.some((slot) => slot.route.method === method && slot.redeployingUntilMs === undefined);
        if (taken) throw new PathTakenError(path);
      }
      const own = target.routes.map((route): Slot => ({ route, target, redeployingUntilMs: undefined }));
      for (const slot of own) {
        const { path, method } = slot.route;
        const others = slots.get(path)?.filter(({ route }) => route.method !== method) ?? [];
        slots.set(path, [...others, slot]);
      }
      return {
        redeploying() {
          for (const slot of own) slot.redeployingUntilMs = clock.monotonicMs() + REDEPLOY_MS;
        },
        remove() {
          for (const slot of own) {
            const { path } = slot.route;
            replace(path, slots.get(path)?.filter((other) => other !== slot) ?? []);
          }
        },
      };
    },

    handle(request, response, awaitsContinue = false) {
      const target = request.url ?? '';
      const isRouted = dispatch({ request, response, target, awaitsContinue }, pathOf(target));
      if (!isRouted) sendAnswer(response, answers.unknownTarget);
    },

    mount: (prefix) => (request, response, next) => {
      const target = targetOf(request);
      const ours = target.startsWith(prefix);
      if (!ours || !dispatch({ request, response, target }, pathOf(target.slice(prefix.length)))) next();
    },
  };
}

function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

/** Express cuts the mount path off `url` and keeps what arrived in `originalUrl`. */
function targetOf(request: IncomingMessage & { readonly originalUrl?: unknown }): string {
  return typeof request.originalUrl === 'string' ? request.originalUrl : (request.url ?? '');
}
