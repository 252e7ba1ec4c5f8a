import assert from 'node:assert/strict';
import type { WebhookTargetOptions } from '../../src/inbound';
import { plainRequest, type Receiver, startReceiver } from './receiver';

const ONBOARDED = { deviceId: 'd1', serialNumber: '30000c2a', hardwareType: 'emcb', organizationId: 'o1' };

describe('behaviour: receivers, webhooks (spec 6.1)', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const add = (options: Partial<WebhookTargetOptions> = {}) =>
    receiver.addWebhook({ access: { header: 'X-Hook-Secret', secrets: ['hook-secret'] }, ...options });
  const JSON_TYPE = ['Content-Type', 'application/json'] as const;
  const SECRET = ['X-Hook-Secret', 'hook-secret'] as const;
  const post = (body: unknown, headers: readonly (readonly [string, string])[] = [JSON_TYPE, SECRET]) =>
    receiver.send(plainRequest('POST', '/hook', headers, Buffer.isBuffer(body) ? body : JSON.stringify(body)));

  it('an event is delivered with its kind, unknown keys and all, and answered 200', async () => {
    add();
    const payload = { ...ONBOARDED, newField: { a: 1 } };
    const answer = await post(payload);
    assert.deepEqual([answer.status, answer.body], [200, '{}']);
    assert.deepEqual(receiver.events, [{ kind: 'deviceOnboarding', payload, receivedAtMs: receiver.clock.now() }]);
  });

  it('each kind takes its own payload, and refuses one without the fields it is known by', async () => {
    const kinds = {
      deviceOnboarding: [ONBOARDED, {}],
      userPermission: [
        { locationId: 'l1', email: 'a@example.com', permissionChangeType: 'assigned' },
        { locationId: 1 },
      ],
      deviceOverrideEvent: [{ deviceId: 'd1', status: 'participating' }, { deviceId: 'd1' }],
      shareDeviceCode: [{ code: 'c1', status: 'claimed' }, { code: 1 }],
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

  it('a permission may name locationId or organizationId', async () => {
    add({ kind: 'userPermission' });
    for (const name of ['locationId', 'organizationId']) {
      assert.equal((await post({ [name]: 'x', permissionChangeType: 'revoked' })).status, 200);
    }
    assert.equal(receiver.events.length, 2);
  });

  it('null is absent, and a payload wrapped in data is unwrapped', async () => {
    add();
    assert.equal((await post({ data: { ...ONBOARDED, userId: null } })).status, 200);
    assert.deepEqual(receiver.events[0]?.payload, ONBOARDED);
  });

  it('the same event again is answered 200 and not delivered, until the window has passed', async () => {
    add();
    for (let count = 0; count < 3; count++) assert.equal((await post(ONBOARDED)).status, 200);
    assert.equal(receiver.events.length, 1);
    await receiver.clock.advance(48 * 3_600_000);
    assert.equal((await post(ONBOARDED)).status, 200);
    assert.equal(receiver.events.length, 2);
  });

  it('one body under two kinds is two events', async () => {
    add();
    add({ kind: 'shareDeviceCode', path: '/share' });
    await post(ONBOARDED);
    await receiver.send(plainRequest('POST', '/share', [JSON_TYPE, SECRET], JSON.stringify(ONBOARDED)));
    assert.equal(receiver.events.length, 2);
  });

  it('a delivery that failed is answered 503, and its retry is delivered', async () => {
    let closed = true;
    add({
      deliver: async (event) => {
        if (closed) throw new Error('closed');
        receiver.events.push(event);
      },
    });
    assert.equal((await post(ONBOARDED)).status, 503);
    closed = false;
    assert.equal((await post(ONBOARDED)).status, 200);
    assert.equal(receiver.events.length, 1);
  });

  it('without the secret 401, with another one, or with it twice, 403', async () => {
    add();
    assert.equal((await post(ONBOARDED, [JSON_TYPE])).status, 401);
    for (const value of ['', 'hook-secreT', 'hook-secret2', 'hook-secre']) {
      assert.equal((await post(ONBOARDED, [JSON_TYPE, ['x-hook-secret', value]])).status, 403, value);
    }
    assert.equal((await post(ONBOARDED, [JSON_TYPE, SECRET, SECRET])).status, 403);
    assert.equal(receiver.events.length, 0);
  });

  it('two secrets are good while one is being rotated', async () => {
    add({ access: { header: 'X-Hook-Secret', secrets: ['old', 'new'] } });
    for (const secret of ['old', 'new']) {
      assert.equal((await post({ deviceId: secret }, [JSON_TYPE, ['X-Hook-Secret', secret]])).status, 200);
    }
    for (const secrets of [[], [''], ['a', 'b', 'c']]) {
      assert.throws(() => add({ path: '/other', access: { header: 'x', secrets } }), RangeError);
    }
  });

  it('without any secret the route is closed, unless it was opened explicitly', async () => {
    receiver.addWebhook({ path: '/closed' });
    add({ access: { open: true } });
    assert.equal((await post(ONBOARDED, [JSON_TYPE])).status, 200);
    assert.equal((await receiver.send(plainRequest('POST', '/closed', [JSON_TYPE, SECRET], '{}'))).status, 403);
    assert.equal(receiver.refusals.recent()[0]?.reason, 'closed');
  });

  it('only JSON: another content type or a compressed body is 415, another method 405', async () => {
    add();
    for (const type of [
      'text/plain',
      'application/jsonx',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]) {
      assert.equal((await post(ONBOARDED, [['Content-Type', type], SECRET])).status, 415, type);
    }
    assert.equal((await post(ONBOARDED, [SECRET])).status, 415);
    assert.equal((await post(ONBOARDED, [JSON_TYPE, SECRET, ['Content-Encoding', 'br']])).status, 415);
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json']) {
      assert.equal((await post({ deviceId: type }, [['Content-Type', type], SECRET])).status, 200, type);
    }
    assert.equal((await receiver.send(plainRequest('GET', '/hook', [SECRET]))).status, 405);
  });

  it('what is no UTF-8, no JSON, no object or too deep is 400, too large 413, and the secret comes before', async () => {
    add({ bodyLimitBytes: 1000 });
    const deep = `{"a":${'['.repeat(64)}${']'.repeat(64)}}`;
    for (const body of [Buffer.from([0xff, 0xfe]), Buffer.from('{'), Buffer.from('[]'), Buffer.from(deep)]) {
      assert.equal((await post(body)).status, 400);
      assert.equal((await post(body, [JSON_TYPE])).status, 401);
    }
    assert.equal((await post(Buffer.alloc(1001, 0x20))).status, 413);
  });
});
