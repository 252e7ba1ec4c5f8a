import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { CheckLine } from '../../src/admin-api';
import { readJsonBody } from '../../src/runtime/admin/read-body';
import { type AdminServer, adminAuth } from '../support/admin-server';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { serviceAccount } from '../support/runtime';
import type { SimulatedService } from '../support/simulated-service';

describe('admin routes', () => {
  let side: AdminSide;
  let service: SimulatedService;

  afterEach(() => side.stop());

  async function start(options: Parameters<typeof startAdminSide>[0] = {}): Promise<AdminSide> {
    side = await startAdminSide(options);
    service = side.service;
    return side;
  }
  const ask: AdminServer['send'] = (...request) => side.ask(...request);
  const draft = (stored: object = {}, more: object = {}) => ({
    id: 'account',
    stored: { ...serviceAccount(service).account, ...stored },
    credentials: {},
    ...more,
  });

  describe('permission', () => {
    const asUser = (name: string) => ({ headers: { authorization: `Bearer ${name}` } });
    const auth = () =>
      adminAuth({ reader: 'breakerflow.read', writer: 'breakerflow.write', root: '*', other: 'flows.read' });

    it('a request without a login is rejected', async () => {
      await start({ auth });
      assert.equal((await ask('GET', 'breakerflow/accounts/account/site')).status, 401);
      assert.equal((await ask('POST', 'breakerflow/test-connection', { body: draft() })).status, 401);
      assert.equal(service.requests().length, 0);
    });

    it('a user without breakerflow.read reads nothing', async () => {
      await start({ auth });
      for (const name of ['other', 'writer', 'unknown'])
        assert.equal((await ask('GET', 'breakerflow/accounts/account/site', asUser(name))).status, 401, name);
    });

    it('reading requires breakerflow.read', async () => {
      await start({ auth });
      for (const name of ['reader', 'root'])
        assert.equal((await ask('GET', 'breakerflow/accounts/account/site', asUser(name))).status, 200, name);
    });

    it('a request with an effect requires breakerflow.write', async () => {
      await start({ auth });
      const body = draft();
      assert.equal((await ask('POST', 'breakerflow/test-connection', { ...asUser('reader'), body })).status, 401);
      assert.equal((await ask('POST', 'breakerflow/test-connection', { ...asUser('writer'), body })).status, 200);
    });
  });

  describe('same origin', () => {
    const post = (headers: Record<string, string>, body: unknown = draft()) =>
      ask('POST', 'breakerflow/site', { headers, body });

    const refusedHeaders: [string, Record<string, string>][] = [
      ['a page of another origin', { origin: 'https://evil.example' }],
      ['an origin that is no URL', { origin: 'null' }],
      ['what the browser says is cross-site', { 'sec-fetch-site': 'cross-site' }],
      ['what the browser says is same-site only', { 'sec-fetch-site': 'same-site' }],
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['plain text', { 'content-type': 'text/plain' }],
    ];
    for (const [what, headers] of refusedHeaders)
      it(`${what} is refused with 403, and nothing is sent to the service`, async () => {
        await start();
        assert.equal((await post(headers)).status, 403);
        assert.equal(service.requests().length, 0);
      });

    it('the editor itself is served', async () => {
      const { origin } = await start();
      assert.equal((await post({ origin, 'sec-fetch-site': 'same-origin' })).status, 200);
    });

    it('behind a proxy the port may differ', async () => {
      await start();
      assert.equal((await post({ origin: 'https://127.0.0.1' })).status, 200);
    });
  });

  describe('answers', () => {
    it('the site of a deployed account: locations and devices with load and serial number', async () => {
      await start();
      const { json } = await ask('GET', 'breakerflow/accounts/account/site');
      assert.equal(json.devices.length, 14);
      assert.equal(json.matching, 14);
      assert.equal(json.locations.length, 4);
      const withSun = json.locations.filter(({ hasSun }: { hasSun?: boolean }) => hasSun === true);
      assert.deepEqual(
        withSun.map(({ type }: { type: string }) => type),
        ['address'],
      );
      const oven = json.devices.find(({ id }: { id: string }) => id === service.device('Kitchen oven'));
      assert.match(oven.load, /^oven Hearthline/);
      assert.match(oven.serialNumber, /^\d+$/);
    });

    it('search: every word must match the load, serial number, id or location', async () => {
      await start();
      const { json } = await ask('GET', 'breakerflow/accounts/account/site?search=hearthline%20PANEL');
      assert.deepEqual(
        json.devices.map(({ id }: { id: string }) => id),
        [service.device('Kitchen oven')],
      );
    });

    it('hardware: only devices that the node can operate', async () => {
      await start();
      const { json } = await ask('GET', 'breakerflow/accounts/account/site?hardware=ev-emcb');
      assert.equal(json.devices.length, 2);
    });

    it('an account that is not deployed is 404', async () => {
      await start();
      assert.equal((await ask('GET', 'breakerflow/accounts/nobody/site')).status, 404);
      assert.equal((await ask('GET', 'breakerflow/accounts/n/site')).status, 404);
    });

    it('an account in the dialog, before it is deployed', async () => {
      await start();
      const { account: _, ...credentials } = { account: 0, ...serviceAccount(service).credentials.account };
      const { status, json } = await ask('POST', 'breakerflow/site', {
        body: draft({}, { id: 'new-one', credentials }),
      });
      assert.equal(status, 200);
      assert.equal(json.devices.length, 14);
    });

    it('secrets that the editor does not have are taken from the deployed account', async () => {
      await start();
      const credentials = { apiKey: '__PWRD__', orgSecret1: '__PWRD__', appSecret1: '__PWRD__' };
      assert.equal((await ask('POST', 'breakerflow/site', { body: draft({}, { credentials }) })).status, 200);
      const typed = { ...credentials, orgSecret1: 'wrong', appSecret1: 'wrong' };
      const answer = await ask('POST', 'breakerflow/site', { body: draft({}, { credentials: typed }) });
      assert.equal(answer.json.error.code, 'AUTH_FAILED');
    });

    it('no answer contains a secret', async () => {
      await start();
      const answers = [
        await ask('GET', 'breakerflow/accounts/account/site'),
        await ask('POST', 'breakerflow/test-connection', { body: draft() }),
        await ask('POST', 'breakerflow/site', { body: draft({}, { credentials: { orgSecret1: 'wrong-secret' } }) }),
      ];
      const { apiKey, application, organization } = service.settings;
      for (const { text } of answers)
        for (const secret of [apiKey, application?.secret1, organization?.secret1, 'wrong-secret'])
          assert(!text.includes(String(secret)), text);
    });

    for (const body of [[], {}, { id: '../x', stored: {} }, { id: 'account' }, { id: 'account', stored: [] }])
      it(`${JSON.stringify(body)} is not an account: 400 with the field`, async () => {
        await start();
        const { status, json } = await ask('POST', 'breakerflow/site', { body });
        assert.equal(status, 400);
        assert.equal(typeof json, 'object');
      });

    it('invalid settings are reported by field', async () => {
      await start();
      const body = draft({ baseUrl: 'http://api.example.com', commandSpacing: 0 });
      const { status, json } = await ask('POST', 'breakerflow/test-connection', { body });
      assert.equal(status, 200);
      assert.deepEqual(
        json.lines.map(({ check, result, fields }: CheckLine) => [check, result, fields]),
        [
          ['settings', 'failed', ['baseUrl']],
          ['settings', 'failed', ['commandSpacing']],
        ],
      );
    });

    it('a request for a draft leaves no handle open', async () => {
      await start();
      await ask('POST', 'breakerflow/site', { body: draft() });
      const before = service.clock.pendingTimers();
      for (let round = 0; round < 5; round += 1) await ask('POST', 'breakerflow/site', { body: draft() });
      assert.equal(service.clock.pendingTimers(), before);
    });
  });

  it('httpAdminRoot may differ from /', async () => {
    await start({ root: '/node-red/admin/' });
    assert.equal((await ask('GET', 'breakerflow/accounts/account/site')).status, 200);
    assert.equal((await ask('POST', 'breakerflow/test-connection', { body: draft() })).status, 200);
  });
});

describe('the body of an admin request', () => {
  const request = (...chunks: string[]) => Readable.from(chunks.map(Buffer.from)) as unknown as IncomingMessage;

  it('is read as JSON', async () => {
    assert.deepEqual(await readJsonBody(request('{"a":', '1}')), { a: 1 });
  });
  it('may already have been parsed by Node-RED', async () => {
    assert.deepEqual(await readJsonBody(Object.assign(request(), { body: { a: 1 } })), { a: 1 });
  });
  it('is invalid input if it is not JSON', async () => {
    await assert.rejects(readJsonBody(request('{')), { code: 'INVALID_INPUT' });
  });
  it('is not read completely if it is above 1 MiB', async () => {
    let read = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          read += 1;
          yield Buffer.alloc(65_536);
        }
      })(),
    );
    await assert.rejects(readJsonBody(endless as unknown as IncomingMessage), { code: 'INVALID_INPUT' });
    assert(read < 40, `${read} chunks`);
  });
});
