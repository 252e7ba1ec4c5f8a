import { type Agent, request } from 'node:http';
import { signRequest } from '../../src/sigv4';

export interface SentPublish {
  readonly agent?: Agent;
  readonly port: number;
  readonly path: string;
  readonly host: string;
  readonly credential: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly body: string;
}

/** Sends a publish as the service signs it; resolves to the status of the answer, 0 where there was none. */
export function sendPublish({ agent, port, path, host, credential, body }: SentPublish): Promise<number> {
  const type = 'application/x-amz-json-1.0';
  const { headers } = signRequest({
    method: 'POST',
    target: path,
    headers: [['Content-Type', type]],
    host,
    body,
    ...credential,
    region: 'global',
    service: 'anem-agent-stream',
    date: new Date(),
  });
  const all = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...Object.fromEntries(headers) };
  return new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers: all });
    outgoing.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    outgoing.on('error', () => resolve(0));
    outgoing.end(body);
  });
}
