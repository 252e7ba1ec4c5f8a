import { streamSignature } from '../../src/catalog';
import { signRequest } from '../../src/sigv4';

export const credential = { accessKeyId: 'AKIDBENCHMARK0001A', secretAccessKey: 'wJalr+the/bench=secret' };
export const streamService = 'anem-agent-stream';
export const host = 'flows.local';

/** A publish as it goes on the wire, with the headers that the service sends and no others. */
export function signedPublish(target: string, body: string): Buffer {
  const contentType: [string, string] = ['Content-Type', streamSignature.contentType];
  const { headers } = signRequest({
    method: 'POST',
    target,
    headers: [contentType],
    host,
    body,
    ...credential,
    region: streamSignature.region,
    service: streamService,
    date: new Date(),
  });
  const lines = [...headers, contentType, ['Content-Length', String(Buffer.byteLength(body))] as const];
  return Buffer.from(
    `POST ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}
