import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; undefined when it is empty or not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape
  readonly json: any;
}

export interface RawRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** A string and bytes are sent as they are, everything else as JSON. */
  readonly body?: unknown;
  readonly agent?: Agent;
}

export function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

// biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape
export function jsonOf(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One request, on a connection of its own unless an agent is given; rejects when it is cut. */
export function send(method: string, url: string, { headers = {}, body, agent }: RawRequest = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : bytesOf(body);
    const { origin } = new URL(url);
    const outgoing = request(
      origin,
      {
        method,
        // As it is: a URL object would resolve `..`.
        path: url.slice(origin.length),
        agent: agent ?? false,
        headers: {
          ...(bytes === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const all = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: all,
            text: all.toString(),
            json: jsonOf(all.toString()),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}
