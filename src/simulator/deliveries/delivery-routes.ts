/**
 * What is sent to the origin `from` is taken to the origin `to`: how a receiver behind a public https address, or without
 * TLS, is reached on this machine. Path, Host and signature stay those of the registered address.
 */
export interface DeliveryRoute {
  /** Scheme, host and port, such as `https://demo.example`. */
  readonly from: string;
  /** Scheme, host and port, such as `http://127.0.0.1:1880`. */
  readonly to: string;
}

export interface DeliveryRoutes {
  /** The newest route of an origin is the one that is taken. Returns what removes it; throws a RangeError. */
  add(route: DeliveryRoute): () => void;
  clear(): void;
  readonly active: readonly DeliveryRoute[];
}

/** Where a delivery is really sent; `isLoopback` judges the host by its name. */
export interface Destination {
  readonly origin: string;
  readonly isLoopback: boolean;
}

export interface DeliveryRouter extends DeliveryRoutes {
  /** Undefined: the address is not on this machine, and nobody allowed or routed it. */
  destinationOf(url: URL): Destination | undefined;
}

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function createDeliveryRoutes(
  initial: readonly DeliveryRoute[],
  reach: 'loopback' | 'anywhere',
): DeliveryRouter {
  let routes: DeliveryRoute[] = [];
  function add({ from, to }: DeliveryRoute): () => void {
    const route = { from: checkedOrigin(from), to: checkedOrigin(to) };
    routes.push(route);
    return () => {
      routes = routes.filter((known) => known !== route);
    };
  }
  for (const route of initial) add(route);

  return {
    add,
    clear() {
      routes = [];
    },
    get active() {
      return routes;
    },
    destinationOf({ origin, hostname }) {
      const route = routes.findLast(({ from }) => from === origin);
      if (route !== undefined) return { origin: route.to, isLoopback: isLoopback(new URL(route.to).hostname) };
      return reach === 'anywhere' || isLoopback(hostname) ? { origin, isLoopback: isLoopback(hostname) } : undefined;
    },
  };
}

function isLoopback(hostname: string): boolean {
  return loopbackName.test(hostname);
}

/** Whether a text is scheme, host and port of http or https, and nothing else. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && `${origin}/` === href;
}

function checkedOrigin(text: string): string {
  if (!isOrigin(text)) throw new RangeError(`${text} is not an origin such as https://demo.example`);
  return new URL(text).origin;
}
