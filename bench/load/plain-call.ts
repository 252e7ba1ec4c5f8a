import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface PlainAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export type PlainCall = (
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
) => Promise<PlainAnswer>;

/** Calls by node:http alone on so many kept connections: little costs less. */
export function plainCalls(atOnce: number): PlainCall {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, scheduling: 'lifo' });
  return (method, url, headers, body) => {
    const text = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const length = `${Buffer.byteLength(text)}`;
      const sent = request(url, { method, agent, headers: { ...headers, 'Content-Length': length } });
      sent.on('error', reject);
      sent.on('response', (response) => {
        let received = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          received += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: received }),
        );
      });
      sent.end(text);
    });
  };
}
