import assert from 'node:assert/strict';
import { createManualClock, type ManualClock } from '../../../src/clock';
import type { FindingKey } from '../../../src/runtime/receiver/address-finding';
import { requestFromOutside } from '../../../src/runtime/receiver/outside-request';
import { acquireSharedEndpoint, type SharedEndpoint } from '../../../src/runtime/receiver/shared-endpoint';
import { testEndpoint } from '../../../src/runtime/receiver/test-endpoint';
import type { TestedEndpoint } from '../../../src/runtime/receiver/test-from-outside';
import { until } from '../../receiver/raw-connection';
import { freePort } from '../../support/free-port';
import { type Changes, type Started, startProxy, startServer, startTcpServer } from '../../support/misbehaving-proxy';

const basePath = '/breakerflow';

describe('the test of an endpoint from outside', () => {
  let clock: ManualClock;
  let opened: { release(keepAlive: boolean): Promise<void> }[];
  let started: Started[];
  let local: { readonly origin: string; readonly shared: SharedEndpoint };
  let count = 0;
  beforeEach(async () => {
    clock = createManualClock();
    opened = [];
    started = [];
    local = await openEndpoint();
  });
  afterEach(async () => {
    for (const server of started) await server.stop();
    for (const endpoint of opened) await endpoint.release(false);
  });

  async function openEndpoint() {
    const port = await freePort();
    count += 1;
    const shared = await acquireSharedEndpoint({
      id: `tested-${count}`,
      clock,
      listener: { kind: 'port', port, host: '127.0.0.1' },
      duplicates: { kind: 'memory' },
      duplicateWindowMs: 24 * 3_600_000,
      onError: (error) => assert.fail(String(error)),
    });
    opened.push(shared);
    await until(() => shared.state().status === 'listening');
    return { origin: `http://127.0.0.1:${port}`, shared };
  }
  async function server(starting: Promise<Started>): Promise<Started> {
    const running = await starting;
    started.push(running);
    return running;
  }
  const proxy = (changes?: Changes) => server(startProxy(local.origin, changes));
  const answering = (status: number, headers: Readonly<Record<string, string>> = {}, body = '') =>
    server(startServer((_, response) => response.writeHead(status, headers).end(body)));

  /** The steps with their results, and the last finding or refusal. */
  async function test(publicUrl: string, more: Partial<TestedEndpoint> = {}) {
    const { steps } = await testEndpoint({
      clock,
      publicUrl,
      windowMs: 15 * 60_000,
      proof: () => undefined,
      pathOf: (route) => `${basePath}${route}`,
      localOrigin: () => local.origin,
      shared: async () => local.shared,
      ...more,
    });
    const last = steps.at(-1);
    const refusal = last?.refusal === undefined ? undefined : `${last.refusal.check}.${last.refusal.reason}`;
    return {
      steps: steps.map(({ step, ok }) => `${step} ${ok ? 'ok' : 'failed'}`),
      last: `${last?.step} ${last?.ok ? 'ok' : (last?.finding?.key ?? refusal)}`,
      finding: last?.finding,
      known: steps.flatMap(({ finding }) => (finding === undefined ? [] : [finding.key])),
    };
  }

  it('through a proxy that changes nothing, a validation and a push arrive as they were signed', async () => {
    const { origin } = await proxy();
    const { steps, known } = await test(origin);
    assert.deepEqual(steps, [
      'local ok',
      'name ok',
      'connection ok',
      'answer ok',
      'arrival ok',
      'verdict ok',
      'push ok',
    ]);
    assert.deepEqual(known, ['thisMachineAddress']);
  });

  it('what goes out is signed by a key of this test, with headers of the service and a number, and never twice the same', async () => {
    const { origin, requests } = await proxy();
    await test(origin);
    await test(origin);
    const service = ['authorization', 'connection', 'host', 'x-amz-date', 'x-breakerflow-test'];
    const push = [...service, 'content-length', 'content-type'].sort();
    assert.deepEqual(
      requests.map(({ method, headers }) => [method, headers]),
      [
        ['GET', service],
        ['POST', push],
        ['GET', service],
        ['POST', push],
      ],
    );
    assert.equal(new Set(requests.map(({ path }) => path)).size, 4);
  });

  for (const [title, changes, last] of [
    ['cuts the path off', { path: (path: string) => path.slice(basePath.length) }, 'arrival otherPath'],
    ['puts a path before it', { path: (path: string) => `/x${path}` }, 'arrival otherPath'],
    ['adds a query', { path: (path: string) => `${path}?a=1` }, 'verdict signature.mismatch'],
    ['rewrites the host', { headers: { host: '127.0.0.1:1881' } }, 'verdict host.other'],
    ['drops the signature', { headers: { authorization: 'Basic eDp5' } }, 'verdict credentials.other-algorithm'],
    ['takes no POST', { blocks: 'POST' }, 'push methodBlocked'],
    [
      'writes JSON anew',
      { body: (body: string) => (body === '' ? '' : JSON.stringify(JSON.parse(body))) },
      'push bodyRewritten',
    ],
    ['has another time', { answerHeaders: { date: new Date(Date.now() + 3_600_000).toUTCString() } }, 'clock clockOff'],
  ] as const)
    it(`a proxy that ${title}: ${last}`, async () => {
      const { origin } = await proxy(changes as Changes);
      assert.equal((await test(origin)).last, last);
    });

  it('a path that was cut off is shown', async () => {
    const { origin } = await proxy({ path: (path) => path.slice(basePath.length) });
    assert.match((await test(origin)).finding?.params.path ?? '', /^\/test-[0-9a-f]{40}$/);
  });

  const html = { 'content-type': 'text/html' };
  for (const [title, status, headers, body, key] of [
    ['a page', 200, html, '<html><title>Router</title>', 'page'],
    ['the editor', 200, html, '<html><head><title>Node-RED</title>', 'editor'],
    ["Node-RED's 404", 404, html, '<pre>Cannot GET /breakerflow</pre>', 'otherNodeRed'],
    ["a proxy's 404", 404, html, '<html>404', 'notFound'],
    ['a login', 302, { location: 'https://home.cloudflareaccess.com/cdn-cgi/access/login' }, '', 'loginRedirect'],
    ['a wish for a user', 401, { 'www-authenticate': 'Basic' }, '', 'basicAuth'],
    ['a firewall', 403, html, '<html>no', 'blocked'],
    ['a challenge', 403, { 'cf-mitigated': 'challenge' }, '', 'challenge'],
    ['a tunnel without its end', 530, {}, 'error code: 1033', 'noTunnel'],
    ['502', 502, {}, '', 'gateway'],
    ['503', 503, {}, '', 'gateway'],
    ['504', 504, {}, '', 'gateway'],
    ['an empty 200', 200, {}, '', 'otherServer'],
  ] as const)
    it(`${title} answers: ${key}`, async () => {
      const { origin } = await answering(status, headers, body);
      const { steps, last } = await test(origin);
      assert.equal(last, `arrival ${key}`);
      assert.equal(steps.at(-2), 'answer ok');
    });

  it('a redirect is not followed, neither to another host nor to the same one', async () => {
    const other = await answering(200);
    const { origin, requests } = await answering(301, { location: `${other.origin}/x` });
    assert.equal((await test(origin)).last, 'arrival redirect');
    assert.deepEqual([requests.length, other.requests.length], [1, 0]);
  });

  it('a proxy without a way to its target: gateway', async () => {
    const gone = `http://127.0.0.1:${await freePort()}`;
    const { origin } = await server(startProxy(gone));
    assert.equal((await test(origin)).last, 'arrival gateway');
  });

  it('another endpoint of Breakerflow: otherEndpoint', async () => {
    const other = await openEndpoint();
    assert.equal((await test(other.origin)).last, 'arrival otherEndpoint');
  });

  for (const [title, start, key] of [
    ['hangs up', () => startTcpServer((socket) => socket.on('data', () => socket.destroy())), 'noAnswer'],
    ['speaks another protocol', () => startTcpServer((socket) => socket.end('SSH-2.0-x\r\n')), 'notHttp'],
  ] as const)
    it(`what answers ${title}: ${key}`, async () => {
      const { origin } = await server(start());
      assert.equal((await test(origin)).last, `answer ${key}`);
    });

  it('a port where nobody listens: refused', async () => {
    assert.equal((await test(`http://127.0.0.1:${await freePort()}`)).last, 'connection refused');
  });

  it('a name that nobody has: noName, or noResolver on a machine without DNS', async () => {
    assert.match((await test('https://nobody.invalid')).last, /^name (noName|noResolver)$/);
  });

  it('plain http at an https address: plainHttp', async () => {
    const { origin } = await answering(200);
    assert.equal((await test(origin.replace('http:', 'https:'))).last, 'certificate plainHttp');
  });

  it('a handshake that breaks off: noCertificate', async () => {
    const { origin } = await server(startTcpServer((socket) => socket.on('data', () => socket.resetAndDestroy())));
    assert.equal((await test(origin.replace('http:', 'https:'))).last, 'certificate noCertificate');
  });

  it('an endpoint that is not there on its own machine: the public address is not asked', async () => {
    const { origin, requests } = await proxy();
    const gone = `http://127.0.0.1:${await freePort()}`;
    const { steps, last } = await test(origin, { localOrigin: () => gone });
    assert.deepEqual([steps.length, last], [1, 'local notListening' satisfies `local ${FindingKey}`]);
    assert.deepEqual(requests, []);
  });
});

describe('a request from outside', () => {
  let started: Started | undefined;
  afterEach(() => started?.stop());
  const get = { method: 'GET', path: '/', headers: {} } as const;

  it('ends in time where no answer comes', async () => {
    started = await startTcpServer(() => {});
    const result = await requestFromOutside(started.origin, get, { timeoutMs: 100 });
    assert.deepEqual(result, { addresses: ['127.0.0.1'], failed: 'answer', message: 'ETIMEDOUT' });
  });

  it('ends in time where an answer never ends, with what came', async () => {
    started = await startServer((_, response) => response.write('slow'));
    const result = await requestFromOutside(started.origin, get, { timeoutMs: 100 });
    assert('status' in result);
    assert.deepEqual([result.status, result.body], [200, 'slow']);
  });

  it('reads 4 KiB of an answer at most', async () => {
    let isClosed = false;
    started = await startServer((_, response) => {
      response.on('close', () => {
        isClosed = true;
      });
      const more = () => {
        while (!isClosed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const result = await requestFromOutside(started.origin, get);
    assert('status' in result);
    assert.equal(result.body.length, 4096);
    await until(() => isClosed);
  });
});
