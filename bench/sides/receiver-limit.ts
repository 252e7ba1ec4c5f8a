import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '../harness/serve';
import { credential, host } from '../load/signed-publish';

// What any receiver has to do, and nothing else: read the body, verify Signature V4 with a kept signing key, parse, check the
// required fields, drop duplicates, answer. No framework, no errors to explain, no limits, no redeploys.

const authorizationForm =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
const windowMs = 15 * 60_000;
const perGeneration = 500_000;
const keys = new Map<string, Buffer>();
let current = new Set<string>();
let previous = new Set<string>();

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function signingKey(day: string, region: string, service: string): Buffer {
  const name = `${day}/${region}/${service}`;
  let key = keys.get(name);
  if (key === undefined) {
    key = hmac(hmac(hmac(hmac(`AWS4${credential.secretAccessKey}`, day), region), service), 'aws4_request');
    keys.set(name, key);
  }
  return key;
}

function signedAtMs(amzDate: string): number {
  const part = (from: number, to: number) => Number(amzDate.slice(from, to));
  return Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(9, 11), part(11, 13), part(13, 15));
}

function isAuthentic({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const match = authorizationForm.exec(headers.authorization ?? '');
  if (match === null) return false;
  const [, keyId, day = '', region = '', service = '', names = '', signature = ''] = match;
  const amzDate = String(headers['x-amz-date']);
  if (keyId !== credential.accessKeyId || headers.host !== host) return false;
  if (Math.abs(Date.now() - signedAtMs(amzDate)) > windowMs) return false;
  let lines = '';
  for (const name of names.split(';')) lines += `${name}:${headers[name]}\n`;
  const canonical = `${method}\n${url}\n\n${lines}\n${names}\n${hash('sha256', body)}`;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = `AWS4-HMAC-SHA256\n${amzDate}\n${scope}\n${hash('sha256', canonical)}`;
  const expected = createHmac('sha256', signingKey(day, region, service))
    .update(toSign)
    .digest('hex');
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
}

function isNew(key: string): boolean {
  if (current.has(key) || previous.has(key)) return false;
  if (current.size >= perGeneration) {
    previous = current;
    current = new Set();
  }
  current.add(key);
  return true;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
let delivered: unknown;

function take(request: IncomingMessage, body: Buffer): number {
  if (!isAuthentic(request, body)) return 403;
  const publish = JSON.parse(body.toString()) as Record<string, unknown>;
  const { deviceId, serialNumber, schemaVersion, transactionId, ts } = publish;
  if (!isText(deviceId) || !isText(serialNumber) || !isText(schemaVersion) || !isText(transactionId)) return 400;
  if (!Number.isFinite(ts)) return 400;
  if (isNew(`${deviceId}/${transactionId}`)) delivered = publish;
  return 200;
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    response.writeHead(take(request, body), { 'Content-Type': 'application/json', 'Content-Length': 2 });
    response.end('{}');
  });
}

const server = createServer(handle).listen(0, '127.0.0.1');
server.keepAliveTimeout = 75_000;

serve({
  port: () => (server.address() as AddressInfo).port,
  delivered: () => delivered !== undefined,
});
