import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookTargetOptions } from '../../src/receiver';
import { connectRaw } from './raw-connection';
import { plainRequest, type Receiver, startReceiver } from './receiver';

const onboarded = { deviceId: 'd1', serialNumber: '30000c2a', hardwareType: 'emcb', organizationId: 'o1' };

describe('behaviour: receivers, webhooks (spec 6.1)', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const add = (options: Partial<WebhookTargetOptions> = {}) =>
    receiver.addWebhook({ access: { header: 'X-Hook-Secret', secrets: ['hook-secret'] }, ...options });
  const jsonType = ['Content-Type', 'application/json'] as const;
  const hookSecret = ['X-Hook-Secret', 'hook-secret'] as const;
  const post = (body: unknown, headers: readonly (readonly [string, string])[] = [jsonType, hookSecret]) =>
    receiver.send(plainRequest('POST', '/hook', headers, Buffer.isBuffer(body) ? body : JSON.stringify(body)));

  const lastRefusal = () => {
    const { check, reason, detail } = receiver.rejections.recent()[0] ?? {};
    return [check, reason, detail];
  };

  it('an event is delivered with its kind and unknown keys, and gets 200', async () => {
    add();
    const payload = { ...onboarded, newField: { a: 1 } };
    const answer = await post(payload);
    assert.deepEqual([answer.status, answer.body], [200, '{}']);
    assert.deepEqual(receiver.events, [
      { kind: 'deviceOnboarding', payload, unread: [], receivedAtMs: receiver.clock.now() },
    ]);
  });

  it('each kind accepts its own payload and rejects one without its required fields', async () => {
    const kinds = {
      deviceOnboarding: [onboarded, {}],
      userPermission: [
        { locationId: 'l1', email: 'a@example.com', permissionChangeType: 'assigned' },
        { locationId: 'l1' },
      ],
      deviceOverrideEvent: [{ deviceId: 'd1', status: 'participating' }, { deviceId: 'd1' }],
      shareDeviceCode: [{ code: 'c1', status: 'claimed' }, { code: null }],
    } as const;
    for (const [kind, [good, bad]] of Object.entries(kinds) as [keyof typeof kinds, [object, object]][]) {
      const registration = add({ kind });
      assert.equal((await post(good)).status, 200, kind);
      assert.equal((await post(bad)).status, 400, kind);
      registration.remove();
    }
    assert.deepEqual(
      receiver.events.map(({ kind }) => kind),
      Object.keys(kinds),
    );
  });

  it('an empty body gets 400 for every kind, even if all its fields are optional', async () => {
    for (const kind of ['deviceOnboarding', 'userPermission', 'deviceOverrideEvent', 'shareDeviceCode'] as const) {
      const registration = add({ kind });
      for (const body of ['', '{}', '{"data":{}}', '{"code":null}']) {
        assert.equal((await post(Buffer.from(body))).status, 400, `${kind} ${body}`);
        assert.deepEqual(lastRefusal(), ['content', 'empty', {}]);
      }
      registration.remove();
    }
    assert.equal(receiver.events.length, 0);
  });

  it('a permission may name locationId or organizationId', async () => {
    add({ kind: 'userPermission' });
    for (const name of ['locationId', 'organizationId']) {
      assert.equal((await post({ [name]: 'x', permissionChangeType: 'revoked' })).status, 200);
    }
    assert.equal(receiver.events.length, 2);
  });

  it('null counts as absent, and a payload in `data` is unwrapped', async () => {
    add();
    assert.equal((await post({ data: { ...onboarded, userId: null } })).status, 200);
    assert.deepEqual(receiver.events[0]?.payload, onboarded);
  });

  it('a duplicate event gets 200 and is not delivered, until the window has passed', async () => {
    add();
    for (let count = 0; count < 3; count++) assert.equal((await post(onboarded)).status, 200);
    assert.equal(receiver.events.length, 1);
    await receiver.clock.advance(48 * 3_600_000);
    assert.equal((await post(onboarded)).status, 200);
    assert.equal(receiver.events.length, 2);
  });

  it('an equal event without a time is a retry for two minutes, and a new event afterwards', async () => {
    add();
    const seconds = [0, 5, 119, 121, 200, 242];
    let passed = 0;
    const told: number[] = [];
    for (const second of seconds) {
      await receiver.clock.advance((second - passed) * 1_000);
      passed = second;
      const before = receiver.events.length;
      assert.equal((await post(onboarded)).status, 200);
      if (receiver.events.length > before) told.push(second);
    }
    assert.deepEqual(told, [0, 121, 242]);
  });

  it('an event with a time or an id of its own is the same for the whole window', async () => {
    for (const own of [
      { timestamp: '2026-01-15T12:00:00Z' },
      { eventId: 'e1' },
      { eventId: 7 },
      { timestamp: 1_768_478_400 },
      { sentAt: '1768478400000' },
      { event: { occurredAt: 1_768_478_400_123 } },
      { meta: [{ source: 'hub', notificationId: 'n1' }] },
    ]) {
      const registration = add();
      const before = receiver.events.length;
      await post({ ...onboarded, ...own });
      await receiver.clock.advance(3_600_000);
      await post({ ...onboarded, ...own });
      assert.equal(receiver.events.length, before + 1, JSON.stringify(own));
      registration.remove();
    }
  });

  it('an event has no time of its own by the dates and ids of what it is about', async () => {
    for (const [index, own] of [
      { loadDetails: { installedOn: '2020-01-01T00:00:00Z', modelName: 'X' } },
      { loadDetails: { circuitId: 'c1', ratedPower: 1_768_478_400 } },
      { time: 120, date: 'yesterday' },
    ].entries()) {
      const registration = add();
      for (const count of [1, 2]) {
        await post({ ...onboarded, ...own });
        await receiver.clock.advance(180_000);
        assert.equal(receiver.events.length, 2 * index + count, JSON.stringify(own));
      }
      registration.remove();
    }
  });

  it('the time of an event may stand in the envelope around it', async () => {
    add();
    for (const time of ['2026-01-15T12:00:00Z', '2026-01-15T12:00:00Z', '2026-01-15T12:05:00Z']) {
      await receiver.clock.advance(180_000);
      await post({ time, data: onboarded });
    }
    assert.equal(receiver.events.length, 2);
  });

  it('an equal event later is a new one, however often the wall clock is set back', async () => {
    add();
    for (const count of [1, 2, 3, 4, 5]) {
      assert.equal((await post(onboarded)).status, 200);
      assert.equal(receiver.events.length, count);
      await receiver.clock.advance(125_000);
      receiver.clock.step(-125_000);
    }
  });

  it('the same body for two kinds is two events', async () => {
    add();
    add({ kind: 'shareDeviceCode', path: '/share' });
    await post(onboarded);
    await receiver.send(plainRequest('POST', '/share', [jsonType, hookSecret], JSON.stringify(onboarded)));
    assert.equal(receiver.events.length, 2);
  });

  it('a failed delivery gets 503, and its retry is delivered', async () => {
    let closed = true;
    add({
      deliver: async (event) => {
        if (closed) throw new Error('closed');
        receiver.events.push(event);
      },
    });
    const answer = await post(onboarded);
    assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '5']);
    assert.deepEqual(lastRefusal(), ['delivery', 'failed', {}]);
    assert.equal(receiver.errors.length, 1);
    closed = false;
    assert.equal((await post(onboarded)).status, 200);
    assert.equal(receiver.events.length, 1);
  });

  it('without a secret 401; with a wrong one, or the header twice, 403', async () => {
    add();
    assert.equal((await post(onboarded, [jsonType])).status, 401);
    for (const value of ['', 'hook-secreT', 'hook-secret2', 'hook-secre']) {
      assert.equal((await post(onboarded, [jsonType, ['x-hook-secret', value]])).status, 403, value);
    }
    assert.equal((await post(onboarded, [jsonType, hookSecret, hookSecret])).status, 403);
    assert.equal(receiver.events.length, 0);
  });

  it('rejections contain the reason, never the secret', async () => {
    add();
    await post(onboarded, [jsonType]);
    assert.deepEqual(lastRefusal(), ['secret', 'missing', { header: 'X-Hook-Secret' }]);
    await post(onboarded, [jsonType, ['X-Hook-Secret', 'x']]);
    assert.deepEqual(lastRefusal(), ['secret', 'mismatch', {}]);
    await post({ deviceId: { of: 1 } });
    assert.deepEqual(lastRefusal(), ['content', 'invalid-field', { field: 'deviceId' }]);
    receiver.addWebhook({ path: '/closed' });
    await receiver.send(plainRequest('POST', '/closed', [jsonType], '{}'));
    assert.deepEqual(lastRefusal(), ['secret', 'closed', {}]);
  });

  it('a secret is compared as UTF-8 bytes, although header values have one character per byte', async () => {
    add({ access: { header: 'X-Hook-Secret', secrets: ['Schlüssel €'] } });
    const sent = Buffer.from('Schlüssel €', 'utf8').toString('latin1');
    const head = plainRequest('POST', '/hook', [jsonType, ['X-Hook-Secret', sent]], JSON.stringify(onboarded));
    assert.equal((await receiver.send(head)).status, 200);
  });

  it('two secrets are accepted during a rotation', async () => {
    add({ access: { header: 'X-Hook-Secret', secrets: ['old', 'new'] } });
    for (const secret of ['old', 'new']) {
      assert.equal((await post({ deviceId: secret }, [jsonType, ['X-Hook-Secret', secret]])).status, 200);
    }
    for (const secrets of [[], [''], ['a', 'b', 'c']]) {
      assert.throws(() => add({ path: '/other', access: { header: 'x', secrets } }), RangeError);
    }
  });

  it('without a configured secret every request is rejected, unless the route is explicitly open', async () => {
    receiver.addWebhook({ path: '/closed' });
    add({ access: { open: true } });
    assert.equal((await post(onboarded, [jsonType])).status, 200);
    assert.equal((await receiver.send(plainRequest('POST', '/closed', [jsonType, hookSecret], '{}'))).status, 403);
    assert.equal(receiver.rejections.recent()[0]?.reason, 'closed');
  });

  it('another content type or a compressed body gets 415, another method 405', async () => {
    add();
    for (const type of [
      'text/plain',
      'x-application/json',
      'application/jsonx',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]) {
      assert.equal((await post(onboarded, [['Content-Type', type], hookSecret])).status, 415, type);
    }
    assert.equal((await post(onboarded, [hookSecret])).status, 415);
    assert.deepEqual(lastRefusal(), ['content-type', 'not-json', {}]);
    assert.equal((await post(onboarded, [jsonType, hookSecret, ['Content-Encoding', 'br']])).status, 415);
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json']) {
      assert.equal((await post({ deviceId: type }, [['Content-Type', type], hookSecret])).status, 200, type);
    }
    assert.equal((await receiver.send(plainRequest('GET', '/hook', [hookSecret]))).status, 405);
    assert.deepEqual(lastRefusal(), ['target', 'other-method', { method: 'GET' }]);
  });

  it('a body that is not UTF-8, not JSON, not an object or too deep gets 400, a too large one 413, after the secret was checked', async () => {
    add({ bodyLimitBytes: 1000 });
    const deep = `{"a":${'['.repeat(64)}${']'.repeat(64)}}`;
    const faults = {
      'not-utf-8': Buffer.from([0xff, 0xfe]),
      'not-json': Buffer.from('{'),
      'not-an-object': Buffer.from('[]'),
      'too-deep': Buffer.from(deep),
    };
    for (const [reason, body] of Object.entries(faults)) {
      assert.equal((await post(body)).status, 400);
      assert.deepEqual(lastRefusal(), ['content', reason, {}]);
      assert.equal((await post(body, [jsonType])).status, 401);
    }
    assert.equal((await post(Buffer.alloc(1001, 0x20))).status, 413);
    assert.deepEqual(lastRefusal(), ['size', 'too-large', {}]);
    // Without a Content-Length it is rejected when it exceeds the limit.
    const chunk = `3e9\r\n${' '.repeat(1001)}\r\n0\r\n\r\n`;
    const head = plainRequest('POST', '/hook', [jsonType, hookSecret, ['Transfer-Encoding', 'chunked']]);
    assert.equal((await receiver.send(head.toString('latin1') + chunk)).status, 413);
    assert.deepEqual(lastRefusal(), ['size', 'too-large', {}]);
  });

  describe('behind a JSON parser, such as that of the admin app', () => {
    let server: http.Server;
    afterEach((done) => {
      server.closeAllConnections();
      server.close(done);
    });
    const parse = async (request: http.IncomingMessage, read = (text: string): unknown => JSON.parse(text)) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      return read(text);
    };
    async function send(body: string, parser: (request: http.IncomingMessage) => Promise<unknown> = parse) {
      const mounted = receiver.router.mount('');
      server = http.createServer(async (request, response) => {
        Object.assign(request, { body: await parser(request) });
        mounted(request, response, () => response.writeHead(418).end());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const connection = await connectRaw((server.address() as AddressInfo).port);
      connection.write(plainRequest('POST', '/hook', [jsonType, hookSecret], body));
      const { status } = await connection.response();
      connection.socket.destroy();
      return status;
    }

    it('the parsed body is used', async () => {
      add();
      assert.equal(await send(JSON.stringify(onboarded)), 200);
      assert.deepEqual(receiver.events[0]?.payload, onboarded);
    });

    it('the empty object that a parser makes of an empty body is rejected', async () => {
      add({ kind: 'shareDeviceCode' });
      assert.equal(await send('', (request) => parse(request, () => ({}))), 400);
      assert.deepEqual(lastRefusal(), ['content', 'empty', {}]);
    });

    it('a body that another parser has read gets 503 and is reported', async () => {
      add();
      const circular: { self?: object } = {};
      circular.self = circular;
      assert.equal(await send('{}', (request) => parse(request, () => circular)), 503);
      assert.deepEqual([receiver.events.length, receiver.errors.length], [0, 1]);
    });

    it('`request.body` is ignored if the body was not read', async () => {
      add();
      assert.equal(await send(JSON.stringify(onboarded), async () => ({})), 200);
      assert.deepEqual(receiver.events[0]?.payload, onboarded);
    });

    it('a body of any depth is rejected without an exception', async () => {
      add();
      assert.equal(await send(`{"deviceId":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), 400);
      assert.deepEqual([receiver.rejections.recent()[0]?.reason, receiver.errors], ['too-deep', []]);
    });
  });
});
