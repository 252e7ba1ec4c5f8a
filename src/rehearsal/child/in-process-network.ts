import http from 'node:http';
import net, { type Server } from 'node:net';
import { Duplex } from 'node:stream';

/** Half of a connection that never leaves the process; what HTTP asks of a socket beyond a stream does nothing. */
class InProcessSocket extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  readonly remoteFamily = 'IPv4';
  other!: InProcessSocket;
  private onRead: (() => void) | undefined;

  override _read(): void {
    const { onRead } = this;
    this.onRead = undefined;
    onRead?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.other.destroyed) {
      done();
      return;
    }
    if (this.other.push(chunk)) done();
    else this.other.onRead = done;
  }

  override _final(done: () => void): void {
    this.other.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { other } = this;
    // As a connection that is cut: the other side is told after what was sent.
    setImmediate(() => other.destroy());
    done(error);
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** What a server of `node:net` asks of the handle that listens. */
interface Handle {
  close(): void;
  ref(): void;
  unref(): void;
  getsockname(out: { address?: string; family?: string; port?: number }): number;
}

/**
 * Replaces listening and connecting of this process: a server listens in a table of ports, and an HTTP agent reaches only what is in
 * it. Any other connection is refused and told to `onRefused`.
 */
export function installNetwork(onRefused: (what: string) => never): void {
  const servers = new Map<number, Server>();
  let nextPort = 30_000;

  net.Server.prototype.listen = function listen(this: Server, ...given: unknown[]) {
    const [first] = given;
    const wanted =
      typeof first === 'object' && first !== null ? Number((first as { port?: unknown }).port) : Number(first);
    if (!Number.isInteger(wanted)) return onRefused(`a server at ${String(first)}`);
    const port = wanted === 0 ? nextPort++ : wanted;
    const last = given.at(-1);
    if (typeof last === 'function') this.once('listening', last as () => void);
    if (servers.has(port)) {
      setImmediate(() =>
        this.emit('error', Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port })),
      );
      return this;
    }
    servers.set(port, this);
    const handle: Handle = {
      close: () => servers.delete(port),
      ref() {},
      unref() {},
      getsockname(out) {
        Object.assign(out, { address: '127.0.0.1', family: 'IPv4', port });
        return 0;
      },
    };
    // Node's own field, by which a server knows that it listens.
    Object.assign(this, { _handle: handle });
    setImmediate(() => this.emit('listening'));
    return this;
  };

  http.Agent.prototype.createConnection = ((options: { host?: string; port?: number | string }) => {
    const { host = 'localhost', port } = options;
    const server = /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host) ? servers.get(Number(port)) : undefined;
    if (server === undefined) return onRefused(`a connection to ${host}:${port}`);
    const client = new InProcessSocket();
    const accepted = new InProcessSocket();
    client.other = accepted;
    accepted.other = client;
    setImmediate(() => server.emit('connection', accepted));
    return client;
  }) as never;
}
