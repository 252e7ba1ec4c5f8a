import assert from 'node:assert/strict';
import cloudCall from '../../nodes/cloud-call/cloud-call';
import type { OperationId } from '../../src/catalog';
import { storedValues } from '../support/call-values';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned, turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;
type Result = Record<string, unknown>;
type Given = Readonly<Record<string, readonly [type: string, value: string]>>;

const typed = (given: Given) =>
  JSON.stringify(Object.fromEntries(Object.entries(given).map(([at, [type, value]]) => [at, { type, value }])));

describe('cloud-call in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let lights: string;
  let left: string;

  beforeEach(async () => {
    service = await startService();
    lights = service.device('Kitchen outlets');
    left = service.device('EV charger left');
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  async function start(settings: Settings, accountSettings: Settings = {}): Promise<Runtime> {
    const { account, credentials } = serviceAccount(service, accountSettings);
    const flow = flowAround({ type: 'cloud-call', account: 'account', ...settings }, account);
    runtime = await startRuntime({ clock: service.clock, flow, credentials, nodes: [withTexts(cloudCall)] });
    return runtime;
  }
  const call = (operation: OperationId, given: Given, more: Settings = {}, account: Settings = {}) =>
    start({ operation, values: typed(given), ...more }, account);
  const whole = (operation: OperationId, input: object, more: Settings = {}, account: Settings = {}) =>
    start({ operation, values: storedValues(operation, input).values, ...more }, account);
  const payload = (red: Runtime) => red.outputs.at(-1)?.payload as Result;
  const counts = (red: Runtime) => [red.outputs.length, red.completed.length, red.caught.length];
  const error = (red: Runtime) => red.caught.at(-1)?.error ?? assert.fail('nothing was caught');
  const rules = (red: Runtime) => error(red).cause.validations.map(({ field, rule }) => `${field}: ${rule}`);
  const writes = () =>
    service.requests().filter(({ method, operation }) => method !== 'GET' && operation !== 'token.create');

  describe('send as written', () => {
    const whatever = { name: 5, colour: ['red'] };

    it('sends what the specification refuses, and the service says what it has against it', async () => {
      const refused = await whole('locations.create', { body: whatever });
      await refused.run({});
      assert.equal(error(refused).code, 'INVALID_INPUT');
      assert.deepEqual(writes(), []);
      await refused.stop();
      const red = await start({
        operation: 'locations.create',
        values: '{}',
        bodyFrom: 'value',
        body: 'payload',
        bodyType: 'msg',
        asWritten: true,
      });
      await red.run({ payload: whatever });
      assert.deepEqual([error(red).code, error(red).cause.statusCode], ['REFUSED', 400]);
      assert.deepEqual(
        writes().map(({ operation }) => operation),
        ['locations.create'],
      );
    });

    it('takes a body where no body is known, and shows it in a dry run', async () => {
      const red = await start(
        {
          operation: 'devices.restart',
          values: typed({ 'path/deviceId': ['str', lights] }),
          bodyFrom: 'value',
          body: '{"delay": 5}',
          bodyType: 'json',
          asWritten: true,
        },
        { armed: false },
      );
      await red.run({});
      assert.equal(payload(red).outcome, 'dry-run');
      assert.deepEqual((payload(red).request as { body?: unknown }).body, { delay: 5 });
      assert.deepEqual(writes(), []);
    });

    it('obeys protection, confirmation and the rules of paths all the same', async () => {
      for (const [operation, input, account, code] of [
        ['devices.restart', { path: { deviceId: lights } }, { protectedDevices: [lights] }, 'BLOCKED_BY_INTERLOCK'],
        ['devices.decommission', { path: { deviceId: lights } }, {}, 'CONFIRMATION_NEEDED'],
        ['locations.get', { path: { locationId: '../x' } }, {}, 'INVALID_INPUT'],
      ] as const) {
        const red = await whole(operation, input, { asWritten: true }, account);
        await red.run({});
        assert.ok([code, 'INVALID_ID'].includes(error(red).code), `${operation}: ${error(red).code}`);
        await red.stop();
        runtime = undefined;
      }
      assert.deepEqual(writes(), []);
    });

    it('is not for what operates devices: that must be understood to be safe', async () => {
      for (const [operation, input] of [
        ['remoteHandle.setPosition', { path: { deviceId: lights }, body: { command: 'CLOSE', reason: 'r' } }],
        ['evse.updateConfiguration', { path: { deviceId: left }, body: { mode: 'cloud-api' } }],
        ['batchCommands.create', { body: { deviceIds: [lights], path: '/x', body: {} } }],
      ] as const) {
        const message = await start({ operationFrom: 'value', asWritten: true, allowDestructive: true });
        await message.run({ operation, payload: input, confirm: true });
        assert.deepEqual(rules(message), [': asWritten'], operation);
        await message.stop();
        const red = await whole(operation, input, { asWritten: true });
        await red.run({ confirm: true });
        assert.deepEqual(rules(red), ['asWritten: asWritten'], operation);
        await red.stop();
        runtime = undefined;
      }
      assert.deepEqual(writes(), []);
    });

    it('a call that differs from what is only assumed needs no tick', async () => {
      const red = await whole('sharedDevices.list', { filter: { deviceId: lights } });
      await red.run({});
      assert.deepEqual(counts(red), [1, 1, 0]);
      assert.deepEqual(red.outputs[0]?.payload, []);
    });
  });

  describe('values', () => {
    it('come from the flow, the message, contexts and expressions; the message keeps its other properties', async () => {
      const red = await call('locations.create', {
        'body/name': ['msg', 'topic'],
        'body/organizationId': ['flow', 'organization.id'],
        'body/locationType': ['str', 'custom'],
        'body/customTypeInfo/customLocationName': ['jsonata', '$uppercase(topic)'],
      });
      const client = service.client();
      const { data } = await turned(service.clock, client.call('organizations.list', {}));
      red.node('n').context().flow.set('organization', { id: data[0]?.id });
      await red.run({ topic: 'Barn', deep: { kept: true } });
      assert.deepEqual(counts(red), [1, 1, 0]);
      assert.deepEqual(
        [red.outputs[0]?.topic, red.outputs[0]?.deep, red.outputs[0]?.statusCode],
        ['Barn', { kept: true }, 200],
      );
      assert.deepEqual([payload(red).name, payload(red).customTypeInfo], ['Barn', { customLocationName: 'BARN' }]);
    });

    it('the message overrides only where the user chose it', async () => {
      const red = await call('devices.get', { 'path/deviceId': ['str', lights] });
      await red.run({ deviceId: left, payload: { path: { deviceId: left } }, operation: 'devices.restart' });
      assert.equal(payload(red).id, lights);
    });

    it('a body can come whole from the message', async () => {
      const red = await call(
        'devices.update',
        { 'path/deviceId': ['str', lights], 'body/loadDetails/type': ['str', 'x'] },
        { bodyFrom: 'value' },
      );
      await red.run({ payload: { loadDetails: { modelName: 'M7' } } });
      const read = service.client().call('devices.get', { path: { deviceId: lights } });
      const { data } = await turned(service.clock, read);
      assert.deepEqual([data.loadDetails?.modelName, data.loadDetails?.type === 'x'], ['M7', false]);
      assert.equal(payload(red).outcome, 'accepted');
    });

    it('everything that is wrong with a message is named at once, and nothing is sent', async () => {
      const red = await call('inviteCodes.create', {
        'body/locationId': ['msg', 'a'],
        'body/roleId': ['msg', 'b'],
        'body/restrictions/userLimit': ['msg', 'c'],
        'body/restrictions/expirationDate': ['msg', 'd'],
      });
      await red.run({ a: '../x', c: 0, d: 'tomorrow' });
      assert.deepEqual(counts(red), [0, 0, 1]);
      assert.equal(error(red).code, 'INVALID_INPUT');
      assert.deepEqual(rules(red).sort(), [
        'locationId: pattern',
        'restrictions.expirationDate: format',
        'roleId: required',
      ]);
      assert.deepEqual(writes(), []);
    });

    it('what is wrong already at the deploy is said there, by field', async () => {
      const red = await call('remoteHandle.setPosition', {
        'path/deviceId': ['str', lights],
        'body/command': ['str', 'shut'],
      });
      await red.run({});
      assert.deepEqual(rules(red).sort(), ['command: enum', 'reason: required']);
    });

    it('a secret in the flow file is refused', async () => {
      const red = await call('token.create', {
        'body/clientId': ['str', 'c'],
        'body/clientSecret': ['str', 'hunter2'],
      });
      await red.run({});
      assert.deepEqual(rules(red), ['clientSecret: secret']);
      assert(!error(red).message.includes('hunter2'));
    });

    it('an operation that does not exist, and values that are none', async () => {
      const red = await start({ operation: 'devices.explode' });
      await red.run({});
      assert.deepEqual(rules(red), ['operation: noOperation']);
      await red.deploy(
        flowAround(
          { type: 'cloud-call', account: 'account', operation: 'devices.list', values: '[1]' },
          serviceAccount(service).account,
        ),
      );
      await red.run({});
      assert.equal(error(red).code, 'INVALID_INPUT');
    });
  });

  describe('answers', () => {
    it('secrets are masked unless asked for', async () => {
      const values = typed({ 'body/keyType': ['str', 'unicast'] });
      const red = await start({ operation: 'udpKeys.create', values });
      await red.run({});
      assert.deepEqual([typeof payload(red).id, payload(red).value], ['string', '***']);
      const id = String(payload(red).id);
      await red.deploy(
        flowAround(
          {
            type: 'cloud-call',
            account: 'account',
            operation: 'udpKeys.get',
            values: typed({ 'path/keyId': ['str', id] }),
            secrets: true,
          },
          serviceAccount(service).account,
        ),
      );
      await red.run({});
      assert.equal(Buffer.from(String(payload(red).value), 'base64').length, 32);
    });

    it('whole: operation, status, outcome, data', async () => {
      const red = await call('devices.list', {}, { output: 'envelope' });
      await red.run({});
      const { operation, statusCode, data, outcome } = payload(red) as Result & { data: unknown[] };
      assert.deepEqual([operation, statusCode, data.length, outcome], ['devices.list', 200, 14, undefined]);
    });

    it('a refusal of the service ends at the Catch node with its status and what it said', async () => {
      const red = await call('locations.get', { 'path/locationId': ['str', 'nowhere'] });
      await red.run({});
      assert.deepEqual(
        [error(red).code, error(red).cause.statusCode, red.caught[0]?.statusCode],
        ['NOT_FOUND', 404, 404],
      );
    });

    it('an offline device', async () => {
      service.simulator.controls.setOnline(lights, false);
      const red = await call('devices.decommission', { 'path/deviceId': ['str', lights] });
      await red.run({ confirm: lights });
      assert.deepEqual([error(red).code, error(red).cause.statusCode], ['DEVICE_OFFLINE', 503]);
    });
  });

  describe('pages', () => {
    const sessions = (more: Settings) =>
      call('plugSessions.list', { 'filter/deviceId': ['str', left], 'page/limit': ['num', '2'] }, more);

    it('one page', async () => {
      const red = await sessions({ output: 'envelope' });
      await red.run({});
      const { data, page } = payload(red) as { data: unknown[]; page: { next?: string } };
      assert.deepEqual([data.length, typeof page.next], [2, 'string']);
    });
    it('all pages up to a number, and whether there were more', async () => {
      const red = await sessions({ pages: 'all', maxItems: 5 });
      await red.run({});
      assert.deepEqual([(payload(red) as unknown as unknown[]).length, red.outputs[0]?.more], [5, true]);
      assert.equal(service.requests('plugSessions.list').length, 3);
    });
    it('a message a page, the last one counted', async () => {
      const red = await sessions({ pages: 'each', maxItems: 5 });
      await red.run({ topic: 't' });
      const parts = red.outputs.map((msg) => msg.parts as { id: string; index: number; count?: number });
      assert.deepEqual(
        red.outputs.map((msg) => (msg.payload as unknown[]).length),
        [2, 2, 1],
      );
      assert.deepEqual(
        parts.map(({ index, count }) => [index, count]),
        [
          [0, undefined],
          [1, undefined],
          [2, 3],
        ],
      );
      assert.deepEqual([new Set(parts.map(({ id }) => id)).size, red.completed.length], [1, 1]);
    });
  });

  describe('what cannot be undone', () => {
    it('decommissioning needs the device id, not just a yes', async () => {
      const red = await call('devices.decommission', { 'path/deviceId': ['msg', 'deviceId'] });
      for (const confirm of [undefined, true, left]) await red.run({ deviceId: lights, confirm });
      assert.deepEqual(
        red.caught.map(({ error: { code } }) => code),
        ['CONFIRMATION_NEEDED', 'CONFIRMATION_NEEDED', 'CONFIRMATION_NEEDED'],
      );
      assert.deepEqual(writes(), []);
      await red.run({ deviceId: lights, confirm: lights });
      assert.deepEqual([payload(red).outcome, writes().length], ['accepted', 1]);
    });
    it('creating an organization needs true', async () => {
      const red = await call('organizations.create', { 'body/name': ['str', 'N'], 'body/description': ['str', ''] });
      await red.run({ confirm: 'true' });
      assert.equal(error(red).code, 'CONFIRMATION_NEEDED');
      await red.run({ confirm: true });
      assert.equal(payload(red).name, 'N');
      assert(!JSON.stringify(payload(red)).match(/"value":"(?!\*\*\*)/));
    });
    it('everything that writes can ask for a confirmation', async () => {
      const red = await call(
        'ocppCentralSystems.create',
        { 'body/websocketBaseUrl': ['str', 'wss://a.example'] },
        { confirm: 'writes' },
      );
      await red.run({});
      assert.equal(error(red).code, 'CONFIRMATION_NEEDED');
      await red.run({ confirm: true });
      assert.equal(red.outputs.length, 1);
    });

    describe('a rotation of our own secret', () => {
      const rotate = (name: string, id: string) =>
        call('serviceAccounts.rotateSecret', {
          'path/serviceAccountId': ['str', id],
          'path/secretName': ['str', name],
        });

      it('is refused while the account holds no other one, by client id and by organization id', async () => {
        const { organization } = service.simulator.credentials;
        const { data } = await turned(service.clock, service.client().call('organizations.list', {}));
        const own = data.find(({ serviceAccount }) => serviceAccount?.clientId === organization.clientId);
        assert(own !== undefined);
        for (const id of [organization.clientId, own.id]) {
          const red = await rotate('secret1', id);
          await red.run({ confirm: 'secret1' });
          assert.deepEqual([error(red).code, rules(red)], ['BLOCKED_BY_INTERLOCK', ['secretName: otherSecret']]);
          await red.stop();
        }
        runtime = undefined;
        assert.deepEqual(writes(), []);
      });
      it('of the one that it does not hold, it may be', async () => {
        const red = await rotate('secret2', service.simulator.credentials.organization.clientId);
        await red.run({ confirm: 'secret2' });
        assert.deepEqual([payload(red).name, payload(red).value], ['secret2', '***']);
      });
    });
  });

  describe('devices, within the account', () => {
    const restart = (account: Settings = {}, more: Settings = {}) =>
      call('devices.restart', { 'path/deviceId': ['str', lights] }, more, account);

    it('an account that is not armed outputs the exact request, and sends none', async () => {
      const red = await restart({ armed: false });
      await red.run({});
      const { outcome, request } = payload(red) as { outcome: string; request: { method: string; url: string } };
      assert.deepEqual([outcome, request.method], ['dry-run', 'POST']);
      assert(request.url.endsWith(`/devices/${lights}/restart`));
      assert.deepEqual(writes(), []);
    });
    it('every way to a device is closed on an account that is not armed', async () => {
      const path = { deviceId: lights };
      const mode = { path: '/bargraph/settings/mode', body: { mode: 'user-defined' } };
      const inputs: Partial<Record<OperationId, object>> = {
        'remoteHandle.setPosition': { path, body: { command: 'open', reason: 'r' } },
        'evse.updateConfiguration': { path: { deviceId: left }, body: { mode: 'cloud-api' } },
        'batchCommands.create': { body: { deviceIds: [lights], ...mode } },
        'waveforms.capture': { path },
        'bargraphMode.set': { path, body: { mode: 'user-defined' } },
        'dataReportRate.set': { path, body: { dataReportRate: 60 } },
        'devices.update': { path, body: { loadDetails: { type: 'oven' } } },
        'shareDeviceCodes.create': { body: { deviceId: lights } },
        'ocppChargePoints.create': { body: { deviceId: left, ocppCentralSystemId: 'c' } },
        'overrideEvents.create': { body: { description: 'd' } },
      };
      for (const [operation, input] of Object.entries(inputs)) {
        const red = await whole(operation as OperationId, input, {}, { armed: false });
        await red.run({ confirm: true });
        assert.deepEqual([operation, payload(red)?.outcome], [operation, 'dry-run']);
        await red.stop();
        runtime = undefined;
      }
      assert.deepEqual(writes(), []);
    });
    it('on an account that is not armed a record is not made either', async () => {
      const red = await call(
        'ocppCentralSystems.create',
        { 'body/websocketBaseUrl': ['str', 'wss://a.example'] },
        {},
        { armed: false },
      );
      await red.run({});
      assert.deepEqual([payload(red).outcome, writes()], ['dry-run', []]);
    });
    it('a dry run of the node holds for everything that writes', async () => {
      const red = await call(
        'ocppCentralSystems.create',
        { 'body/websocketBaseUrl': ['str', 'wss://a.example'] },
        { dryRun: true },
      );
      await red.run({});
      assert.deepEqual([payload(red).outcome, writes()], ['dry-run', []]);
    });

    it('a key that devices have is only deleted when its id confirms that', async () => {
      const client = service.client();
      const { data } = await turned(service.clock, client.call('udpKeys.create', { body: { keyType: 'unicast' } }));
      const body = { keyId: data.id, priority: 'primary' } as const;
      await turned(service.clock, client.call('udpKeys.assign', { path: { deviceId: lights }, body }));
      const before = writes().length;
      const red = await call('udpKeys.delete', { 'path/keyId': ['str', data.id] });
      await red.run({ confirm: true });
      assert.deepEqual([error(red).code, writes().length], ['CONFIRMATION_NEEDED', before]);
      await red.run({ confirm: data.id });
      assert.deepEqual([payload(red).outcome, writes().length], ['confirmed', before + 1]);
      assert(!JSON.stringify(payload(red)).includes(String(data.value)));
    });

    it('a protected device is refused, named by its id or by its load', async () => {
      const client = service.client();
      const { data } = await turned(service.clock, client.call('devices.get', { path: { deviceId: lights } }));
      const load = data.loadDetails?.type ?? assert.fail('the device has no load');
      for (const account of [{ protectedDevices: [lights] }, { protectedLoads: load.toUpperCase() }]) {
        for (const [operation, input] of [
          ['devices.restart', { path: { deviceId: lights } }],
          ['devices.update', { path: { deviceId: lights }, body: { loadDetails: { type: 'harmless' } } }],
          ['bargraphMode.set', { path: { deviceId: lights }, body: { mode: 'user-defined' } }],
          ['loadPresentThreshold.set', { path: { deviceId: lights }, body: { loadPresentThreshold: 250 } }],
          [
            'batchCommands.create',
            { body: { deviceIds: [lights], path: '/bargraph/settings/mode', body: { mode: 'user-defined' } } },
          ],
          ['shareDeviceCodes.create', { body: { deviceId: lights } }],
          ['remoteHandle.setPosition', { path: { deviceId: lights }, body: { command: 'open', reason: 'r' } }],
          [
            'batchCommands.create',
            {
              body: {
                deviceIds: [lights],
                path: '/breaker/remoteHandle/position',
                body: { command: 'open', reason: 'r' },
              },
            },
          ],
        ] as const) {
          const red = await whole(operation, input, {}, account);
          await red.run({ confirm: true });
          assert.deepEqual([operation, error(red).code], [operation, 'BLOCKED_BY_INTERLOCK']);
          await red.stop();
          runtime = undefined;
        }
      }
      assert.deepEqual(writes(), []);
    });
    it('a protected device leaves an override event by nobody else either', async () => {
      const { data } = await turned(
        service.clock,
        service.client().call('shareDeviceCodes.create', { body: { deviceId: lights } }),
      );
      const red = await call(
        'shareDeviceCodes.revoke',
        { 'path/code': ['str', String(data.code)] },
        {},
        { protectedDevices: [lights] },
      );
      await red.run({});
      assert.equal(error(red).code, 'BLOCKED_BY_INTERLOCK');
    });
    it('a body that does not name its devices as known is refused while anything is protected', async () => {
      for (const [operation, input] of [
        ['overrideEvents.addParticipations', { path: { eventId: 'e' }, body: { devices: ['x'] } }],
        ['shareDeviceCodes.create', { body: { device: { id: lights } } }],
      ] as const) {
        const red = await whole(operation, input, {}, { protectedDevices: [left] });
        await red.run({});
        assert.deepEqual(rules(red), ['body: unknownDevices'], operation);
        await red.stop();
        runtime = undefined;
      }
      assert.deepEqual(writes(), []);
    });

    it('the ceiling counts the items of any list of a body', async () => {
      const red = await call(
        'overrideEvents.addParticipations',
        { 'path/eventId': ['str', 'e'], body: ['msg', 'payload'] },
        {},
        { maxDevices: 2 },
      );
      await red.run({ payload: { targets: { devices: ['a', 'b', 'c'] } } });
      assert.deepEqual(rules(red), ['sharedDeviceIds: ceiling']);
    });

    it('more devices than the ceiling in one message', async () => {
      const red = await call(
        'overrideEvents.addParticipations',
        { 'path/eventId': ['str', 'e'], 'body/sharedDeviceIds': ['msg', 'payload'] },
        {},
        { maxDevices: 2 },
      );
      await red.run({ payload: ['a', 'b', 'c'] });
      assert.deepEqual(rules(red), ['sharedDeviceIds: ceiling']);
    });

    it('retained, expired and early messages do not act', async () => {
      const red = await restart({ startMute: 5 });
      await red.run({});
      await service.clock.advance(6_000);
      await red.run({ retain: true });
      await red.run({ expires: service.clock.now() - 1 });
      await red.run({ madeAt: service.clock.now() - 60_000 });
      assert.deepEqual(
        red.caught.map(({ error: { code } }) => code),
        ['MUTED', 'COMMAND_EXPIRED', 'COMMAND_EXPIRED', 'COMMAND_EXPIRED'],
      );
      assert.deepEqual(writes(), []);
    });
    it('a second restart right after the first is refused', async () => {
      const red = await restart();
      await red.run({});
      await red.run({});
      assert.equal(error(red).code, 'RATE_LIMITED_LOCALLY');
      await service.clock.advance(10_000);
      await red.run({});
      assert.equal(writes().length, 2);
    });

    it('a breaker is commanded as by its own node: read back, and only with its rules', async () => {
      const red = await call('remoteHandle.setPosition', {
        'path/deviceId': ['str', lights],
        'body/command': ['msg', 'payload'],
        'body/reason': ['str', 'test'],
      });
      await red.run({ payload: 'open' });
      assert.deepEqual([payload(red).outcome, payload(red).position], ['confirmed', 'open']);
      service.simulator.controls.tripBreaker(lights);
      await service.clock.advance(10_000);
      await red.run({ payload: 'close' });
      assert.equal(error(red).code, 'CONFIRMATION_NEEDED');
    });
    it('a limit of 0 is refused for a charger, in the flow and in a message', async () => {
      const at = 'body/configuration/apiConfiguration/restrictions/maxCurrent';
      const red = await call('evse.updateConfiguration', { 'path/deviceId': ['str', left], [at]: ['msg', 'payload'] });
      await red.run({ payload: 0 });
      assert.deepEqual(rules(red), ['configuration.apiConfiguration.restrictions.maxCurrent: zeroLimit']);
      assert.deepEqual(writes(), []);
      await red.run({ payload: 12 });
      assert.equal(payload(red).outcome, 'confirmed');
      await red.stop();
      const stored = await call('evse.updateConfiguration', { 'path/deviceId': ['str', left], [at]: ['num', '0'] });
      await stored.run({});
      assert.deepEqual(rules(stored), ['configuration.apiConfiguration.restrictions.maxCurrent: zeroLimit']);
    });
  });

  describe('an operation from a message', () => {
    it('with its input, reads only what it is allowed to', async () => {
      const red = await start({ operationFrom: 'value' });
      await red.run({ operation: 'devices.get', payload: { path: { deviceId: lights } } });
      assert.equal(payload(red).id, lights);
      for (const operation of [
        'devices.restart',
        'locations.delete',
        'organizations.create',
        'remoteHandle.setPosition',
      ])
        await red.run({ operation, payload: { path: { deviceId: lights } }, confirm: true });
      assert.deepEqual(
        red.caught.map(({ error: { cause } }) => cause.validations.map(({ rule }) => rule)),
        Array.from({ length: 4 }, () => ['destructive']),
      );
      assert.deepEqual(writes(), []);
    });
    it('deletes and acts on devices when that is ticked, with all rules', async () => {
      const red = await start({ operationFrom: 'value', allowDestructive: true });
      await red.run({ operation: 'devices.decommission', payload: { path: { deviceId: lights } } });
      assert.equal(error(red).code, 'CONFIRMATION_NEEDED');
      await red.run({ operation: 'devices.restart', payload: { path: { deviceId: lights } } });
      assert.equal(payload(red).outcome, 'accepted');
    });
    it('nonsense is bad input', async () => {
      const red = await start({ operationFrom: 'value' });
      await red.run({});
      await red.run({ operation: 'constructor' });
      await red.run({ operation: 'devices.list', payload: 'all' });
      await red.run({ operation: 'devices.get', payload: { path: null, extra: 1 } });
      assert.deepEqual(
        red.caught.map(({ error: { code } }) => code),
        ['INVALID_INPUT', 'INVALID_INPUT', 'INVALID_INPUT', 'INVALID_INPUT'],
      );
    });
  });

  it('a redeploy while a call is under way ends it, and nothing is sent on late', async () => {
    const red = await call('devices.list', {});
    service.simulator.controls.faults.inject({ kind: 'slow', delayMs: 20_000, match: { operation: 'devices.list' } });
    red.give({});
    await turnUntil(service.clock, () => service.requests('token.create').length > 0);
    await settled(1);
    const { account } = serviceAccount(service);
    await red.deploy(flowAround({ type: 'cloud-call', account: 'account', operation: 'devices.list' }, account));
    await service.clock.advance(30_000);
    await settled();
    assert.equal(red.outputs.length, 0);
    service.simulator.controls.faults.clear();
    await red.run({});
    assert.equal(red.outputs.length, 1);
  });
});
