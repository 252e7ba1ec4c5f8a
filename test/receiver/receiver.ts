import { createManualClock, type ManualClock } from '../../src/clock';
import {
  createDeliverOnce,
  createListener,
  createMemoryDuplicates,
  createRejectionLog,
  createRouter,
  createStreamTarget,
  createWebhookTarget,
  deliverBy,
  type Listener,
  type ReceivedPublish,
  type Registration,
  type RejectionLog,
  type RejectionNotice,
  type Router,
  type StreamTargetOptions,
  type WebhookEvent,
  type WebhookTargetOptions,
} from '../../src/receiver';
import { type SigningRequest, signRequest } from '../../src/sigv4';
import { connectRaw, type RawResponse, until } from './raw-connection';

export const serviceHost = 'flows.example.com';
export const accessKey = { accessKeyId: 'AKIDSTREAM0000001A', secretAccessKey: 'wJalr+the/first=secret' };
export const secondCredential = { accessKeyId: 'AKIDSTREAM0000002B', secretAccessKey: 'K7MDE+the/second=secret' };

/** `deliver` delivers synchronously or returns a promise. */
type StreamOptions = Partial<Omit<StreamTargetOptions, 'deliver'>> & {
  readonly deliver?: (received: ReceivedPublish) => void | Promise<void>;
};

/** A listener on a port of 127.0.0.1, with the parts that tests inspect. */
export interface Receiver {
  readonly clock: ManualClock;
  readonly router: Router;
  readonly listener: Listener;
  readonly port: number;
  readonly rejections: RejectionLog;
  readonly notices: RejectionNotice[];
  readonly errors: unknown[];
  readonly delivered: ReceivedPublish[];
  readonly events: WebhookEvent[];
  addStream(options?: StreamOptions): Registration;
  addWebhook(options?: Partial<WebhookTargetOptions>): Registration;
  /** Sends one request on its own connection. */
  send(bytes: string | Buffer): Promise<RawResponse>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const clock = createManualClock();
  const errors: unknown[] = [];
  const notices: RejectionNotice[] = [];
  const delivered: ReceivedPublish[] = [];
  const events: WebhookEvent[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const router = createRouter({ clock, onError });
  const rejections = createRejectionLog({ clock, warn: (notice) => void notices.push(notice) });
  const deliverOnce = createDeliverOnce(createMemoryDuplicates(clock));
  const parts = { clock, scope: 'n1', rejections, deliverOnce, onError };
  const targets: { close(): void }[] = [];

  const listener = createListener({ clock, port: 0, host: '127.0.0.1', handle: router.handle, onError });
  await until(() => listener.state().status === 'listening');
  const state = listener.state();
  const port = state.status === 'listening' ? state.port : 0;

  return {
    clock,
    router,
    listener,
    port,
    rejections,
    notices,
    errors,
    delivered,
    events,
    addStream({ deliver = (received) => void delivered.push(received), ...options }: StreamOptions = {}) {
      const target = createStreamTarget({
        ...parts,
        validationPath: '/validate',
        publishPath: '/publish',
        credentials: [accessKey],
        hosts: [serviceHost],
        deliver: (received, completion) => deliverBy(() => deliver(received))(completion),
        ...options,
      });
      targets.push(target);
      return router.register(target);
    },
    addWebhook(options = {}) {
      const target = createWebhookTarget({
        ...parts,
        kind: 'deviceOnboarding',
        path: '/hook',
        deliver: (event) => void events.push(event),
        ...options,
      });
      targets.push(target);
      return router.register(target);
    },
    async send(bytes) {
      const connection = await connectRaw(port);
      connection.write(bytes);
      try {
        return await connection.response();
      } finally {
        connection.socket.destroy();
      }
    },
    async close() {
      for (const target of targets) target.close();
      rejections.close();
      const closing = listener.close();
      await clock.advance(1000);
      await closing;
    },
  };
}

/** A complete publish as JSON, with `changes`. */
export function publishJson(changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    deviceId: 'a1',
    serialNumber: '30000c2a',
    schemaVersion: '4.2.0.beta',
    transactionId: 't-1',
    ts: 1768478400,
    meter: { telemetry: { voltageAN: { val: 120.5 } } },
    ...changes,
  });
}

export type Change = Partial<SigningRequest> & {
  /** Headers besides the signed ones. */
  readonly unsignedHeaders?: readonly (readonly [string, string])[];
  /** The sent body, if it differs from the signed one. */
  readonly sentBody?: string | Buffer;
};

/** Head and body of a publish in the service's format, spec 6.2. */
export function signedParts({ unsignedHeaders = [], sentBody, ...changes }: Change = {}): {
  head: string;
  body: Buffer;
} {
  const request: SigningRequest = {
    method: 'POST',
    target: '/publish',
    headers: [
      ['Host', serviceHost],
      ['Content-Type', 'application/x-amz-json-1.0'],
    ],
    body: publishJson(),
    ...accessKey,
    region: 'global',
    service: 'vendorem-agent-stream',
    date: new Date(Date.UTC(2026, 0, 15, 12)),
    ...changes,
  };
  const body = Buffer.from(sentBody ?? request.body ?? '');
  const chunked = unsignedHeaders.some(([name]) => name === 'Transfer-Encoding');
  const length = body.length > 0 && !chunked ? [['Content-Length', String(body.length)] as const] : [];
  const headers = [...request.headers, ...signRequest(request).headers, ...unsignedHeaders, ...length];
  return { head: headText(request.method, request.target, headers), body };
}

export function signedPublish(change: Change = {}): Buffer {
  const { head, body } = signedParts(change);
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** The validation GET of spec 6.2. */
export function signedValidation(change: Change = {}): Buffer {
  return signedPublish({
    method: 'GET',
    target: '/validate',
    headers: [['Host', serviceHost]],
    body: undefined,
    ...change,
  });
}

/** A request without a signature. */
export function plainRequest(
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[] = [],
  body: string | Buffer = '',
): Buffer {
  const length = body.length > 0 ? [['Content-Length', String(Buffer.byteLength(body))] as const] : [];
  const head = headText(method, target, [['Host', serviceHost], ...headers, ...length]);
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

function headText(method: string, target: string, headers: readonly (readonly [string, string])[]): string {
  return `${method} ${target} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
