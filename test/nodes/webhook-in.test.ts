import assert from 'node:assert/strict';
import { publicUrl, type Receiving, startDeliveringService, startReceiving } from '../support/receiving';
import type { SimulatedService } from '../support/simulated-service';
import { settled, turned } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;
const secrets = { n: { secret: 'first secret', nextSecret: 'second secret' } };
const event = {
  deviceId: '11111111-1111-4111-8111-111111111111',
  serialNumber: '30000000001',
  deviceSku: 'BREM1020',
  hardwareType: 'emcb',
  organizationId: '22222222-2222-4222-8222-222222222222',
  parentLocationId: '33333333-3333-4333-8333-333333333333',
};

describe('webhook-in in the runtime', () => {
  let receiving: Receiving | undefined;
  afterEach(async () => {
    await receiving?.stop();
    receiving = undefined;
  });

  const node = (settings: Settings) => ({ type: 'webhook-in', register: false, ...settings });
  async function start(settings: Settings = {}, more: Partial<Parameters<typeof startReceiving>[0]> = {}) {
    receiving = await startReceiving({ node: node(settings), credentials: secrets, ...more });
    return receiving;
  }
  const header = (secret: string) => ({ 'X-Breakerflow-Secret': secret });
  const onboarding = '/breakerflow/webhooks/deviceOnboarding';

  describe('spec 6.1 events', () => {
    it('an event with its kind as topic, once', async () => {
      const red = await start();
      assert.equal(await red.post(onboarding, event, header('first secret')), 200);
      assert.equal(await red.post(onboarding, event, header('second secret')), 200);
      assert.equal(red.data.length, 1);
      const { topic, payload } = red.data[0] ?? {};
      assert.deepEqual([topic, payload], ['deviceOnboarding', event]);
    });

    it('one output per kind, and one for rejections', async () => {
      const red = await start({
        userPermission: true,
        outputsBy: 'kind',
        refusalOutput: true,
        wires: [['outputs'], ['refused'], ['attached']],
      });
      const permission = { locationId: 'l', email: 'a@b.example', permissionChangeType: 'assigned' };
      await red.post('/breakerflow/webhooks/userPermission', permission, header('first secret'));
      await red.post(onboarding, event, header('wrong'));
      await settled();
      assert.deepEqual(
        [red.data.length, red.refused[0]?.topic, red.attached[0]?.topic],
        [0, 'userPermission', 'secret.mismatch'],
      );
    });

    it('behind httpNodeAuth it is yellow until a request arrives, for example with a configured Authorization header', async () => {
      const secret = `Basic ${Buffer.from('user:password').toString('base64')}`;
      const red = await start(
        { header: 'Authorization' },
        {
          endpoint: { mount: 'shared', publicUrl },
          credentials: { n: { secret } },
          nodeAuth: ({ headers }, response, next) => {
            if (headers.authorization === secret) next();
            else response.status(401).end();
          },
        },
      );
      assert.deepEqual([red.badge()?.fill, (await red.report()).state], ['yellow', 'guarded']);
      assert.equal(await red.post(onboarding, event), 401);
      assert.equal(await red.post(onboarding, event, { Authorization: secret }), 200);
      await red.service.clock.advance(1_000);
      assert.deepEqual([red.badge()?.fill, (await red.report()).state], ['green', 'shared']);
    });

    it('both names of the location of a permission', async () => {
      const red = await start({ deviceOnboarding: false, userPermission: true });
      const path = '/breakerflow/webhooks/userPermission';
      const common = { email: 'a@b.example', permissionChangeType: 'assigned' };
      for (const place of [{ locationId: 'l1' }, { organizationId: 'o1' }])
        assert.equal(await red.post(path, { ...place, ...common }, header('first secret')), 200);
      assert.equal(red.data.length, 2);
    });
  });

  describe('rejected requests', () => {
    for (const [title, send, status] of [
      ['no secret', (red: Receiving) => red.post(onboarding, event), 401],
      ['another secret', (red: Receiving) => red.post(onboarding, event, header('wrong')), 403],
      ['no JSON', (red: Receiving) => red.post(onboarding, 'text', header('first secret')), 400],
      [
        'a field of another type',
        (red: Receiving) => red.post(onboarding, { deviceId: {} }, header('first secret')),
        400,
      ],
      [
        'another content type',
        (red: Receiving) => red.post(onboarding, event, { ...header('first secret'), 'content-type': 'text/plain' }),
        415,
      ],
      ['a kind that is not chosen', (red: Receiving) => red.post('/breakerflow/webhooks/userPermission', {}), 404],
    ] as const)
      it(`${title}: ${status}, and no message`, async () => {
        const red = await start();
        assert.equal(await send(red), status);
        await settled();
        assert.deepEqual([red.data, red.refused], [[], []]);
      });

    it('without a secret the node does not start, unless it is configured as open', async () => {
      const red = await start({}, { credentials: {} });
      assert.equal(await red.post(onboarding, event), 404);
      await red.deploy(red.flow({ n: { open: true } }));
      assert.equal(await red.post(onboarding, event), 200);
    });
  });

  describe('registration', () => {
    const registered = async (settings: Settings = {}, before: (service: SimulatedService) => void = () => {}) => {
      const service = await startDeliveringService();
      before(service);
      const red = await start({ register: true, ...settings }, { service, credentials: {} });
      await red.until(() => red.service.requests('deviceWebhooks.create').length === 1);
      await settled();
      return red;
    };
    const webhooksOf = async ({ service }: Receiving) =>
      (await turned(service.clock, service.client().call('deviceWebhooks.list', {}))).data;

    it('a new node generates its secret and sends the events of the service', async () => {
      const red = await registered();
      const id = red.service.simulator.controls.commissionDevice({ hardwareType: 'emcb' });
      await red.until(() => red.data.length === 1);
      const payload = red.data[0]?.payload as { deviceId: string } | undefined;
      assert.equal(payload?.deviceId, id);
    });

    it('three redeploys of each kind keep the one webhook', async () => {
      const red = await registered();
      for (const type of ['full', 'flows', 'nodes'] as const) {
        const before = red.service.requests('deviceWebhooks.list').length;
        await red.deploy(red.flow({ n: { name: type } }), type);
        await red.until(() => red.service.requests('deviceWebhooks.list').length > before);
        await settled();
      }
      assert.equal((await webhooksOf(red)).length, 1);
      assert.equal(red.service.requests('deviceWebhooks.create').length, 1);
    });

    it('a kind that the service refuses stops no other', async () => {
      const red = await registered(
        { userPermission: true, deviceOverrideEvent: true, shareDeviceCode: true },
        (service) =>
          service.simulator.controls.faults.inject({
            kind: 'error',
            status: 403,
            match: { operation: 'userPermissionWebhooks.create' },
          }),
      );
      const made = ['deviceWebhooks', 'deviceOverrideEventWebhooks', 'shareDeviceCodeWebhooks'] as const;
      await red.until(() => made.every((resource) => red.service.requests(`${resource}.create`).length === 1));
      assert.match(String(red.service.requests('userPermissionWebhooks.create')[0]?.status), /403/);
    });

    describe('of four kinds of which some are refused', () => {
      const four = { userPermission: true, deviceOverrideEvent: true, shareDeviceCode: true };
      const refused = (...faults: readonly (readonly [operation: string, status: number])[]) =>
        registered(four, ({ simulator }) => {
          for (const [operation, status] of faults)
            simulator.controls.faults.inject({
              kind: 'error',
              status,
              match: { operation: operation as 'deviceWebhooks.list' },
            });
        });

      const warnings = (red: Receiving) => red.warnings().filter((text) => text.includes(' permission: '));

      it('tells how many are registered, and each that is not by its name', async () => {
        const red = await refused(['userPermissionWebhooks.create', 403], ['shareDeviceCodeWebhooks.create', 404]);
        await red.until(() => red.badge()?.text === 'webhooks registered: 2 of 4');
        assert.equal(red.badge()?.fill, 'yellow');
        const [warning = '', ...more] = warnings(red);
        assert.deepEqual(more, []);
        assert.match(warning, /^User permission: Not permitted: .+\nShare device code: Not found: /);
      });

      it('says once what a person can do where one is registered and not listed, and asks less often', async () => {
        const red = await refused(['userPermissionWebhooks.create', 409]);
        await red.until(() => red.badge()?.text === 'webhooks registered: 3 of 4');
        await red.until(() => red.service.requests('userPermissionWebhooks.create').length === 14, 8 * 3_600_000);
        const [warning = '', ...more] = warnings(red);
        assert.deepEqual(more, []);
        assert.match(warning, /^User permission: the service says that https:\S+ is registered already.*another path/);
        assert.equal(red.service.requests('deviceWebhooks.create').length, 1);
      });

      it('are compared each by itself where the list of one is refused', async () => {
        const red = await refused(['userPermissionWebhooks.list', 403]);
        await red.until(() => red.badge()?.text === 'webhooks registered: 3 of 4');
        assert.deepEqual((await turned(red.service.clock, red.report())).drift, {
          deviceOnboarding: 'as-wanted',
          userPermission: 'unknown',
          deviceOverrideEvent: 'as-wanted',
          shareDeviceCode: 'as-wanted',
        });
      });
    });

    it('a webhook with another header is shown as drift, and recreated', async () => {
      const red = await registered();
      const [known] = await webhooksOf(red);
      assert(known !== undefined);
      const client = red.service.client();
      await turned(red.service.clock, client.call('deviceWebhooks.delete', { path: { webhookId: known.id } }));
      assert.deepEqual((await turned(red.service.clock, red.report())).drift, { deviceOnboarding: 'missing' });
      const body = { uri: String(known.uri), additionalHttpHeaders: { 'X-Breakerflow-Secret': 'old' } };
      await turned(red.service.clock, client.call('deviceWebhooks.create', { body }));
      assert.deepEqual((await turned(red.service.clock, red.report())).drift, { deviceOnboarding: 'other-headers' });
      await red.deploy(red.flow({ n: { name: 'again' } }));
      await red.until(() => red.service.requests('deviceWebhooks.create').length === 3);
      await settled();
      assert.deepEqual((await turned(red.service.clock, red.report())).drift, { deviceOnboarding: 'as-wanted' });
      assert.equal((await webhooksOf(red)).length, 1);
    });

    it('is deleted with the node, even if the account is deleted in the same deploy', async () => {
      const red = await registered();
      await red.deploy(red.flow({ n: null, account: null, endpoint: null }));
      await settled();
      assert.deepEqual(await webhooksOf(red), []);
    });

    it('stays if removal is not configured', async () => {
      const red = await registered({ removeWithNode: false });
      await red.deploy(red.flow({ n: null }));
      await settled();
      assert.equal((await webhooksOf(red)).length, 1);
    });

    it('an event during a redeploy is sent once', async () => {
      const red = await registered();
      for (let round = 0; round < 10; round++) {
        red.service.simulator.controls.commissionDevice({ hardwareType: 'emcb' });
        await red.deploy(red.flow({ n: { name: `${round}` } }));
      }
      await red.until(() => red.data.length >= 10);
      await settled();
      assert.equal(red.data.length, 10);
      assert.equal(new Set(red.data.map(({ payload }) => (payload as Settings).deviceId)).size, 10);
    });
  });
});
