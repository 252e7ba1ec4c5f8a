import { Agent, type ClientRequest, request } from 'node:http';
import { signRequest } from '../../src/sigv4';
import { accessKey, publishJson, serviceHost } from '../receiver/receiver';

/** How a delivery is cut short: before its body, in the middle of it, or before the answer is read. */
export type Abort = 'before-body' | 'in-body' | 'before-answer';

/** A service that pushes, with everything that goes wrong on the way. */
export interface PushingService {
  /** Status of the answer; 0 where there was none. */
  push(body: string, how?: { readonly abort?: Abort; readonly forged?: boolean }): Promise<number>;
  /** Pushes again until it is accepted, as the service does. Returns how often it took. */
  pushUntilAccepted(body: string): Promise<number>;
  close(): void;
}

const retryMs = 100;
const contentType = 'application/x-amz-json-1.0';

export function publishBody(transactionId: string): string {
  return publishJson({ deviceId: `device-${transactionId.length}`, transactionId, ts: Math.floor(Date.now() / 1000) });
}

export function createPushingService(port: number, path: string, atOnce: number): PushingService {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

  function open(body: string, signedBody: string): ClientRequest {
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
    const fixed = { Host: serviceHost, 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) };
    const all = { ...fixed, ...Object.fromEntries(headers) };
    return request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers: all });
  }

  function push(body: string, { abort, forged = false }: Parameters<PushingService['push']>[1] = {}): Promise<number> {
    const outgoing = open(body, forged ? `${body} ` : body);
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
      const cut = () => outgoing.destroy();
      if (abort === 'before-body') outgoing.flushHeaders();
      if (abort === 'before-body') outgoing.once('socket', () => setImmediate(cut));
      else if (abort === 'in-body') outgoing.write(body.slice(0, body.length / 2), cut);
      else outgoing.end(body, cut);
    });
  }

  return {
    push,
    async pushUntilAccepted(body) {
      for (let tries = 1; ; tries++) {
        if ((await push(body)) === 200) return tries;
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    },
    close: () => agent.destroy(),
  };
}

/** What came out, compared with what the service was told had come in. */
export function accountFor(accepted: ReadonlySet<string>, taken: readonly string[], forged: ReadonlySet<string>) {
  const seen = new Set<string>();
  let twice = 0;
  let strange = 0;
  for (const id of taken) {
    if (seen.has(id)) twice += 1;
    else if (!accepted.has(id)) strange += 1;
    seen.add(id);
  }
  let lost = 0;
  for (const id of accepted) if (!seen.has(id)) lost += 1;
  let forgedTaken = 0;
  for (const id of forged) if (seen.has(id)) forgedTaken += 1;
  return { lost, twice, forged: forgedTaken, strange };
}
