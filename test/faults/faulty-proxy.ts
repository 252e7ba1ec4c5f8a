import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The service's answer, as it came. */
export interface Upstream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * What happens to a request on its way: with the service's answer if it may pass, with `undefined` if it never arrives.
 * `target` is its path and query as it came.
 */
export type Meddle = (response: ServerResponse, upstream: Upstream | undefined, target: string) => void;

export interface ProxyFault {
  /** The service carries the request out before its answer is meddled with. */
  readonly passes: boolean;
  readonly meddle: Meddle;
}

/** Stands between a client and the service, and counts what goes through. */
export interface FaultyProxy {
  readonly origin: string;
  /** From now on, for requests of the route (`METHOD /path` after `/api/v1`, without its query), so many times. */
  fault(route: string, fault: ProxyFault, times: number): void;
  /** Asked for each request before anything is done with it; one that is held is never answered. */
  hold(isHeld: (route: string) => boolean): void;
  /** How many requests of the route came in, and how many of them the service carried out. */
  count(route: string): { readonly arrived: number; readonly executed: number };
  /** Requests for anything that is not below the service's prefix. */
  strays(): number;
  close(): Promise<void>;
}

const prefix = '/api/v1';

export async function startFaultyProxy(serviceOrigin: string): Promise<FaultyProxy> {
  const counts = new Map<string, { arrived: number; executed: number }>();
  let active: { readonly route: string; readonly fault: ProxyFault; left: number } | undefined;
  let strays = 0;
  let isHeld = (_route: string) => false;

  const countOf = (route: string) => {
    let count = counts.get(route);
    if (count === undefined) {
      count = { arrived: 0, executed: 0 };
      counts.set(route, count);
    }
    return count;
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const target = request.url ?? '';
    const { pathname } = new URL(target, 'http://proxy');
    if (!pathname.startsWith(prefix)) strays += 1;
    const route = `${request.method} ${pathname.slice(prefix.length)}`;
    if (isHeld(route)) return;
    const count = countOf(route);
    count.arrived += 1;
    const fault = active?.route === route && active.left > 0 ? active.fault : undefined;
    if (active !== undefined && fault !== undefined) active.left -= 1;
    if (fault !== undefined && !fault.passes) return fault.meddle(response, undefined, target);
    const upstream = await forward(request, Buffer.concat(chunks));
    if (upstream.status < 300) count.executed += 1;
    if (fault !== undefined) return fault.meddle(response, upstream, target);
    response.writeHead(upstream.status, upstream.headers);
    response.end(upstream.body);
  }

  function forward(request: IncomingMessage, body: Buffer): Promise<Upstream> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = request;
      const options = { method, headers: { ...headers, connection: 'close' }, agent: false } as const;
      const sent = http.request(`${serviceOrigin}${url}`, options, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: keptHeaders(answer), body: Buffer.concat(parts) }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  const server = http.createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault(route, fault, times) {
      active = { route, fault, left: times };
    },
    hold(isNowHeld) {
      isHeld = isNowHeld;
    },
    count: (route) => ({ ...countOf(route) }),
    strays: () => strays,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function keptHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept: Record<string, string> = { connection: 'close' };
  for (const name of ['content-type', 'date', 'retry-after']) {
    const value = headers[name];
    if (typeof value === 'string') kept[name] = value;
  }
  return kept;
}
