import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { RequestHandler } from 'express';
import type { NodeAPI } from 'node-red';
import breakerEndpoint from '../../nodes/breaker-endpoint/breaker-endpoint';
import streamReceiver from '../../nodes/stream-receiver/stream-receiver';
import webhookIn from '../../nodes/webhook-in/webhook-in';
import { createManualClock } from '../../src/clock';
import type { ReceiverReport } from '../../src/runtime/receiver/receiver';
import { signRequest } from '../../src/sigv4';
import { freePort } from './free-port';
import { type Credentials, type FlowNode, helper, type Registration } from './node-red-test-helper';
import { flowAround, type Received, type Runtime, serviceAccount, startRuntime, withTexts } from './runtime';
import { type SimulatedService, startService } from './simulated-service';
import { settled, turnUntil } from './turn-clock';

export const publicUrl = 'https://flows.local';
export const credential = { accessKeyId: 'AKIDRECEIVER', secretAccessKey: 'receiver/secret' };

type Settings = Readonly<Record<string, unknown>>;
type Deploy = 'full' | 'nodes' | 'flows';

/** A runtime with one receiving node, the service that calls it, and what came out of each output. */
export interface Receiving {
  readonly service: SimulatedService;
  readonly red: Runtime;
  /** Where the endpoint listens, and Node-RED's own server. */
  readonly origin: string;
  readonly sharedOrigin: string;
  readonly data: Received[];
  readonly refused: Received[];
  readonly attached: Received[];
  /** The flow as deployed, with changed settings of nodes by id; `null` leaves the node out. */
  flow(changes?: Readonly<Record<string, Settings | null>>): FlowNode[];
  deploy(flow: readonly FlowNode[], type?: Deploy): Promise<void>;
  until(isDone: () => boolean, withinMs?: number): Promise<void>;
  report(id?: string): Promise<ReceiverReport & Record<string, unknown>>;
  /** What nodes have warned of since the start. */
  warnings(): string[];
  /** Texts of the statuses shown since the start. */
  statuses(): string[];
  /** The badge as the editor shows it now. */
  badge(): Readonly<Record<'fill' | 'shape' | 'text', string>> | undefined;
  /** The service does not find its way here any more. */
  endRoute(): void;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<number>;
  /** A publish, signed as the service does. */
  publish(body: Settings, options?: PublishOptions): Promise<number>;
  stop(): Promise<void>;
}

interface PublishOptions {
  readonly path?: string;
  readonly key?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly service?: string;
  readonly host?: string;
  readonly sentBody?: string;
  readonly origin?: string;
}

interface ReceivingOptions {
  readonly node: Settings;
  readonly endpoint?: Settings;
  readonly more?: readonly FlowNode[];
  readonly credentials?: Credentials;
  readonly service?: SimulatedService;
  /** More nodes to register. */
  readonly registrations?: readonly Registration[];
  /** Where Node-RED's own server serves HTTP nodes. */
  readonly nodeRoot?: string;
  /** What settings.httpNodeAuth is, and stands before the HTTP nodes. */
  readonly nodeAuth?: RequestHandler;
  /** The user directory as the receiving nodes see it. */
  readonly userDir?: string;
}

/** A service whose deliveries live on the same clock as the receivers. */
export function startDeliveringService(acceptSelfSigned = false): Promise<SimulatedService> {
  const clock = createManualClock();
  return startService({ clock, deliveries: { transportClock: clock, acceptSelfSigned } });
}

