import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type SigningRequest, signRequest } from '../../src/sigv4';
import { credential, type Entry, next, secret, secretHeader } from './settings-site';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One request of the service, or of somebody else, and what it gets wherever the receiver listens. */
export interface ReceiverCase {
  readonly title: string;
  readonly of: 'stream' | 'webhook';
  readonly request: (entry: Entry) => Sent;
  readonly status: number;
  /** Where a proxy has rewritten Host: what is checked after the host is not reached. */
  readonly rewritten?: number;
  /** Where Node-RED's admin side reads the body first. */
  readonly parsed?: number;
  /** What comes out of the node. */
  readonly takes?: string;
}

const type = 'application/x-amz-json-1.0';
const publishPath = ({ basePath }: Entry) => `${basePath}/streams/publish`;

function publish(transactionId: string, more: Readonly<Record<string, unknown>> = {}): string {
  const ids = { deviceId: 'd1', serialNumber: 'SN1', schemaVersion: '4.2.0.beta', transactionId, ts: 1_768_478_400 };
  return JSON.stringify({ ...ids, meter: { telemetry: { currentA: { val: 7 } } }, ...more });
}

type Change = Partial<SigningRequest> & {
  readonly query?: string;
  readonly unsigned?: Readonly<Record<string, string>>;
  readonly sentBody?: string;
};

function signed({ query = '', unsigned = {}, sentBody, ...change }: Change) {
  return (entry: Entry): Sent => {
    const { host } = entry;
    const target = change.target ?? `${publishPath(entry)}${query}`;
    const body = typeof change.body === 'string' ? change.body : '';
    const signing = { method: 'POST', target, ...credential, region: 'global', date: new Date(), body };
    const headers = body === '' ? [] : [['Content-Type', type] as const];
    const made = signRequest({ service: 'anem-agent-stream', headers, host, ...signing, ...change, target });
    const own = { Host: host, ...Object.fromEntries(headers), ...Object.fromEntries(made.headers), ...unsigned };
    return { method: change.method ?? 'POST', path: target, headers: own, body: sentBody ?? body };
  };
}

const validation =
  (change: Change = {}) =>
  (entry: Entry) =>
    signed({ method: 'GET', target: `${entry.basePath}/streams/validation`, ...change })(entry);

function webhook(change: Partial<Sent> & { readonly kind?: string } = {}) {
  return ({ basePath, host }: Entry): Sent => {
    const { kind = 'deviceOnboarding', ...more } = change;
    const headers = { Host: host, 'Content-Type': 'application/json', [secretHeader]: secret };
    const body = JSON.stringify({ deviceId: 'd1', serialNumber: 'SN1' });
    const sent = { method: 'POST', path: `${basePath}/webhooks/${kind}`, headers, body, ...more };
    return { ...sent, headers: { Host: host, ...sent.headers } };
  };
}

// From when this file was loaded: by far more than the window, as other tests may come between.
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const unsignedPublish = ({ host, ...entry }: Entry): Sent => ({
  method: 'POST',
  path: publishPath({ host, ...entry }),
  headers: { Host: host, 'Content-Type': type },
  body: publish('t-9'),
});

const stream = (title: string, request: ReceiverCase['request'], status: number, more: Partial<ReceiverCase> = {}) =>
  ({ title, of: 'stream', request, status, ...more }) as const;
const hook = (title: string, request: ReceiverCase['request'], status: number, more: Partial<ReceiverCase> = {}) =>
  ({ title, of: 'webhook', request, status, ...more }) as const;

/** In this order: some follow on others. The answers are those of the design's table. */
export const receiverCases: readonly ReceiverCase[] = [
  stream('a validation', validation(), 200, { rewritten: 403 }),
  stream('a publish', signed({ body: publish('t-1') }), 200, { takes: 't-1', rewritten: 403 }),
  stream('the same again', signed({ body: publish('t-1') }), 200, { rewritten: 403 }),
  stream('its transactionId with another body', signed({ body: publish('t-1', { x: 1 }) }), 409, { rewritten: 403 }),
  stream('the next credentials', signed({ body: publish('t-2'), ...next }), 200, { takes: 't-2', rewritten: 403 }),
  stream('a query', signed({ body: publish('t-3'), query: '?b=%2F&a=1' }), 200, { takes: 't-3', rewritten: 403 }),
  stream('in chunks', signed({ body: publish('t-4'), unsigned: { 'Transfer-Encoding': 'chunked' } }), 200, {
    takes: 't-4',
    rewritten: 403,
  }),
  stream('not JSON', signed({ body: '{' }), 400, { rewritten: 403 }),
  stream('no device', signed({ body: publish('t-5', { deviceId: '' }) }), 400, { rewritten: 403 }),
  stream('another body than was signed', signed({ body: publish('t-6'), sentBody: publish('t-7') }), 403),
  stream('another secret', signed({ body: publish('t-6'), secretAccessKey: 'wrong' }), 403),
  stream('an unknown key', signed({ body: publish('t-6'), accessKeyId: 'AKIDNOBODY' }), 403),
  stream('another region', signed({ body: publish('t-6'), region: 'us-east-1' }), 403),
  stream('an hour old', signed({ body: publish('t-6'), date: minutesAgo(60) }), 403),
  stream('a validation an hour early', validation({ date: minutesAgo(-60) }), 403),
  stream('an unsigned header', signed({ body: publish('t-6'), unsigned: { 'X-Amz-Security-Token': 'x' } }), 403),
  stream('no credentials', unsignedPublish, 401),
  stream('compressed', signed({ body: publish('t-6'), unsigned: { 'Content-Encoding': 'gzip' } }), 415, {
    rewritten: 403,
  }),
  stream('too large', signed({ body: publish('t-6', { text: 'x'.repeat(5000) }) }), 413),
  stream('another method', signed({ body: publish('t-6'), method: 'PUT' }), 405),
  stream('another path', (entry) => signed({ body: publish('t-6'), target: `${entry.basePath}/none` })(entry), 404),
  hook('an event', webhook(), 200, { takes: 'deviceOnboarding' }),
  hook('the same again', webhook(), 200),
  hook('another secret', webhook({ headers: { 'Content-Type': 'application/json', [secretHeader]: 'x' } }), 403),
  hook('no secret', webhook({ headers: { 'Content-Type': 'application/json' } }), 401),
  hook('not JSON', webhook({ body: '{' }), 400),
  hook('not JSON, and no secret', webhook({ body: '{', headers: { 'Content-Type': 'application/json' } }), 401, {
    parsed: 400,
  }),
  hook('another type', webhook({ headers: { 'Content-Type': 'text/plain', [secretHeader]: secret } }), 415),
  hook('another method', webhook({ method: 'PUT' }), 405),
  hook('a kind that is not chosen', webhook({ kind: 'shareDeviceCode' }), 404),
];

/** Sends it and resolves to the status and body of the answer. */
export function send(
  { secure, port }: Entry,
  { method, path, headers, body }: Sent,
): Promise<{ status: number; text: string }> {
  const length =
    headers['Transfer-Encoding'] === undefined ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length }, agent: false } as const;
  return new Promise((resolve, reject) => {
    const outgoing = secure ? httpsRequest({ ...options, rejectUnauthorized: false }) : httpRequest(options);
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
