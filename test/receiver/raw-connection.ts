import { once } from 'node:events';
import net from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A TCP connection on which a test writes HTTP byte by byte. */
export interface RawConnection {
  readonly socket: net.Socket;
  write(bytes: string | Buffer): void;
  /** The next response; rejects if the connection ends before one is complete. */
  response(): Promise<RawResponse>;
  /** Resolves when the connection is closed on both sides. */
  readonly closed: Promise<unknown>;
}

export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = net.connect(port, '127.0.0.1');
  let received = '';
  let ended = false;
  let wake = () => {};
  socket.setEncoding('latin1');
  socket.on('data', (text) => {
    received += text;
    wake();
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  void closed.then(() => {
    ended = true;
    wake();
  });
  await once(socket, 'connect');
  return {
    socket,
    closed,
    write: (bytes) => void socket.write(bytes),
    async response() {
      for (;;) {
        const parsed = parseResponse(received);
        if (parsed !== undefined) {
          received = received.slice(parsed.length);
          return parsed.response;
        }
        if (ended) throw new Error(`the connection ended after ${JSON.stringify(received)}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

function parseResponse(text: string): { response: RawResponse; length: number } | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = headEnd + 4 + Number(headers['content-length'] ?? 0);
  if (text.length < length) return undefined;
  return {
    response: { status: Number(statusLine.split(' ')[1]), headers, body: text.slice(headEnd + 4, length) },
    length,
  };
}

/** Waits, one turn of the event loop at a time, until `condition` holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
