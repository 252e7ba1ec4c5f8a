import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import http, { type ClientRequest, type Server } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { type Client, createClient } from '../../src/client';
import { type Clock, createManualClock, systemClock } from '../../src/clock';
import { localhostCertificate } from '../support/localhost-certificate';
import { type ScriptedService, startScriptedService } from '../support/scripted-service';
import { settled, turned } from '../support/turn-clock';
import { apiKey, failureOf, organization, startClientOverHttp, tokenRoute } from './client-under-test';

const path = { deviceId: 'device-1' };
const read = 'GET /devices/device-1';
const readable = { json: { data: { id: 'device-1' } } };

describe('client: connections', () => {
  it('are kept alive, over http and https', async () => {
    for (const tls of [false, true]) {
      const tested = await startClientOverHttp({ tls, keepAlive: true });
      tested.service.on(read, readable);
      for (let index = 0; index < 5; index += 1) await tested.client.call('devices.get', { path });
      assert.equal(await tested.service.openConnections(), 1);
      await tested.close();
    }
  });

  it('are not made to a service with an untrusted certificate', async () => {
    const tested = await startClientOverHttp({ tls: true });
    const trusting = tested.client;
    const { ca: _, ...strangers } = { ca: '', baseUrl: tested.service.origin, apiKey, organization };
    const stranger = createClient({ settings: strangers, clock: tested.clock, random: () => 0, environment: {} });
    const error = await tested.failure(stranger.call('devices.get', { path }));
    assert.equal(error.code, 'NETWORK');
    assert.match(error.message, /SELF_SIGNED|certificate/i);
    assert.equal(tested.service.requests.length, 0);
    tested.service.on(read, readable);
    assert.equal((await tested.turn(trusting.call('devices.get', { path }))).statusCode, 200);
    await stranger.close();
    await tested.close();
  });

  it('that are not made in time end with TIMEOUT, nothing sent', async () => {
    const tested = await startClientOverHttp();
    // Accepts, but never answers the TLS handshake.
    const sockets = new Set<Socket>();
    const silent = net.createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const client = tested.anotherClient({ baseUrl: `https://127.0.0.1:${port}`, connectTimeoutMs: 3_000 });
    const startedAt = tested.clock.now();
    const error = await tested.failure(client.authenticate('ORG'), { held: 1 });
    assert.equal(error.code, 'TIMEOUT');
    assert.match(error.message, /connecting/);
    assert(tested.clock.now() - startedAt >= 4 * 3_000);
    await client.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
    await tested.close();
  });

  it('that are refused are known to have sent nothing', async () => {
    const tested = await startClientOverHttp();
    await tested.turn(tested.client.authenticate('ORG'));
    await tested.service.close();
    const error = await tested.failure(tested.client.call('devices.restart', { path }));
    assert.equal(error.code, 'NETWORK');
    assert.match(error.message, /ECONNREFUSED/);
    await tested.client.close();
  });

  it('that were kept and break under a command leave its outcome unknown', async () => {
    for (const tls of [false, true]) {
      const tested = await startClientOverHttp({ tls, keepAlive: true });
      tested.service.on('POST /devices/device-1/restart', 'reset-early');
      await tested.client.authenticate('ORG');
      const error = await failureOf(tested.client.call('devices.restart', { path }));
      assert.equal(error.code, 'UNKNOWN_OUTCOME');
      assert.equal(tested.service.count('POST /devices/device-1/restart'), 1);
      await tested.close();
    }
  });

  describe('close', () => {
    it('ends the requests in flight and leaves neither timers nor connections', async () => {
      const tested = await startClientOverHttp({ keepAlive: true });
      tested.service.on(read, 'hang');
      tested.service.on('POST /devices/device-1/restart', 'hang');
      tested.service.on('POST /devices/a/breaker/remoteHandle/position', {});
      await tested.client.authenticate('ORG');
      const open = { path: { deviceId: 'a' }, body: { command: 'open', reason: 'test' } } as const;
      await tested.client.call('remoteHandle.setPosition', open);
      const underWay = [
        tested.client.call('devices.get', { path }),
        tested.client.call('devices.restart', { path }),
        tested.client.call('remoteHandle.setPosition', open),
      ].map(failureOf);
      await settled(2);
      assert(tested.clock.pendingTimers() > 0);
      await tested.client.close();
      const codes = (await Promise.all(underWay)).map(({ code }) => code);
      // The restart was sent, and nobody will know whether it happened.
      assert.deepEqual(codes, ['CLOSED', 'UNKNOWN_OUTCOME', 'CLOSED']);
      assert.equal(tested.clock.pendingTimers(), 0);
      await settled();
      assert.equal(await tested.service.openConnections(), 0);
      await tested.close();
    });

    it('ends a token request and its retries', async () => {
      const tested = await startClientOverHttp();
      tested.service.on(tokenRoute, 'reset');
      const waiting = failureOf(tested.client.call('devices.get', { path }));
      await settled();
      await tested.client.close();
      assert.equal((await waiting).code, 'CLOSED');
      assert.equal(tested.clock.pendingTimers(), 0);
      await tested.close();
    });

    it('makes every later call end with CLOSED', async () => {
      const tested = await startClientOverHttp();
      await tested.client.close();
      await tested.client.close();
      const pages = tested.client.pages('plugSessions.list', { filter: { deviceId: 'a' } });
      for (const promise of [
        tested.client.call('devices.get', { path }),
        tested.client.authenticate('ORG'),
        pages[Symbol.asyncIterator]().next(),
      ])
        assert.equal((await failureOf(promise)).code, 'CLOSED');
      assert.equal(tested.service.requests.length, 0);
      await tested.close();
    });
  });

  it('a call can be cancelled before and while it is sent', async () => {
    const tested = await startClientOverHttp();
    tested.service.on(read, 'hang');
    assert.equal(
      (await failureOf(tested.client.call('devices.get', { path }, { signal: AbortSignal.abort() }))).code,
      'CLOSED',
    );
    const cancelling = new AbortController();
    const call = failureOf(tested.client.call('devices.get', { path }, { signal: cancelling.signal }));
    await settled(1);
    cancelling.abort();
    assert.equal((await call).code, 'CLOSED');
    assert.equal(tested.clock.pendingTimers(), 0);
    await tested.close();
  });
});

