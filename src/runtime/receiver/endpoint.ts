import type { Node, NodeAPI } from 'node-red';
import { ClientError } from '../../client';
import type { Clock } from '../../clock';
import { publicUrlProblem } from '../../fields';
import { RedisDataLostError } from '../../receiver';
import { problem } from '../../schema';
import { type Account, invalidInput, missingNode, onceAMinute, originOf, serverOrigin, type Texts } from '..';
import type { DuplicatesChoice } from './duplicate-store';
import { serverTlsOf } from './endpoint-tls';
import type { Proof } from './proof';
import { acquireSharedEndpoint, type ListenerConfig } from './shared-endpoint';
import { createDataLossNotice, storeWarning } from './store-warnings';
import { testEndpoint } from './test-endpoint';
import type { OutsideTest, TestedEndpoint } from './test-from-outside';

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

/** An endpoint as its receivers see it. One that accepts no requests only stores duplicates. */
export interface Endpoint extends TestedEndpoint {
  readonly id: string;
  readonly acceptsRequests: boolean;
  /** httpNodeAuth is on: Node-RED's server demands a user, which the service does not have, before the receiver. */
  readonly requiresUser: boolean;
  readonly maxBodyBytes: number;
  readonly perSecond: number | undefined;
  /** The Redis of its duplicate store, if it has one; also used for queues. */
  readonly redis: RedisLocation | undefined;
  /** Listens to data loss of Redis. Returns the function that removes the listener. */
  onDataLoss(listener: () => void): () => void;
  /** Throws INVALID_INPUT if the public address is still the placeholder of a new endpoint. */
  requirePublicUrl(texts: Texts): void;
  /** A receiver has accepted a request of the service. */
  noteAccepted(kind: Proof['kind'], account: Account | undefined): void;
  /** Sends signed requests to its public address, or to `publicUrl` as typed. Throws INVALID_INPUT if it cannot be one. */
  test(publicUrl?: string): Promise<OutsideTest>;
  close(removed: boolean): Promise<void>;
}

/** Address of a Redis, and the window of the duplicates in it. */
export interface RedisLocation {
  readonly url: string;
  /** User directory in which the package `redis` is installed. */
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

/** Throws if the TLS configuration is missing or invalid, or if Node-RED serves no HTTP nodes. */
export function createEndpoint({ RED, node, config, clock, userDir, texts }: EndpointOptions): Endpoint {
  const shared = config.mount === 'shared';
  const warn = onceAMinute(clock, (text) => node.warn(text));
  const nodeRoot = rootOf(RED);
  const dataLoss = createDataLossNotice();
  const duplicates = duplicatesOf(node.id, config, userDir);
  let proof: Proof | undefined;
  const duplicateWindowMs = (config.duplicateHours ?? 24) * 3_600_000;
  const opening = acquireSharedEndpoint({
    id: node.id,
    clock,
    listener: listenerConfigOf(RED, config, texts),
    duplicates,
    duplicateWindowMs,
    onError(error) {
      warn(storeWarning(error, texts));
      if (error instanceof RedisDataLostError) dataLoss.notify();
    },
  });

  const endpoint: Endpoint = {
    id: node.id,
    clock,
    acceptsRequests: config.mount !== 'none',
    requiresUser: shared && Boolean((RED.settings as { readonly httpNodeAuth?: unknown }).httpNodeAuth),
    publicUrl: config.mount === 'none' ? '' : new URL(config.publicUrl).origin,
    maxBodyBytes: (config.maxBody ?? 1024) * 1024,
    windowMs: (config.window ?? 15) * 60_000,
    perSecond: config.rate,
    redis: duplicates.kind === 'redis' ? { ...duplicates, windowMs: duplicateWindowMs } : undefined,
    onDataLoss: dataLoss.onLoss,
    // Paths at Node-RED's server include its httpNodeRoot.
    pathOf: (route) => `${shared ? nodeRoot : ''}${config.basePath}${route}`,
    localOrigin() {
      return shared ? serverOrigin(RED) : originOf(config.tls !== '', config.host, config.port ?? defaultPort);
    },
    shared: () => opening,
    requirePublicUrl(texts) {
      // RFC 2606 reserves `.example`: no server responds there.
      if (new URL(config.publicUrl).hostname.endsWith('.example'))
        throw invalidInput('the endpoint has no public address', [
          problem('publicUrl', 'publicUrlPlaceholder', texts('problem.publicUrlPlaceholder')),
        ]);
    },
    proof: () => proof,
    noteAccepted(kind, account) {
      proof = { kind, at: clock.now(), simulated: account !== undefined && account.kind !== 'service' };
    },
    async test(typed = '') {
      if (!endpoint.acceptsRequests) throw noRequests('mount');
      if (typed === '') return testEndpoint(endpoint);
      const fault = publicUrlProblem(typed);
      if (fault !== undefined)
        throw invalidInput('the public URL cannot be called', [problem('publicUrl', fault, texts(`problem.${fault}`))]);
      return testEndpoint({ ...endpoint, publicUrl: new URL(typed).origin });
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

function listenerConfigOf(RED: NodeAPI, config: EndpointConfig, texts: Texts): ListenerConfig {
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

/** The endpoint of a node. Throws INVALID_INPUT if it is missing or accepts no requests. */
export function endpointOf(RED: NodeAPI, id: string): Endpoint {
  const endpoint = endpointWithId(RED, id, 'endpoint');
  if (!endpoint.acceptsRequests) throw noRequests('endpoint');
  return endpoint;
}

/** The endpoint whose duplicate store a node shares; it may accept no requests. */
export function duplicatesEndpointOf(RED: NodeAPI, id: string): Endpoint {
  return endpointWithId(RED, id, 'duplicates');
}

/** The Redis of the endpoint in a field. Throws INVALID_INPUT if it has none: queues need Redis. */
export function redisOf(RED: NodeAPI, id: string, field: string, texts: Texts): RedisLocation {
  const { redis } = endpointWithId(RED, id, field);
  if (redis === undefined)
    throw invalidInput('the endpoint has no Redis', [problem(field, 'needsRedis', texts('queue.needsRedis'))]);
  return redis;
}

function endpointWithId(RED: NodeAPI, id: string, field: string): Endpoint {
  const node = RED.nodes.getNode(id) as unknown as { readonly endpoint?: Endpoint } | null;
  if (node?.endpoint === undefined) throw missingNode(RED, id, field);
  return node.endpoint;
}

function noRequests(field: string): ClientError {
  return new ClientError('INVALID_INPUT', 'the endpoint accepts no requests', {
    validations: [problem(field, 'noRequests', 'takes no requests')],
  });
}
