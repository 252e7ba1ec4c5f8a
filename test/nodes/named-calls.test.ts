import assert from 'node:assert/strict';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import cloudCall from '../../nodes/cloud-call/cloud-call';
import { circuit } from '../directory/circuits';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turnUntil } from '../support/turn-clock';

describe('a call that names its devices', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let [outlets, dryer, charger, serial]: string[] = [];

  beforeEach(async () => {
    service = await startService();
    outlets = service.device('Kitchen outlets');
    dryer = service.device('Clothes dryer');
    charger = service.device('EV charger left');
    serial = (await service.client().call('devices.get', { path: { deviceId: dryer } })).data.serialNumber ?? '';
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  async function start(
    settings: object = {},
    accountSettings: Readonly<Record<string, unknown>> = {},
  ): Promise<Runtime> {
    const fromMessage = { operationFrom: 'value', allowDestructive: true, ...settings };
    const circuits = [
      circuit(outlets ?? '', 'Kitchen'),
      circuit(dryer ?? '', 'Tumbler', { serialNumber: serial ?? '' }),
      circuit(charger ?? '', 'Car'),
    ];
    const { account, credentials } = serviceAccount(service, accountSettings);
    const directory = { id: 'directory', type: 'breaker-directory', account: 'account', circuits };
    runtime = await startRuntime({
      clock: service.clock,
      flow: flowAround({ type: 'cloud-call', account: 'account', ...fromMessage }, account, directory),
      credentials,
      nodes: [withTexts(cloudCall), withTexts(breakerDirectory)],
    });
    return runtime;
  }
  const sent = () => service.requests().filter(({ operation }) => operation !== 'token.create');
  const writes = () => sent().filter(({ method }) => method !== 'GET');
  const told = (red: Runtime) => red.caught.at(-1)?.error.message ?? '';
  const payload = (red: Runtime) => red.outputs.at(-1)?.payload as Record<string, unknown>;

  it('by name, serial number or id gets the same device, in its path', async () => {
    const red = await start();
    for (const text of ['tumbler', serial, dryer, dryer?.toUpperCase()])
      await red.run({ operation: 'devices.get', payload: { path: { deviceId: text } } });
    assert.deepEqual(
      red.outputs.map((msg) => (msg.payload as { id: string }).id),
      [dryer, dryer, dryer, dryer],
    );
  });

  it('takes them in a filter and in a list of the body, where a device named twice stands once', async () => {
    const red = await start();
    await red.run({ operation: 'deviceData.get', payload: { filter: { deviceId: 'Kitchen' } } });
    assert.deepEqual([payload(red).deviceId, payload(red).name], [outlets, 'Kitchen']);
    const body = {
      path: '/bargraph/settings/mode',
      body: { mode: 'user-defined' },
      deviceIds: ['Kitchen', serial, dryer, 'tumbler'],
    };
    await red.run({ operation: 'batchCommands.create', confirm: true, payload: { body } });
    const { data } = await service.client().call('batchCommands.list', {});
    assert.deepEqual(data.at(-1)?.deviceIds, [outlets, dryer], told(red));
  });

  it('operates a breaker that is picked in the dialog by its name', async () => {
    const values = {
      'path/deviceId': { type: 'str', value: 'Kitchen' },
      'body/command': { type: 'str', value: 'open' },
      'body/reason': { type: 'str', value: 'test' },
    };
    const red = await start({
      operationFrom: 'picked',
      operation: 'remoteHandle.setPosition',
      values: JSON.stringify(values),
    });
    await red.run({});
    assert.equal(service.position(outlets ?? ''), 'open');
    assert.equal(payload(red).name, 'Kitchen');
  });

  it('with a name that nobody has is refused with everything else that is wrong, and nothing is sent', async () => {
    const red = await start();
    const before = sent().length;
    const input = { path: { deviceId: 'Sauna oben' }, body: { command: 'shut', reason: 'r' } };
    await red.run({ operation: 'remoteHandle.setPosition', payload: input });
    assert.equal(red.caught[0]?.error.code, 'INVALID_ID', told(red));
    assert.match(told(red), /"Sauna oben" is no known name, serial number or id of a device; Command: must be one of/);
    await red.run({ operation: 'remoteHandle.setPosition', payload: { path: { deviceId: 'circuit(Oven)' } } });
    assert.match(told(red), /is a circuit of the simulated site/);
    assert.equal(sent().length, before);
  });

  it('is confirmed by the id alone, which the refusal tells; a name confirms nothing', async () => {
    const red = await start();
    const input = { path: { deviceId: 'Tumbler' } };
    for (const confirm of [true, 'Tumbler', serial, undefined])
      await red.run({ operation: 'devices.decommission', confirm, payload: input });
    assert.equal(red.caught.length, 4);
    assert.ok(told(red).includes(`must be "${dryer}" (Tumbler)`), told(red));
    assert.equal(writes().length, 0);
    await red.run({ operation: 'devices.decommission', confirm: dryer, payload: input });
    assert.equal(red.outputs.length, 1);
    assert.equal(payload(red).name, 'Tumbler');
  });

  it('a protected device stays protected by whatever it is named', async () => {
    const red = await start({}, { protectedDevices: [dryer] });
    for (const text of ['Tumbler', serial])
      await red.run({ operation: 'devices.restart', confirm: true, payload: { path: { deviceId: text } } });
    assert.deepEqual(
      red.caught.map(({ error: { code } }) => code),
      ['BLOCKED_BY_INTERLOCK', 'BLOCKED_BY_INTERLOCK'],
    );
    assert.deepEqual([red.caught[0]?.error.cause.deviceId, writes().length], [dryer, 0]);
  });

  it('by a serial number that must be asked for is not overtaken by a newer message', async () => {
    const red = await start();
    const { data } = await service.client().call('devices.get', { path: { deviceId: charger ?? '' } });
    const limit = (maxCurrent: number) => ({
      configuration: { apiConfiguration: { enabled: true, restrictions: { maxCurrent } } },
    });
    const operation = 'evse.updateConfiguration';
    red.give({ operation, confirm: true, payload: { path: { deviceId: data.serialNumber }, body: limit(32) } });
    red.give({ operation, confirm: true, payload: { path: { deviceId: 'Car' }, body: limit(8) } });
    await red.untilEnded(2);
    const path = { deviceId: charger ?? '' };
    const { configuration } = (await service.client().call('evse.getConfiguration', { path })).data;
    assert.equal(configuration?.apiConfiguration?.restrictions?.maxCurrent, 8, told(red));
  });

  it('that only reads names its device in the result and on the badge', async () => {
    const red = await start({ output: 'envelope' });
    await red.run({ operation: 'meter.latest', payload: { path: { deviceId: 'Kitchen' } } });
    assert.deepEqual([payload(red).deviceId, payload(red).name], [outlets, 'Kitchen']);
    await turnUntil(service.clock, () => /^Kitchen: /.test(red.statuses.at(-1)?.text ?? ''));
  });
});