// hpagent removes all listeners of a tunnel's request, also of those who only count the requests under way.
function keepCloseListeners(message: unknown): void {
  const { request } = message as { request: ClientRequest };
  if (request.method !== 'CONNECT') return;
  const listeners = request.rawListeners('close') as (() => void)[];
  request.once('connect', () => {
    for (const listener of listeners) request.once('close', listener);
  });
}

describe('client: proxies from the environment', () => {
  before(() => subscribe('http.client.request.start', keepCloseListeners));
  after(() => unsubscribe('http.client.request.start', keepCloseListeners));

  let service: ScriptedService;
  let proxy: Server;
  let proxyUrl: string;
  let asked: string[];
  let refusing: boolean;
  const clients: Client[] = [];

  beforeEach(async () => {
    service = await startScriptedService(systemClock, { tls: true });
    service.on(read, readable);
    asked = [];
    refusing = false;
    proxy = http.createServer((_, response) => response.writeHead(400).end());
    proxy.on('connect', (request, socket: Socket) => {
      asked.push(request.url ?? '');
      if (refusing) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const upstream = net.connect(Number(new URL(service.origin).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      for (const [end, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const)
        end.on('error', () => other.destroy()).on('close', () => other.destroy());
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    await service.close();
    proxy.closeAllConnections();
    proxy.close();
    await once(proxy, 'close');
  });

  function clientIn(environment: Record<string, string>, baseUrl = 'https://service.test', clock: Clock = systemClock) {
    const settings = { baseUrl, apiKey, organization, ca: localhostCertificate.certificate };
    const client = createClient({ settings, clock, random: () => 0, environment });
    clients.push(client);
    return client;
  }

  for (const name of ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'npm_config_https_proxy'])
    it(`${name} is used, with the own certificate authority`, async () => {
      const reply = await clientIn({ [name]: proxyUrl }).call('devices.get', { path });
      assert.equal(reply.statusCode, 200);
      assert.deepEqual([...new Set(asked)], ['service.test:443']);
    });

  it('a service on this machine is asked directly', async () => {
    await clientIn({ HTTPS_PROXY: proxyUrl }, service.origin).call('devices.get', { path });
    assert.deepEqual(asked, []);
  });

  it('a proxy that refuses is a network error, nothing sent', async () => {
    refusing = true;
    const clock = createManualClock();
    const client = clientIn({ HTTPS_PROXY: proxyUrl }, 'https://service.test', clock);
    const error = await failureOf(turned(clock, client.call('devices.restart', { path })));
    assert.equal(error.code, 'NETWORK');
    assert.match(error.message, /407/);
    assert.equal(service.requests.length, 0);
  });
});
