import assert from 'node:assert/strict';
import http, { type IncomingMessage } from 'node:http';
import { createManualClock, type ManualClock } from '../../src/clock';
import { type BodyFault, type BodyReader, createBodyReader } from '../../src/receiver/body-reader';
import type { IncomingRequest } from '../../src/receiver/router';
import { type RawConnection, until } from './raw-connection';
import { type RawServer, serveRaw } from './raw-server';
import { plainRequest } from './receiver';

describe('behaviour: receivers, reading of bodies', () => {
  let clock: ManualClock;
  let reader: BodyReader;
  let server: RawServer;
  let connection: RawConnection;
  /** The body or fault of each request, in the order of their ends. */
  let results: string[];
  let requests: IncomingMessage[];
  let handle: (incoming: IncomingRequest) => void;

  /** Reads the body, and responds when it is complete. */
  function read(incoming: IncomingRequest): void {
    reader.read(incoming, {
      onBody(body) {
        results.push(textOf(body));
        incoming.response.end();
      },
    });
  }
  const textOf = (body: Buffer | BodyFault) => (typeof body === 'string' ? body : `body ${body.toString('latin1')}`);

  beforeEach(async () => {
    clock = createManualClock();
    reader = createBodyReader(clock, { bodyLimitBytes: 500_000 });
    results = [];
    requests = [];
    handle = read;
    const httpServer = http.createServer((request, response) => {
      requests.push(request);
      handle({ request, response, target: '/' });
    });
    httpServer.on('checkContinue', (request, response) =>
      handle({ request, response, target: '/', awaitsContinue: true }),
    );
    server = await serveRaw(httpServer);
    connection = server.connection;
  });
  afterEach(async () => {
    reader.close();
    await server.close();
  });

  it('a body in one packet, in many and an empty one are read on one connection', async () => {
    connection.write(plainRequest('POST', '/', [], 'whole'));
    await connection.response();
    const { length } = plainRequest('POST', '/', [], 'in pieces');
    for (let at = 0; at < length; at++) {
      connection.write(plainRequest('POST', '/', [], 'in pieces').subarray(at, at + 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await connection.response();
    connection.write(plainRequest('GET', '/'));
    await connection.response();
    assert.deepEqual(results, ['body whole', 'body in pieces', 'body ']);
  });

  it('a chunked body, and a body after 100 Continue', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: x\r\n';
    connection.write(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nfir\r\n2\r\nst\r\n0\r\nTrailer: 1\r\n\r\n`);
    await connection.response();
    connection.write(`${head}Expect: 100-continue\r\nContent-Length: 6\r\n\r\n`);
    assert.equal((await connection.response()).status, 100);
    connection.write('second');
    assert.equal((await connection.response()).status, 200);
    assert.deepEqual(results, ['body first', 'body second']);
  });

  it('a body larger than the buffer of a stream', async () => {
    const text = 'a'.repeat(400_000);
    connection.write(plainRequest('POST', '/', [], text));
    await connection.response();
    assert.deepEqual(results, [`body ${text}`]);
  });

  it('pipelined requests keep their order', async () => {
    handle = (incoming) => {
      const { request, response } = incoming;
      response.setHeader('Target', request.url ?? '');
      reader.read(incoming, { onBody: () => void setImmediate(() => response.end()) });
    };
    connection.write(Buffer.concat(['/a', '/b', '/c'].map((target) => plainRequest('POST', target, [], target))));
    const targets = [];
    for (let count = 0; count < 3; count++) targets.push((await connection.response()).headers.target);
    assert.deepEqual(targets, ['/a', '/b', '/c']);
  });

  it('a connection that ends before the body does is aborted', async () => {
    connection.write(plainRequest('POST', '/', [], 'half a body').subarray(0, -1));
    connection.socket.end();
    await connection.closed;
    await until(() => results.length > 0);
    assert.deepEqual(results, ['aborted']);
  });

  it('a request that is destroyed before its body is read is aborted', async () => {
    handle = (incoming) => {
      read(incoming);
      incoming.request.destroy();
    };
    connection.write(plainRequest('POST', '/', [], 'a body').subarray(0, -1));
    await until(() => results.length > 0);
    await clock.advance(10_000);
    assert.deepEqual(results, ['aborted']);
    assert.equal(clock.nextTimerMs(), undefined);
  });

  it('a connection that ends after the body changes nothing', async () => {
    let closed = false;
    handle = (incoming) => {
      incoming.response.on('close', () => {
        closed = true;
      });
      reader.read(incoming, { onBody: (body) => void results.push(textOf(body)) });
    };
    connection.write(plainRequest('POST', '/', [], 'a body'));
    await until(() => results.length > 0);
    connection.socket.destroy();
    await until(() => closed);
    assert.deepEqual(results, ['body a body']);
  });

  it('a body over the limit is a fault, complete or not', async () => {
    reader = createBodyReader(clock, { bodyLimitBytes: 3 });
    connection.write(plainRequest('POST', '/', [], '1234'));
    await connection.response();
    connection = await server.connect();
    connection.write(plainRequest('POST', '/', [], '123456').subarray(0, -1));
    await connection.response();
    assert.deepEqual(results, ['too-large', 'too-large']);
  });

  it('a body that another reader has consumed is a fault', async () => {
    handle = (incoming) => void incoming.request.resume().on('end', () => setImmediate(read, incoming));
    connection.write(plainRequest('POST', '/', [], 'a body'));
    await connection.response();
    assert.deepEqual(results, ['already-read']);
  });

  it('the stream of a request ends, so that Node releases the request', async () => {
    connection.write(plainRequest('POST', '/', [], 'a body'));
    await connection.response();
    await until(() => requests[0]?.readableEnded === true);
  });
});
