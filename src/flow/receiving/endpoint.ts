import type { AddressInfo, Server } from 'node:net';
import type { Node, NodeAPI } from 'node-red';
import { ClientError } from '../../client';
import type { Clock } from '../../clock';
import { RedisDataLostError } from '../../inbound';
import { problem } from '../../schema';
import { invalidInput } from '../node/invalid-input';
import { onceAMinute } from '../node/once-a-minute';
import type { Texts } from '../node/texts';
import type { DuplicatesChoice } from './duplicate-store';
import { serverTlsOf } from './endpoint-tls';
import { type Entrance, takeHub } from './shared-endpoint';
import { createDataLossNotice, storeWarning } from './store-warnings';
import { type OutsideTest, type TestedEndpoint, testEndpoint } from './test-from-outside';

/** The stored fields of an endpoint node. Times in the units of their fields. */
export interface EndpointConfig {
  readonly mount: 'port' | 'shared' | 'none';
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

/** Where the service's requests come in, as the receiving nodes see it; one that takes none only remembers. */
export interface Endpoint extends TestedEndpoint {
  readonly id: string;
  readonly takesRequests: boolean;
  /** Node-RED's own server asks for a user before it lets a request reach us, which the service does not have. */
  readonly isGuarded: boolean;
  readonly maxBodyBytes: number;
  readonly perSecond: number | undefined;
  /** Where duplicates are remembered, if that is Redis: queues lie there too. */
  readonly redis: RedisPlace | undefined;
  /** Calls the listener when Redis has come back without what it had stored; returns what ends that. */
  onDataLoss(listener: () => void): () => void;
  /** Throws INVALID_INPUT where the public address is the placeholder of a new endpoint: a cloud cannot call it. */
  requirePublicUrl(texts: Texts): void;
  /** Calls the public address with a signed request of its own. */
  test(): Promise<OutsideTest>;
  close(removed: boolean): Promise<void>;
}

/** A Redis, and how long duplicates are remembered in it. */
export interface RedisPlace {
  readonly url: string;
  /** Where the package `redis` is installed. */
  readonly userDir: string;
  readonly windowMs: number;
}

interface EndpointOptions {
  readonly RED: NodeAPI;
  readonly node: Node;
  readonly config: EndpointConfig;
  readonly clock: Clock;
  readonly userDir: string;
  readonly texts: Texts;
}

/** Throws where the TLS configuration is missing or unusable, or Node-RED serves no HTTP nodes. */
export function createEndpoint({ RED, node, config, clock, userDir, texts }: EndpointOptions): Endpoint {
  const shared = config.mount === 'shared';
  const warn = onceAMinute(clock, (text) => node.warn(text));
  const nodeRoot = rootOf(RED);
  const dataLoss = createDataLossNotice();
  const duplicates = duplicatesOf(node.id, config, userDir);
  const duplicateWindowMs = (config.duplicateHours ?? 24) * 3_600_000;
  const opening = takeHub({
    id: node.id,
    clock,
    entrance: entranceOf(RED, config, texts),
    duplicates,
    duplicateWindowMs,
    onError(error) {
      warn(storeWarning(error, texts));
      if (error instanceof RedisDataLostError) dataLoss.tell();
    },
  });

  const endpoint: Endpoint = {
    id: node.id,
    clock,
    takesRequests: config.mount !== 'none',
    isGuarded: shared && Boolean((RED.settings as { readonly httpNodeAuth?: unknown }).httpNodeAuth),
    publicUrl: config.mount === 'none' ? '' : new URL(config.publicUrl).origin,
    maxBodyBytes: (config.maxBody ?? 1024) * 1024,
    windowMs: (config.window ?? 15) * 60_000,
    perSecond: config.rate,
    redis: duplicates.kind === 'redis' ? { ...duplicates, windowMs: duplicateWindowMs } : undefined,
    onDataLoss: dataLoss.onLoss,
    // Node-RED's server knows the path with its own root, ours without.
    pathOf: (route) => `${shared ? nodeRoot : ''}${config.basePath}${route}`,
    localOrigin() {
      if (!shared) return originOf(config.tls !== '', config.host, config.port ?? defaultPort);
      // Embedded, Node-RED may listen elsewhere than its settings say.
      const address = (RED.server as unknown as Server).address() as AddressInfo | null;
      const { https, uiHost = '', uiPort } = RED.settings as { https?: unknown; uiHost?: string; uiPort?: number };
      return originOf(https !== undefined, address?.address ?? uiHost, address?.port ?? uiPort ?? 1880);
    },
    hub: () => opening,
    requirePublicUrl(texts) {
      // RFC 2606 keeps such names for documentation: nothing answers there.
      if (new URL(config.publicUrl).hostname.endsWith('.example'))
        throw invalidInput('the endpoint has no public address', [
          problem('publicUrl', 'placeholder', texts('problem.publicUrlPlaceholder')),
        ]);
    },
    async test() {
      if (!endpoint.takesRequests) throw noRequests('mount');
      return testEndpoint(endpoint);
    },
    async close(removed) {
      await (await opening.catch(() => undefined))?.release(!removed);
    },
  };
  return endpoint;
}

const defaultPort = 1881;

function rootOf(RED: NodeAPI): string {
  const root = String(RED.settings.httpNodeRoot ?? '/').replaceAll(/^\/+|\/+$/g, '');
  return root === '' ? '' : `/${root}`;
}

function entranceOf(RED: NodeAPI, config: EndpointConfig, texts: Texts): Entrance {
  if (config.mount === 'none') return { kind: 'none' };
  if (config.mount === 'shared') {
    if ((RED.settings.httpNodeRoot as unknown) === false)
      throw new ClientError('INVALID_INPUT', 'Node-RED serves no HTTP nodes', {
        validations: [problem('mount', 'httpNodeRoot', "needs Node-RED's httpNodeRoot, which is switched off")],
      });
    return { kind: 'shared', server: RED };
  }
  return {
    kind: 'port',
    port: config.port ?? defaultPort,
    host: config.host === '' ? '127.0.0.1' : config.host,
    ...(config.tls === '' ? {} : { tls: serverTlsOf(RED, config.tls, texts) }),
  };
}

function duplicatesOf(id: string, config: EndpointConfig, userDir: string): DuplicatesChoice {
  switch (config.duplicates) {
    case 'journal':
      return { kind: 'journal', file: `${userDir}/breakerflow-duplicates-${id}.log` };
    case 'redis':
      return { kind: 'redis', url: config.redisUrl === '' ? 'redis://127.0.0.1:6379' : config.redisUrl, userDir };
    default:
      return { kind: 'memory' };
  }
}

function originOf(secure: boolean, host: string, port: number): string {
  const name = host === '' || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${secure ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The endpoint that a node's field names, or the error that says it is missing or takes no requests. */
export function endpointOf(RED: NodeAPI, id: string): Endpoint {
  const endpoint = namedEndpoint(RED, id, 'endpoint');
  if (!endpoint.takesRequests) throw noRequests('endpoint');
  return endpoint;
}

/** The endpoint whose duplicates a node shares, whether it takes requests or not. */
export function duplicatesEndpointOf(RED: NodeAPI, id: string): Endpoint {
  return namedEndpoint(RED, id, 'duplicates');
}

/** The Redis of the endpoint that a field names: a queue lies nowhere else. */
export function redisOf(RED: NodeAPI, id: string, field: string, texts: Texts): RedisPlace {
  const { redis } = namedEndpoint(RED, id, field);
  if (redis === undefined)
    throw invalidInput('the endpoint has no Redis', [problem(field, 'needsRedis', texts('queue.needsRedis'))]);
  return redis;
}

function namedEndpoint(RED: NodeAPI, id: string, field: string): Endpoint {
  const node = RED.nodes.getNode(id) as unknown as { readonly endpoint?: Endpoint } | null;
  if (node?.endpoint === undefined)
    throw new ClientError('INVALID_INPUT', 'the endpoint is missing or disabled', {
      validations: [problem(field, 'required', 'is missing or disabled')],
    });
  return node.endpoint;
}

function noRequests(field: string): ClientError {
  return new ClientError('INVALID_INPUT', 'the endpoint takes no requests', {
    validations: [problem(field, 'noRequests', 'takes no requests')],
  });
}
