import assert from 'node:assert/strict';
import { operationIds } from '../../src/catalog';
import { type SimulatedService, startService } from '../support/simulated-service';
import { type Ended, environmentOf, runCommand } from './run-command';

describe('the command breakerflow call', () => {
  let service: SimulatedService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  const call = (args: readonly string[], input?: object): Promise<Ended> =>
    runCommand(['call', ...args, ...(input === undefined ? [] : ['--input', '-'])], {
      environment: environmentOf(service),
      input: JSON.stringify(input),
    });
  const open = (deviceId: string) => ({ path: { deviceId }, body: { command: 'open', reason: 'a test' } });
  const writes = () => service.requests().filter(({ method, path }) => method !== 'GET' && !path.includes('authToken'));

  it('lists all operations where none is named, without an account', async () => {
    const { code, output } = await runCommand(['call']);
    assert.equal(code, 0);
    assert.deepEqual(
      output
        .trimEnd()
        .split('\n')
        .map((line) => line.trim().split(' ')[0]),
      operationIds,
    );
  });

  it('prints what an operation reads', async () => {
    const deviceId = service.device('Kitchen outlets');
    const { code, output } = await call(['devices.get'], { path: { deviceId } });
    assert.equal(code, 0);
    assert.equal(JSON.parse(output).id, deviceId);
  });

  it('reads one page, and says so, or every page', async () => {
    const deviceId = service.device('Kitchen outlets');
    for (const position of ['open', 'closed', 'open', 'closed'] as const)
      service.simulator.controls.moveMainHandle(deviceId, position);
    const filter = { deviceId };
    const page = await call(['eventHistory.mainHandle'], { filter, page: { offset: 0, limit: 2 } });
    assert.equal(JSON.parse(page.output).length, 2, page.errors);
    assert.match(page.errors, /--all/);
    const whole = await call(['eventHistory.mainHandle', '--all'], { filter, page: { limit: 2 } });
    assert(JSON.parse(whole.output).length >= 4, whole.errors);
    assert.equal(whole.errors, '');
    assert.equal((await call(['devices.get', '--all'])).code, 2);
  });

  it('sends what writes only with --send, and shows its path and body without', async () => {
    const deviceId = service.device('Kitchen outlets');
    const shown = await call(['remoteHandle.setPosition'], open(deviceId));
    assert.equal(shown.code, 0, shown.errors);
    const { outcome, request } = JSON.parse(shown.output);
    assert.equal(outcome, 'dry-run');
    assert.match(request.url, new RegExp(`/devices/${deviceId}/`));
    assert.equal(request.body.command, 'open');
    assert.match(shown.errors, /Nothing was sent: add --send to send it/);
    assert.deepEqual(writes(), []);
    assert.equal(service.position(deviceId), 'closed');

    const sent = await call(['remoteHandle.setPosition', '--send'], open(deviceId));
    assert.equal(sent.code, 0, sent.errors);
    assert.equal(JSON.parse(sent.output).outcome, 'confirmed');
    assert.equal(service.position(deviceId), 'open');
    assert.equal(service.commands().length, 1);
  });

  it('closes what it cannot know to have opened only where that is confirmed', async () => {
    const deviceId = service.device('Kitchen outlets');
    await call(['remoteHandle.setPosition', '--send'], open(deviceId));
    const close = { path: { deviceId }, body: { command: 'close', reason: 'a test' } };
    const refused = await call(['remoteHandle.setPosition', '--send'], close);
    assert.equal(refused.code, 2);
    assert.match(refused.errors, /CONFIRMATION_NEEDED.*set --confirm to true/);
    assert.equal(service.position(deviceId), 'open');
  });

  it('demands the same confirmation as the nodes, and names it', async () => {
    const deviceId = service.device('Kitchen outlets');
    const input = { path: { deviceId } };
    const shown = await call(['devices.decommission'], input);
    assert.match(shown.errors, new RegExp(`add --send --confirm ${deviceId} to send it`));
    for (const confirm of [[], ['--confirm', 'true'], ['--confirm', service.device('Clothes dryer')]]) {
      const { code, errors } = await call(['devices.decommission', '--send', ...confirm], input);
      assert.equal(code, 2);
      assert.match(errors, new RegExp(`--confirm must be "${deviceId}"`));
    }
    assert.deepEqual(writes(), []);
    const sent = await call(['devices.decommission', '--send', '--confirm', deviceId], input);
    assert.equal(sent.code, 0, sent.errors);
    assert.equal(writes().length, 1);
  });

  it('demands a confirmation of everything that deletes', async () => {
    const input = { path: { locationId: 'a-location' } };
    const { code, errors } = await call(['locations.delete', '--send'], input);
    assert.equal(code, 2);
    assert.match(errors, /--confirm must be true/);
    assert.deepEqual(writes(), []);
  });

  it('masks secrets, and sends nothing whose secret would be lost', async () => {
    const lost = await call(['organizations.create', '--send', '--confirm', 'true'], { body: { name: 'x' } });
    assert.equal(lost.code, 2);
    assert.match(lost.errors, /--secrets/);
    assert.deepEqual(service.requests(), []);
  });

  it('names every problem of an input, and ends with 2', async () => {
    const { code, output, errors } = await call(['remoteHandle.setPosition', '--send'], {
      path: { deviceId: service.device('Clothes dryer') },
      body: { command: 'opne', secondsUntilReset: -1 },
    });
    assert.deepEqual([code, output], [2, '']);
    for (const field of ['command', 'reason', 'secondsUntilReset']) assert(errors.includes(field), errors);
    for (const args of [['devices.lst'], ['devices.list', '--input', '/nowhere.json']])
      assert.equal((await call(args)).code, 2);
    assert.equal((await runCommand(['call', 'devices.list', '--input', '-'], { input: '[]' })).code, 2);
  });

  it('ends with 1 where the service refuses', async () => {
    const { code, output, errors } = await call(['devices.get'], {
      path: { deviceId: '00000000-0000-0000-0000-000000000000' },
    });
    assert.deepEqual([code, output], [1, '']);
    assert.match(errors, /NOT_FOUND/);
  });

  it('ends with 3 where nobody knows whether it was carried out', async () => {
    const input = { path: { deviceId: service.device('Clothes dryer') } };
    service.simulator.controls.faults.inject({ kind: 'reset-after', match: { operation: 'devices.restart' } });
    const { code, errors } = await call(['devices.restart', '--send'], input);
    assert.equal(code, 3, errors);
    assert.match(errors, /UNKNOWN_OUTCOME/);
    assert.equal(service.requests('devices.restart').length, 1);
  });
});
