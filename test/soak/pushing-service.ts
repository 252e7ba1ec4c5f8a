import { Agent, type ClientRequest, request } from 'node:http';
import { signRequest } from '../../src/sigv4';
import { accessKey, publishJson, serviceHost } from '../receiver/receiver';

/** Where a delivery is aborted: before its body, within it, or before the answer is read. */
export type Abort = 'before-body' | 'in-body' | 'before-answer';

/** A service that pushes, with aborted and forged deliveries. */
export interface PushingService {
  /** Returns the status of the answer, 0 without an answer. */
  push(body: string, options?: { readonly abort?: Abort; readonly forged?: boolean }): Promise<number>;
  /** Pushes until the body is accepted, as the service does. Returns the number of attempts. */
  pushUntilAccepted(body: string): Promise<number>;
  close(): void;
}

const retryMs = 100;
const contentType = 'application/x-amz-json-1.0';

export function publishBody(transactionId: string): string {
  return publishJson({ deviceId: `device-${transactionId.length}`, transactionId, ts: Math.floor(Date.now() / 1000) });
}

export function createPushingService(port: number, path: string, concurrency: number): PushingService {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });

  function createRequest(body: string, signedBody: string): ClientRequest {
    const { headers } = signRequest({
      method: 'POST',
      target: path,
      headers: [['Content-Type', contentType]],
      host: serviceHost,
      body: signedBody,
      ...accessKey,
      region: 'global',
      service: 'anem-agent-stream',
      date: new Date(),
    });
    const ownHeaders = { Host: serviceHost, 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) };
    const allHeaders = { ...ownHeaders, ...Object.fromEntries(headers) };
    return request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers: allHeaders });
  }

  function push(body: string, { abort, forged = false }: Parameters<PushingService['push']>[1] = {}): Promise<number> {
    const outgoing = createRequest(body, forged ? `${body} ` : body);
    return new Promise((resolve) => {
      outgoing.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      });
      outgoing.on('error', () => resolve(0));
      outgoing.on('close', () => resolve(0));
      if (abort === undefined) {
        outgoing.end(body);
        return;
      }
      const abortNow = () => outgoing.destroy();
      if (abort === 'before-body') outgoing.flushHeaders();
      if (abort === 'before-body') outgoing.once('socket', () => setImmediate(abortNow));
      else if (abort === 'in-body') outgoing.write(body.slice(0, body.length / 2), abortNow);
      else outgoing.end(body, abortNow);
    });
  }

  return {
    push,
    async pushUntilAccepted(body) {
      for (let attempts = 1; ; attempts++) {
        if ((await push(body)) === 200) return attempts;
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    },
    close: () => agent.destroy(),
  };
}

/** Compares the delivered publishes with those that the receiver has accepted. */
export function compare(accepted: ReadonlySet<string>, delivered: readonly string[], forged: ReadonlySet<string>) {
  const seen = new Set<string>();
  let deliveredTwice = 0;
  let unexpected = 0;
  for (const id of delivered) {
    if (seen.has(id)) deliveredTwice += 1;
    else if (!accepted.has(id)) unexpected += 1;
    seen.add(id);
  }
  let lost = 0;
  for (const id of accepted) if (!seen.has(id)) lost += 1;
  let deliveredForgeries = 0;
  for (const id of forged) if (seen.has(id)) deliveredForgeries += 1;
  return { lost, deliveredTwice, deliveredForgeries, unexpected };
}