export async function startReceiving(options: ReceivingOptions): Promise<Receiving> {
  const service = options.service ?? (await startDeliveringService());
  const { clock } = service;
  const port = await freePort();
  const shared = options.endpoint?.mount === 'shared';
  const place = { z: 'tab', x: 100, y: 100, wires: [] };
  const endpoint = { id: 'endpoint', type: 'breaker-endpoint', port, publicUrl, ...options.endpoint } as FlowNode;
  const { account, credentials } = serviceAccount(service);
  const nodes = flowAround(
    { account: 'account', endpoint: 'endpoint', wires: [['outputs'], ['refused'], ['attached']], ...options.node },
    account,
    endpoint,
    { ...place, id: 'refused', type: 'helper' },
    { ...place, id: 'attached', type: 'helper' },
    ...(options.more ?? []),
  );
  const { nodeRoot = '/', nodeAuth, userDir } = options;
  const settings = { httpNodeRoot: nodeRoot, httpNodeAuth: nodeAuth, ...(userDir === undefined ? {} : { userDir }) };
  let nodeApp: unknown;
  let badge: ReturnType<Receiving['badge']>;
  // A status node hears nothing of what is shown while flows are started.
  const onStatus = ({ id, status }: { readonly id: string; readonly status: typeof badge }) => {
    if (id === 'n') badge = status;
  };
  helper._events.on('node-status', onStatus);
  const red = await startRuntime({
    clock,
    flow: nodes,
    credentials: { ...credentials, ...options.credentials },
    nodes: [
      ...[breakerEndpoint, streamReceiver, webhookIn].map((register) => withSettings(withTexts(register), settings)),
      ...(options.registrations ?? []),
      (RED) => {
        nodeApp = RED.httpNode;
      },
    ],
  });
  const { _app: app, url } = helper as unknown as {
    _app: { use(root: string, handler: unknown): void };
    url(): string;
  };
  if (nodeAuth !== undefined) app.use(nodeRoot, nodeAuth);
  app.use(nodeRoot, nodeApp);
  const sharedOrigin = url.call(helper);
  const secure = endpoint.tls !== undefined;
  const origin = shared ? sharedOrigin : `${secure ? 'https' : 'http'}://127.0.0.1:${port}`;
  const endRoute = service.simulator.controls.deliveries.routes.add({ from: publicUrl, to: origin });
  const refused: Received[] = [];
  const attached: Received[] = [];
  const collect = () => {
    if (helper.getNode('refused') === null) return;
    red.node('refused').on('input', (msg) => refused.push(msg as never));
    red.node('attached').on('input', (msg) => attached.push(msg as never));
  };
  collect();
  await settled();

  function post(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
    to = origin,
  ): Promise<number> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const length = { 'content-length': String(Buffer.byteLength(text)) };
      const sent = {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', ...length, ...headers },
      } as const;
      const request = to.startsWith('https:')
        ? httpsRequest(`${to}${path}`, { ...sent, rejectUnauthorized: false })
        : httpRequest(`${to}${path}`, sent);
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
      request.end(text);
    });
  }

  return {
    service,
    red,
    origin,
    sharedOrigin,
    data: red.outputs,
    refused,
    attached,
    endRoute,
    flow: (changes = {}) =>
      nodes.flatMap((node) => {
        const change = changes[node.id];
        return change === null ? [] : [{ ...node, ...change }];
      }),
    async deploy(flow, type = 'full') {
      await red.deploy(flow, type);
      collect();
      await settled();
    },
    until: (isDone, withinMs) => turnUntil(clock, isDone, withinMs === undefined ? {} : { withinMs }),
    report: (id = 'n') =>
      (
        red.node(id) as unknown as { receiver: { report(): Promise<ReceiverReport & Record<string, unknown>> } }
      ).receiver.report(),
    warnings: () =>
      helper
        .log()
        .args.filter(([{ level }]) => level === 30)
        .map(([{ msg }]) => String(msg)),
    statuses: () => red.statuses.map(({ text }) => text),
    badge: () => badge,
    post,
    publish(body, options = {}) {
      const { path = '/breakerflow/streams/publish', key = credential, service: name, host, sentBody } = options;
      const text = JSON.stringify(body);
      const type = 'application/x-amz-json-1.0';
      const { headers } = signRequest({
        method: 'POST',
        target: path,
        headers: [['Content-Type', type]],
        host: new URL(publicUrl).host,
        body: text,
        ...key,
        region: 'global',
        service: name ?? 'anem-agent-stream',
        date: new Date(clock.now()),
      });
      const signed = { 'content-type': type, ...Object.fromEntries(headers) };
      return post(path, sentBody ?? text, host === undefined ? signed : { ...signed, Host: host }, options.origin);
    },
    async stop() {
      endRoute();
      helper._events.off('node-status', onStatus);
      await red.stop();
      // What an endpoint keeps for a redeploy ends: the next test has an endpoint of the same id.
      await service.clock.advance(31_000);
      await settled();
      await service.close();
    },
  };
}

function withSettings(register: Registration, changed: Settings): Registration {
  return (RED) => {
    const settings = Object.assign(Object.create(RED.settings), changed) as NodeAPI['settings'];
    return register(Object.create(RED, { settings: { value: settings } }) as NodeAPI);
  };
}

let transactions = 0;

/** A publish of one device with these channels. */
export function publishOf(deviceId: string, channels: Settings, more: Settings = {}): Settings {
  transactions += 1;
  return {
    deviceId,
    serialNumber: `SN-${deviceId}`,
    schemaVersion: '4.2.0.beta',
    transactionId: `t${transactions}`,
    ts: 1_760_000_000 + transactions,
    ...channels,
    ...more,
  };
}
