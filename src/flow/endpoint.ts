import type { Node, NodeAPI } from 'node-red';
import { ClientError } from '../client';
import type { Clock } from '../clock';
import type { ListenerState, Registration, Target } from '../inbound';
import { problem } from '../schema';
import { type DuplicatesChoice, type Hub, type HubOptions, takeHub } from './endpoint-hub';

/** The stored fields of an endpoint node. Times in the units of their fields. */
export interface EndpointConfig {
  readonly mount: 'port' | 'shared';
  readonly port: number | undefined;
  readonly host: string;
  readonly tls: string;
  readonly publicUrl: string;
  readonly basePath: string;
  readonly maxBody: number | undefined;
  readonly window: number | undefined;
  readonly rate: number | undefined;
  readonly duplicates: 'memory' | 'journal' | 'redis';
  readonly duplicateHours: number | undefined;
  readonly redisUrl: string;
}

/** Where the service's requests come in, as the receiving nodes see it. */
export interface Endpoint {
  readonly id: string;
  /** The origin that the service calls, without a path. */
  readonly publicUrl: string;
  readonly maxBodyBytes: number;
  readonly windowMs: number;
  readonly perSecond: number | undefined;
  /** The whole path of a route, as the service calls it. */
  pathOf(route: string): string;
  /** The origin on this machine behind the public one; absent on Node-RED's own server with TLS. */
  localOrigin(): string | undefined;
  hub(): Promise<Hub>;
  /** Takes requests for a target until the node is closed. */
  register(target: (path: (route: string) => string, hub: Hub) => Target): Promise<Registration>;
  state(): Promise<ListenerState | { readonly status: 'shared' }>;
  close(removed: boolean): Promise<void>;
}

interface EndpointOptions {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly config: EndpointConfig;
  readonly clock: Clock;
  readonly userDir: string;
}

/** Which hubs are mounted on Node-RED's server: a layer cannot be taken out again, so it looks its hub up. */
const mounted = new WeakMap<object, Map<string, Hub>>();

export function createEndpoint({ RED, node, config, clock, userDir }: EndpointOptions): Endpoint {
  const shared = config.mount === 'shared';
  const onError = (error: unknown) => node.warn(error instanceof Error ? error.message : String(error));
  const nodeRoot = String(RED.settings.httpNodeRoot ?? '/').replace(/\/$/, '');
  const opening = takeHub({
    id: node.id,
    clock,
    duplicates: duplicatesOf(node.id, config, userDir),
    duplicateWindowMs: (config.duplicateHours ?? 24) * 3_600_000,
    onError,
    ...(shared ? {} : { listen: listenOf(RED, config) }),
  });
  opening.catch(onError);
  if (shared) opening.then((hub) => mountOn(RED.httpNode, node.id, hub)).catch(() => {});

  // Node-RED's server knows the path with its own root, ours without.
  const innerPath = (route: string) => `${config.basePath}${route}`;
  const pathOf = (route: string) => (shared ? `${nodeRoot}${innerPath(route)}` : innerPath(route));

  return {
    id: node.id,
    publicUrl: new URL(config.publicUrl).origin,
    maxBodyBytes: (config.maxBody ?? 1024) * 1024,
    windowMs: (config.window ?? 15) * 60_000,
    perSecond: config.rate,
    pathOf,
    localOrigin() {
      if (!shared) return `${config.tls === '' ? 'http' : 'https'}://${loopbackOf(config.host)}:${config.port}`;
      return RED.settings.https === undefined ? `http://127.0.0.1:${RED.settings.uiPort}` : undefined;
    },
    hub: () => opening,
    async register(makeTarget) {
      const hub = await opening;
      return hub.router.register(makeTarget(pathOf, hub));
    },
    state: async () => (await opening).state(),
    async close(removed) {
      const hub = await opening.catch(() => undefined);
      if (removed) await hub?.end();
      else hub?.release();
    },
  };
}

function mountOn(app: NodeAPI['httpNode'], id: string, hub: Hub): void {
  let hubs = mounted.get(app);
  if (hubs === undefined) {
    hubs = new Map();
    mounted.set(app, hubs);
    const live = hubs;
    app.use((request, response, next) => {
      const handlers = [...live.values()].map(({ router }) => router.mount(''));
      const tryNext = (index: number): void => {
        const handler = handlers[index];
        if (handler === undefined) next();
        else handler(request, response, () => tryNext(index + 1));
      };
      tryNext(0);
    });
  }
  hubs.set(id, hub);
}

function listenOf(RED: NodeAPI, config: EndpointConfig): NonNullable<HubOptions['listen']> {
  const tlsNode = RED.nodes.getNode(config.tls) as unknown as { addTLSOptions?(options: object): object } | null;
  if (config.tls !== '' && tlsNode?.addTLSOptions === undefined)
    throw new ClientError('INVALID_INPUT', 'the TLS configuration is missing', {
      validations: [problem('tls', 'required', 'is missing or disabled')],
    });
  return {
    port: config.port ?? 1881,
    host: config.host === '' ? '127.0.0.1' : config.host,
    ...(tlsNode?.addTLSOptions === undefined ? {} : { tls: tlsNode.addTLSOptions({}) }),
  };
}

function duplicatesOf(id: string, config: EndpointConfig, userDir: string): DuplicatesChoice {
  switch (config.duplicates) {
    case 'journal':
      return { kind: 'journal', file: `${userDir}/breakerflow-duplicates-${id}.log` };
    case 'redis':
      return { kind: 'redis', url: config.redisUrl === '' ? 'redis://127.0.0.1:6379' : config.redisUrl };
    default:
      return { kind: 'memory' };
  }
}

function loopbackOf(host: string): string {
  if (host === '' || host === '0.0.0.0') return '127.0.0.1';
  return host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host;
}

/** The endpoint that a node's field names, or the error that says it is missing. */
export function endpointOf(RED: NodeAPI, id: string): Endpoint {
  const node = RED.nodes.getNode(id) as unknown as { readonly endpoint?: Endpoint } | null;
  if (node?.endpoint === undefined)
    throw new ClientError('INVALID_INPUT', 'the endpoint is missing or disabled', {
      validations: [problem('endpoint', 'required', 'is missing or disabled')],
    });
  return node.endpoint;
}
