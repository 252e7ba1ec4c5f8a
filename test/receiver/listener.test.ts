import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createManualClock } from '../../src/clock';
import { createListener, type Listener, type ListenerOptions, type ListenerState } from '../../src/receiver';
import { connectRaw, until } from './raw-connection';
import { plainRequest } from './receiver';

const run = promisify(execFile);

describe('behaviour: receivers, the dedicated port', () => {
  const clock = createManualClock();
  const open: Listener[] = [];

  function listen(options: Partial<ListenerOptions> = {}): { listener: Listener; states: ListenerState[] } {
    const states: ListenerState[] = [];
    const listener = createListener({
      clock,
      port: 0,
      host: '127.0.0.1',
      handle: (request, response) => request.resume().on('end', () => response.end('ok')),
      onState: (state) => void states.push(state),
      onError: (error) => assert.fail(error),
      ...options,
    });
    open.push(listener);
    return { listener, states };
  }

  async function portOf(listener: Listener): Promise<number> {
    await until(() => listener.state().status === 'listening');
    const state = listener.state();
    return state.status === 'listening' ? state.port : assert.fail();
  }

  afterEach(async () => {
    const closing = open.splice(0).map((listener) => listener.close());
    await clock.advance(1000);
    await Promise.all(closing);
    assert.equal(clock.pendingTimers(), 0);
  });

  it('a port in use is reported, retried after 1, 2, 4 ... 30 s, and opened when it is free', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { listener, states } = listen({ port });
    for (const [index, delayMs] of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
      await until(() => states.length === index + 1);
      assert.deepEqual(states[index], { status: 'waiting', code: 'EADDRINUSE', retryInMs: delayMs });
      await clock.advance(delayMs);
    }
    await until(() => states.length === 8);
    other.close();
    await once(other, 'close');
    await clock.advance(30_000);
    assert.equal(await portOf(listener), port);
  });

  it('closing while waiting for a port leaves no timer', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { listener, states } = listen({ port: (other.address() as AddressInfo).port });
    await until(() => states.length === 1);
    await listener.close();
    assert.deepEqual(states.at(-1), { status: 'closed' });
    assert.equal(clock.pendingTimers(), 0);
    other.close();
    await once(other, 'close');
  });

  it('closing lets a request in flight end', async () => {
    let answer = () => {};
    const { listener } = listen({
      handle: (_, response) => {
        answer = () => response.end('late');
      },
    });
    const port = await portOf(listener);
    const connection = await connectRaw(port);
    const before = answer;
    connection.write(plainRequest('GET', '/'));
    await until(() => answer !== before);
    const closed = listener.close();
    answer();
    assert.equal((await connection.response()).status, 200);
    await clock.advance(1000);
    await closed;
    await assert.rejects(connectRaw(port));
  });

  it('closing destroys remaining connections after a second: silent, idle, with a partial request, without a response', async () => {
    let arrived = 0;
    const { listener } = listen({ handle: () => void arrived++ });
    const port = await portOf(listener);
    const connections = await Promise.all([1, 2, 3].map(() => connectRaw(port)));
    connections[1]?.write('POST / HTTP/1.1\r\nHost: x\r\n');
    connections[2]?.write(plainRequest('GET', '/'));
    await until(() => arrived === 1);
    const closing = listener.close();
    await clock.advance(1000);
    await closing;
    await Promise.all(connections.map(({ closed }) => closed));
    assert.deepEqual(listener.state(), { status: 'closed' });
  });

  it('a request on a kept connection while closing gets 503 and Connection: close', async () => {
    const { listener } = listen({ handle: (_, response) => void setImmediate(() => response.end('ok')) });
    const connection = await connectRaw(await portOf(listener));
    connection.write(plainRequest('POST', '/', [], 'a'));
    const closing = listener.close();
    connection.write(plainRequest('GET', '/'));
    const statuses = [await connection.response(), await connection.response().catch(() => undefined)];
    assert.ok(statuses.every((answer) => answer === undefined || answer.status === 200 || answer.status === 503));
    await connection.closed;
    await clock.advance(1000);
    await closing;
  });

  it('missing headers end the connection', async () => {
    const { listener } = listen({ headersTimeoutMs: 50 });
    const connection = await connectRaw(await portOf(listener));
    connection.write('POST / HTTP/1.1\r\nHost: x\r\n');
    await connection.closed;
  });

  it('opening and closing a hundred times leaves no handle', async () => {
    const handles = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
    const before = handles();
    for (let count = 0; count < 100; count++) {
      const { listener } = listen();
      const connection = await connectRaw(await portOf(listener));
      connection.write(plainRequest('GET', '/'));
      await connection.response();
      await listener.close();
      await connection.closed;
    }
    await until(() => handles() <= before);
  });

  describe('with TLS', () => {
    let directory: string;
    let tls: { key: string; cert: string };
    before(async () => {
      directory = await mkdtemp(path.join(os.tmpdir(), 'inbound-'));
      const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(directory, name)) as [string, string];
      const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
      await run('openssl', [...request, '-subj', '/CN=localhost', '-keyout', key, '-out', cert]);
      tls = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
    });
    after(() => rm(directory, { recursive: true }));

    it('serves https, and closing destroys a connection in its handshake', async () => {
      const { listener } = listen({ tls });
      const port = await portOf(listener);
      const silent = await connectRaw(port);
      const status = await new Promise((resolve, reject) => {
        https
          .get({ host: '127.0.0.1', port, ca: tls.cert, servername: 'localhost', agent: false }, (response) =>
            resolve(response.resume().statusCode),
          )
          .on('error', reject);
      });
      assert.equal(status, 200);
      const closing = listener.close();
      await clock.advance(1000);
      await Promise.all([closing, silent.closed]);
    });

    it('an invalid key is reported and not retried', async () => {
      const { listener } = listen({ tls: { key: 'no key', cert: 'no cert' } });
      assert.equal(listener.state().status, 'failed');
      await listener.close();
    });
  });
});
