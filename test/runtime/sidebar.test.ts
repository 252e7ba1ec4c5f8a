import assert from 'node:assert/strict';
import { agedReading, effectiveState } from '../../src/circuit';
import type { AdminServer } from '../support/admin-server';
import { type AdminSide, startAdminSide } from '../support/admin-side';
import { helper } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount } from '../support/runtime';
import { holdByOverrideEvent, type SimulatedService } from '../support/simulated-service';
import { settled, turned } from '../support/turn-clock';

interface Published {
  readonly topic: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly retain?: boolean;
}

describe('requests of the sidebar', () => {
  let side: AdminSide;
  let service: SimulatedService;
  let runtime: Runtime;
  let published: Published[];
  const hear = (event: Published) => {
    if (event.topic.startsWith('breakerflow/')) published.push(event);
  };

  beforeEach(async () => {
    published = [];
    helper._events.on('comms', hear);
    const simulated = { id: 'simulated', type: 'breaker-account', mode: 'simulator', seed: 2 };
    side = await startAdminSide({
      account: { orgSecret1Expiry: '2030-01-31' },
      flow: (account, { device }) =>
        flowAround({ type: 'breaker-control', account: 'account', devices: [device('Spare')] }, account, simulated),
    });
    ({ service, runtime } = side);
  });
  afterEach(async () => {
    helper._events.off('comms', hear);
    await side.stop();
  });

  const ask: AdminServer['send'] = (...request) => side.ask(...request);
  const get = async (path: string) => {
    const { status, json } = await ask('GET', `breakerflow/${path}`);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const post = (path: string, body: unknown) => ask('POST', `breakerflow/${path}`, { body });
  const look = (devices: readonly string[], view = 'a') => get(`accounts/account/live?view=${view}&devices=${devices}`);
  /** Advances the clock from timer to timer, and waits for all requests in between. */
  async function pass(ms: number): Promise<void> {
    const end = service.clock.now() + ms;
    await settled();
    for (;;) {
      const next = service.clock.nextTimerMs();
      if (next === undefined || service.clock.now() + next > end) break;
      await service.clock.advance(next);
      await settled();
    }
    await service.clock.advance(end - service.clock.now());
    await settled();
  }
  const reads = () => service.requests('deviceData.get').length;

  describe('the tree', () => {
    it('every location and device, with a version that changes with them', async () => {
      const tree = await get('accounts/account/tree');
      assert.deepEqual([tree.locations.length, tree.devices.length, tree.total], [4, 14, 14]);
      service.simulator.controls.commissionDevice({ hardwareType: 'emcb' });
      await pass(16_000);
      const next = await get('accounts/account/tree');
      assert.equal(next.total, 15);
      assert.notEqual(next.version, tree.version);
    });
  });

  it('5,000 devices: one read of each list, and of the devices only those in view', async () => {
    for (let count = 0; count < 5_000; count += 1)
      service.simulator.controls.commissionDevice({ hardwareType: 'emcb', serialNumber: `MANY${count}` });
    const { total, devices } = await get('accounts/account/tree');
    assert.deepEqual([total, devices.length], [5_014, 5_014]);
    const inView = devices.slice(-100).map(({ id }: { id: string }) => id);
    for (let round = 0; round < 3; round += 1) {
      await look(inView);
      await pass(10_000);
    }
    const answered = (await look(inView)).devices;
    // More devices than fit on a screen are not accepted.
    assert.equal(Object.keys(answered).length, 80);
    assert.equal(service.requests('devices.list').length, 1);
    assert.equal(service.requests('locations.list').length, 1);
    assert(reads() < 250, `${reads()} reads in 30 s`);
  });

  describe('live values', () => {
    it('nothing is read without a view', async () => {
      await pass(300_000);
      assert.equal(service.requests().length, 0);
    });

    it('only the devices in view are read, and the editor is notified of news without their content', async () => {
      const [oven, charger] = [service.device('Kitchen oven'), service.device('EV charger left')];
      assert.deepEqual((await look([oven, charger])).devices, {});
      await pass(2_000);
      assert.equal(reads(), 2);
      const { devices } = await look([oven, charger]);
      assert.deepEqual(Object.keys(devices).sort(), [oven, charger].sort());
      assert.equal(effectiveState(devices[oven].circuit).state, 'live');
      assert.equal(devices[oven].circuit.connected, true);
      assert.equal(typeof devices[oven].watts, 'number');
      assert(devices[oven].ageMs >= 0 && devices[oven].ageMs <= 400_000, JSON.stringify(devices[oven]));
      assert.equal(typeof devices[charger].evse, 'string');
      assert(published.length > 0);
      for (const { topic, data, retain } of published) {
        assert.equal(topic, 'breakerflow/site/account');
        assert.notEqual(retain, true);
        assert.deepEqual(Object.keys(data).sort(), ['calls', 'tree', 'values']);
      }
    });

    it('values are read again after 10 s', async () => {
      await look([service.device('Kitchen oven')]);
      await pass(9_000);
      assert.equal(reads(), 1);
      await pass(3_000);
      assert.equal(reads(), 2);
    });

    it('30 s after the last request of a view nothing is read, and no timer is left', async () => {
      const before = service.clock.pendingTimers();
      await look([service.device('Kitchen oven')]);
      await pass(31_000);
      const sofar = reads();
      await pass(120_000);
      assert.equal(reads(), sofar);
      assert(service.clock.pendingTimers() <= before);
    });

    it('a renewed view stays; two views of one device read it once', async () => {
      const oven = service.device('Kitchen oven');
      for (let round = 0; round < 5; round += 1) {
        await look([oven], 'a');
        await look([oven], 'b');
        await pass(12_000);
      }
      assert(reads() >= 5 && reads() <= 7, `${reads()}`);
    });

    it('many devices are read a few at a time', async () => {
      const ids = service.simulator.controls.devices().map(({ id }) => id);
      await look(ids);
      await settled();
      const atOnce = reads();
      assert(atOnce <= 8, `${atOnce}`);
      await pass(3_000);
      assert.equal(Object.keys((await look(ids)).devices).length, 14);
    });

    it('a running timer is read if the breaker is open, and counts down', async () => {
      const spare = service.device('Spare');
      await turned(
        service.clock,
        service.client().call('remoteHandle.setPosition', {
          path: { deviceId: spare },
          body: { command: 'open', reason: 'test', secondsUntilReset: 60 },
        }),
      );
      await look([spare]);
      await pass(2_000);
      const { devices } = await look([spare]);
      assert.equal(devices[spare].circuit.remoteHandle, 'open');
      assert(devices[spare].timerSeconds > 50 && devices[spare].timerSeconds <= 60);
    });

    it('a command of a node is shown within seconds', async () => {
      const spare = service.device('Spare');
      await look([spare]);
      await pass(2_000);
      await runtime.run({ payload: 'open' });
      await pass(1_500);
      assert.equal((await look([spare])).devices[spare].circuit.remoteHandle, 'open');
    });

    describe('the state of a circuit', () => {
      const stateOf = async (deviceId: string) => {
        await look([deviceId]);
        await pass(2_000);
        return effectiveState((await look([deviceId])).devices[deviceId].circuit);
      };

      it('a breaker that tripped, or was opened by hand, is not live although its remote handle is closed', async () => {
        const spare = service.device('Spare');
        service.simulator.controls.tripBreaker(spare);
        assert.deepEqual(await stateOf(spare), { state: 'tripped-or-opened-by-hand', energised: false });
      });

      it('a device without a connection is not live, with the time of the disconnection', async () => {
        const spare = service.device('Spare');
        service.simulator.controls.setOnline(spare, false);
        await pass(90_000);
        const { state, energised, forMs } = await stateOf(spare);
        assert.deepEqual([state, energised], ['no-connection', undefined]);
        assert(forMs !== undefined && forMs >= 90_000 && forMs <= 100_000, `${forMs}`);
      });

      it('a device in an override event shows it; 14 devices need one list of events', async () => {
        const spare = service.device('Spare');
        await holdByOverrideEvent(service, spare);
        const before = service.requests('overrideEvents.list').length;
        assert.deepEqual(await stateOf(spare), { state: 'held-by-event', energised: true });
        await look(service.simulator.controls.devices().map(({ id }) => id));
        await pass(3_000);
        assert.equal(service.requests('overrideEvents.list').length, before + 1);
      });

      it('grows old by the monotonic clock, also in the browser, where it ends as unknown', async () => {
        const spare = service.device('Spare');
        await stateOf(spare);
        await pass(6_000);
        service.clock.step(3_600_000);
        const { circuit } = (await look([spare])).devices[spare];
        assert(circuit.readAgeMs >= 6_000 && circuit.readAgeMs <= 10_000, JSON.stringify(circuit));
        assert.equal(effectiveState(circuit).state, 'live');
        assert.equal(effectiveState(agedReading(circuit, 60_000)).state, 'unknown');
      });
    });

    it('a device that cannot be read shows the reason', async () => {
      service.simulator.controls.faults.inject({ kind: 'error', status: 400, match: { operation: 'deviceData.get' } });
      await look([service.device('Spare')]);
      await pass(2_000);
      assert.match((await look([service.device('Spare')])).devices[service.device('Spare')].error, /^Refused/);
    });

    it('an unknown device is not read', async () => {
      await look(['nobody', '../x', service.device('Spare')]);
      await pass(2_000);
      assert.equal(reads(), 1);
    });

    it('a redeploy ends the reads and leaves no timer', async () => {
      const before = service.clock.pendingTimers();
      await look([service.device('Spare')]);
      await pass(1_000);
      await runtime.deploy(flowAround({ type: 'meter-read', account: '' }));
      const sofar = reads();
      await pass(60_000);
      assert.equal(reads(), sofar);
      assert(service.clock.pendingTimers() <= before);
    });
  });

  describe('the last calls', () => {
    it('show the calls of nodes, without the reads of the sidebar and without secrets', async () => {
      await look([service.device('Spare')]);
      await pass(2_000);
      await runtime.run({ payload: 'open' });
      const { apiKeyHeader, calls } = await get('accounts/account/calls');
      assert.equal(apiKeyHeader, 'Em-Api-Subscription-Key');
      const operations = calls.map(({ operation }: { operation: string }) => operation);
      assert(operations.includes('remoteHandle.setPosition'));
      // Once the names are known.
      await pass(10_000);
      const again = (await get('accounts/account/calls')).calls as readonly { operation: string; device?: string }[];
      const commanded = again.find(({ operation }) => operation === 'remoteHandle.setPosition');
      assert.match(commanded?.device ?? '', /^\d{11}$/);
      assert(!operations.includes('deviceData.get'));
      assertNoSecret(JSON.stringify(calls));
    });
  });

  describe('the account at the service', () => {
    it('streams with health, webhooks, quotas, keys and expiries, without a secret', async () => {
      const client = service.client();
      const call = <T>(promise: Promise<T>) => turned(service.clock, promise);
      await call(
        client.call('deviceWebhooks.create', {
          body: {
            uri: 'https://flows.example/hook?token=verysecret',
            additionalHttpHeaders: { 'X-S': 'webhooksecret' },
          },
        }),
      );
      const { data: key } = await call(client.call('udpKeys.create', { body: { keyType: 'unicast' } }));
      const health = await get('accounts/account/health');
      assert.deepEqual(
        health.webhooks.items.map(({ kind, uri }: Record<string, string>) => [kind, uri]),
        [['deviceOnboarding', 'https://flows.example/hook']],
      );
      assert(health.quotas.items.length > 0);
      assert(health.udpKeys.items.some(({ id }: { id: string }) => id === key.id));
      assert(
        health.secrets.some(
          ({ name, expiry }: Record<string, string>) => name === 'orgSecret1' && expiry === '2030-01-31',
        ),
      );
      assert(Array.isArray(health.streams.items));
      const text = JSON.stringify(health);
      assertNoSecret(text);
      for (const secret of ['verysecret', 'webhooksecret', String(key.value)]) assert(!text.includes(secret));
    });

    it('a part that cannot be read does not hide the others', async () => {
      service.simulator.controls.faults.inject({ kind: 'error', status: 403, match: { operation: 'streams.list' } });
      const health = await get('accounts/account/health');
      assert.match(health.streams.error, /./);
      assert(health.quotas.items.length > 0);
    });
  });

  describe('the simulator panel', () => {
    const control = (name: string, fields: object = {}) =>
      post('accounts/simulated/simulator', { control: name, fields });
    const state = () => get('accounts/simulated/simulator');
    const deviceOf = async (label: string) =>
      (await state()).devices.find((device: { label: string }) => device.label === label);

    it('trips a breaker, takes it offline, and brings it back', async () => {
      const { id } = await deviceOf('Spare');
      for (const name of [`POST /devices/${id}/trip`, `POST /devices/${id}/offline`])
        assert.equal((await control(name)).status, 200);
      const { mainHandle, online } = await deviceOf('Spare');
      assert.deepEqual([mainHandle, online], ['open', false]);
      await control(`POST /devices/${id}/online`);
      await control(`POST /devices/${id}/main-handle`, { position: 'closed' });
      assert.equal((await deviceOf('Spare')).mainHandle, 'closed');
    });

    it('plugs a car in and out, sets a load, commissions a device', async () => {
      const { id } = await deviceOf('EV charger right');
      const before = (await deviceOf('EV charger right')).pluggedIn;
      const toggle = before ? ['unplug', {}] : ['plug', { neededWh: 20_000, carMaxA: 16 }];
      await control(`POST /devices/${id}/${toggle[0]}`, toggle[1] as object);
      assert.equal((await deviceOf('EV charger right')).pluggedIn, !before);
      const spare = await deviceOf('Spare');
      await control(`POST /devices/${spare.id}/load`, { kind: 'lighting', ratedA: 4 });
      assert.equal((await deviceOf('Spare')).load, 'lighting');
      await control('POST /devices', { hardwareType: 'emcb', label: '<b>New</b>' });
      assert((await deviceOf('<b>New</b>')) !== undefined);
    });

    it('its changes are shown at once, and a new device soon', async () => {
      const { id } = await deviceOf('Spare');
      const lookThere = () => get(`accounts/simulated/live?view=a&devices=${id}`);
      await lookThere();
      await pass(2_000);
      const { tree } = await lookThere();
      await control(`POST /devices/${id}/trip`);
      await control('POST /devices', { hardwareType: 'emcb' });
      await pass(1_500);
      assert.equal(effectiveState((await lookThere()).devices[id].circuit).state, 'tripped-or-opened-by-hand');
      await pass(17_000);
      assert.notEqual((await lookThere()).tree, tree);
    });

    it('switches faults on and off', async () => {
      await control('POST /faults', { kind: 'slow', delayMs: 10 });
      assert.deepEqual((await state()).faults, [{ kind: 'slow', delayMs: 10 }]);
      await control('DELETE /faults');
      assert.deepEqual((await state()).faults, []);
    });

    it('lowers the voltage of the grid, and raises it', async () => {
      assert.equal((await state()).supplyPercent, 100);
      for (const percent of [85, 115, 100]) {
        assert.equal((await control('POST /supply', { percent })).status, 200);
        assert.equal((await state()).supplyPercent, percent);
      }
    });

    it('sets the speed of the clock', async () => {
      assert.equal((await control('POST /clock', { speed: 60 })).status, 200);
      assert.equal((await state()).speed, 60);
    });

    const refused: [string, string, object | string][] = [
      ['a control that is not offered', 'GET /requests', {}],
      ['another path', 'POST /devices/../users/verify', {}],
      ['a user', 'POST /users/verify', { email: 'a@b.example' }],
      ['fields that are not an object', 'POST /clock', 'x'],
      ['a speed of 0', 'POST /clock', { speed: 0 }],
      ['a voltage that no grid has', 'POST /supply', { percent: 1 }],
      ['a device that does not exist', 'POST /devices/nobody/trip', {}],
    ];
    for (const [what, name, fields] of refused)
      it(`refuses ${what} with one clear error`, async () => {
        const { status, json } = await post('accounts/simulated/simulator', { control: name, fields });
        assert.equal(status, 400, JSON.stringify(json));
        assert.match(json.error.message, /./);
      });
  });

  describe('diagnostics', () => {
    it('contain versions, nodes by type, settings, errors and receivers', async () => {
      service.simulator.controls.faults.inject({ kind: 'error', status: 400, match: { operation: 'devices.list' } });
      await ask('GET', 'breakerflow/accounts/account/tree');
      const diagnostics = await get('diagnostics');
      assert.match(diagnostics.versions.package, /^\d+\.\d+\.\d+/);
      assert.equal(diagnostics.versions.node, process.version);
      assert.equal(diagnostics.nodes['breaker-account'], 2);
      const account = diagnostics.accounts.find(({ id }: { id: string }) => id === 'account');
      assert.equal(account.settings.baseUrl, service.settings.baseUrl);
      assert.deepEqual([account.settings.apiKey, account.settings.appSecret2], ['set', 'not set']);
      assert.equal(account.errors.at(-1).operation, 'devices.list');
      assert(Array.isArray(diagnostics.receivers));
    });

    it('contain no secret from any source', async () => {
      const { apiKey, organization } = service.simulator.credentials;
      const { account, credentials } = serviceAccount(service, {
        // A user has pasted them into fields that are stored in the flow file.
        name: `my key ${apiKey}`,
        protectedLoads: organization.clientSecret,
        ca: '-----BEGIN PRIVATE KEY-----\nprivatestuff\n-----END PRIVATE KEY-----',
      });
      assert(account !== undefined && credentials !== undefined);
      await runtime.deploy(flowAround({ type: 'meter-read', account: 'account' }, account));
      const { text } = await ask('GET', 'breakerflow/diagnostics');
      assert(text.includes('my key ***'), text);
      assert(!text.includes('privatestuff'));
      assertNoSecret(text);
    });
  });

  function assertNoSecret(text: string): void {
    const { apiKey, application, organization } = service.simulator.credentials;
    for (const secret of [apiKey, application.clientSecret, organization.clientSecret])
      assert(!text.includes(secret), `a secret stands in ${text.slice(0, 300)}`);
  }
});
