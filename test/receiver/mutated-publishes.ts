import net from 'node:net';
import type { ArrivedRequest } from '../sigv4/arrived-request';
import { randomMutants } from '../sigv4/random-mutants';
import { type Change, publishJson, secondCredential, serviceHost, signedParts } from './receiver';

/** The paths of the valid requests. */
export interface Paths {
  readonly publish: string;
  readonly validation: string;
}

const ownPaths: Paths = { publish: '/publish', validation: '/validate' };

function arrived(change: Change = {}): ArrivedRequest {
  const { head, body } = signedParts(change);
  const [first = '', ...lines] = head.trimEnd().split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const rawHeaders = lines.flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  return { method, target, rawHeaders, body };
}

/** Publishes and validations of several signers that a receiver with both credentials accepts at `date`. */
export function validRequests(date: Date, paths = ownPaths): ArrivedRequest[] {
  const headers = [['Host', serviceHost]] as const;
  const validation = { method: 'GET', target: paths.validation, headers, body: undefined } as const;
  const changes: Change[] = [
    {},
    { ...secondCredential, body: publishJson({ deviceId: 'b2', transactionId: 't-2' }) },
    { target: `${paths.publish}?x=1&y=%2F&x=a%20b`, body: publishJson({ transactionId: 't-3' }) },
    {
      date: new Date(date.getTime() - 60_000),
      body: JSON.stringify({ data: JSON.parse(publishJson({ transactionId: 't-4' })) }),
    },
    {
      unsignedHeaders: [['User-Agent', 'agent/4.2']],
      service: 'em-agent-stream',
      body: publishJson({ transactionId: 't-5' }),
    },
    validation,
    { ...validation, ...secondCredential, target: `${paths.validation}?a=1` },
  ];
  return changes.map((change) => arrived({ date, target: paths.publish, ...change }));
}

/** One line per mutant, to reproduce it. */
export function described({ kinds, mutant }: { readonly kinds: readonly string[]; readonly mutant: ArrivedRequest }) {
  return `${kinds.join(', ')}: ${JSON.stringify({ ...mutant, body: mutant.body.toString('latin1') })}`;
}

/** Mutants of the valid requests that also differ on a connection; HTTP ignores spaces around a target. */
export function mutantsAt(date: Date, seed: number, paths = ownPaths) {
  const asRead = (request: ArrivedRequest) => ({ ...request, target: request.target.replace(/^ +| +$/g, '') });
  return randomMutants(validRequests(date, paths), seed, asRead);
}

/** The bytes of a request with its true length, so that the body arrives unchanged. */
export function bytesOf({ method, target, rawHeaders, body }: ArrivedRequest): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!/^content-length$/i.test(name)) lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  if (body.length > 0) lines.push(`Content-Length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** The status of the response to these bytes on a new connection; 0 if it ends without one. */
export function statusOf(port: number, bytes: Buffer, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve) => {
    const socket = net.connect(port, host, () => socket.end(bytes));
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
      const [, status] = /^HTTP\/1\.\d (\d{3})/.exec(text) ?? [];
      if (status === undefined) return;
      resolve(Number(status));
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(0));
  });
}
