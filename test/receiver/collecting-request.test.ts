import assert from 'node:assert/strict';
import http, { type ServerResponse } from 'node:http';
import { CollectingRequest } from '../../src/receiver/collecting-request';
import { type RawConnection, until } from './raw-connection';
import { type RawServer, serveRaw } from './raw-server';
import { plainRequest } from './receiver';

describe('a request that collects its body', () => {
  let server: RawServer;
  let connection: RawConnection;
  /** What sinks heard, in order. */
  let heard: string[];
  let handle: (request: CollectingRequest, response: ServerResponse) => void;

  const sink = (response: ServerResponse, limit = Number.POSITIVE_INFINITY) => {
    let body = '';
    return {
      piece(chunk: Buffer) {
        body += chunk.toString('latin1');
        if (body.length <= limit) return true;
        heard.push('refused');
        response.end();
        return false;
      },
      ended() {
        heard.push(body);
        response.end();
      },
      aborted: () => void heard.push('aborted'),
    };
  };

  beforeEach(async () => {
    heard = [];
    handle = (request, response) => void request.collect(sink(response));
    const options = { IncomingMessage: CollectingRequest };
    server = await serveRaw(http.createServer(options, (request, response) => handle(request, response)));
    connection = server.connection;
  });
  afterEach(() => server.close());

  it('comes in one piece, in many and without a body, one after the other on a kept connection', async () => {
    connection.write(plainRequest('POST', '/', [], 'whole'));
    await connection.answer();
    const { length } = plainRequest('POST', '/', [], 'in pieces');
    for (let at = 0; at < length; at++) {
      connection.write(plainRequest('POST', '/', [], 'in pieces').subarray(at, at + 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await connection.answer();
    connection.write(plainRequest('GET', '/'));
    await connection.answer();
    assert.deepEqual(heard, ['whole', 'in pieces', '']);
  });

  it('comes in chunks, and after the server said that it may', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: x\r\n';
    connection.write(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nfir\r\n2\r\nst\r\n0\r\nTrailer: 1\r\n\r\n`);
    await connection.answer();
    connection.write(`${head}Expect: 100-continue\r\nContent-Length: 6\r\n\r\n`);
    assert.equal((await connection.answer()).status, 100);
    connection.write('second');
    assert.equal((await connection.answer()).status, 200);
    assert.deepEqual(heard, ['first', 'second']);
  });

  it('ends before the next pipelined one begins, and the answers keep their order', async () => {
    handle = (request, response) => {
      response.setHeader('Target', request.url ?? '');
      const { piece, aborted } = sink(response);
      request.collect({ piece, aborted, ended: () => void setImmediate(() => response.end()) });
    };
    connection.write(Buffer.concat(['/a', '/b', '/c'].map((target) => plainRequest('POST', target, [], target))));
    const targets = [];
    for (let count = 0; count < 3; count++) targets.push((await connection.answer()).headers.target);
    assert.deepEqual(targets, ['/a', '/b', '/c']);
  });

  it('says that the connection ended before the body did, and nothing of one that ended after it', async () => {
    connection.write(plainRequest('POST', '/', [], 'half a body').subarray(0, -1));
    connection.socket.end();
    await connection.closed;
    await until(() => heard.length > 0);
    assert.deepEqual(heard, ['aborted']);

    heard = [];
    let closed = false;
    handle = (request, response) => {
      response.on('close', () => {
        closed = true;
      });
      const { piece, aborted } = sink(response);
      request.collect({ piece, aborted, ended: () => void heard.push('ended') });
    };
    connection = await server.connect();
    connection.write(plainRequest('POST', '/', [], 'a body'));
    await until(() => heard.length > 0);
    connection.socket.destroy();
    await until(() => closed);
    assert.deepEqual(heard, ['ended']);
  });

  it('is read away after a refusal, and the connection goes on', async () => {
    handle = (request, response) => void request.collect(sink(response, 3));
    connection.write(plainRequest('POST', '/', [], 'a'.repeat(300_000)));
    assert.equal((await connection.answer()).status, 200);
    handle = (request, response) => void request.collect(sink(response));
    connection.write(plainRequest('POST', '/', [], 'next'));
    assert.equal((await connection.answer()).status, 200);
    assert.deepEqual(heard, ['refused', 'next']);
  });

  it('is a stream for who does not ask, and for who asks when a piece has come', async () => {
    handle = (request, response) => {
      request.once('data', (chunk: Buffer) => {
        heard.push(chunk.toString('latin1'), String(request.collect(sink(response))));
      });
      request.on('end', () => response.end(String(request.readableEnded)));
    };
    connection.write(plainRequest('POST', '/', [], 'stream'));
    assert.equal((await connection.answer()).status, 200);
    assert.deepEqual(heard, ['stream', 'false']);
  });

  it('does not keep the request when it is answered', async () => {
    let collected = new WeakRef<object>({});
    handle = (request, response) => {
      collected = new WeakRef(request);
      request.collect(sink(response));
    };
    connection.write(plainRequest('POST', '/', [], 'a body'));
    await connection.answer();
    // As of Node's own requests: the parser of the connection would keep it until the next one.
    const { parser } = (collected.deref() as CollectingRequest).socket as unknown as { parser: { incoming: unknown } };
    await until(() => parser.incoming === null);
  });
});
