import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turned } from '../support/turn-clock';
import { startWatching, type WatchingNode } from '../support/watching-node';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const endings = { preset: 'endings', measure: 'endings', secretDays: 30, keyDays: 2, unread: 60 };

describe('circuit-watch: secrets and keys that end', () => {
  let service: SimulatedService;
  let watch: WatchingNode | undefined;
  let rack: string;

  beforeEach(async () => {
    service = await startService();
    rack = service.device('Office server rack');
  });
  afterEach(async () => {
    await watch?.red.stop();
    watch = undefined;
    await service.close();
  });

  async function start(settings: object = {}, account: object = {}): Promise<WatchingNode> {
    watch = await startWatching({
      ...{ service, settings: { ...endings, ...settings }, account },
      names: { 'Office server rack': 'Rack' },
    });
    return watch;
  }
  const call = <T>(made: Promise<T>) => turned(service.clock, made);
  async function newKey(): Promise<{ id: string; value: string }> {
    const { data } = await call(service.client().call('udpKeys.create', { body: { keyType: 'unicast' } }));
    await assign(data.id);
    return { id: data.id, value: String(data.value) };
  }
  const assign = (keyId: string) =>
    call(service.client().call('udpKeys.assign', { path: { deviceId: rack }, body: { keyId, priority: 'primary' } }));

  it('a key of a device before it ends, by the name of the device, and when it has ended', async () => {
    const { value } = await newKey();
    await service.clock.advance(6.9 * day);
    const { pass, events, told, table, red } = await start();
    await pass(minute);
    const [warning] = events();
    assert.match(
      String(warning?.payload),
      /^UDP key \(unicast\) of Rack ends at (20\d\d-\d\d-\d\d )?\d\d:\d\d, in 2 h 2\d min\.$/,
    );
    assert.deepEqual([warning?.event, warning?.severity, 'deviceId' in (warning ?? {})], ['warning', 'warning', false]);
    assert.deepEqual(warning?.ending, { kind: 'udpKey', name: 'unicast', deviceIds: [rack] });
    await pass(2.5 * hour);
    assert.deepEqual(told(), ['warning', 'alarm']);
    assert.match(String(events()[1]?.payload), /^UDP key \(unicast\) of Rack has ended: /);
    const file = join(red.userDir, 'breakerflow-watch.json');
    const all = JSON.stringify([red.outputs, table()]) + readFileSync(file, 'utf8');
    assert.ok(!all.includes(value), 'the key itself is told');
    // The service lists it no more.
    await pass(2 * hour);
    assert.ok(!table().some(({ name }) => String(name).startsWith('UDP key (')));
    assert.deepEqual(told(), ['warning', 'alarm']);
  });

  it('that a key was replaced in time, and nothing at its end', async () => {
    await newKey();
    await service.clock.advance(6.9 * day);
    const { pass, told } = await start();
    await pass(minute);
    assert.deepEqual(told(), ['warning']);
    await newKey();
    await pass(1.5 * hour);
    assert.deepEqual(told(), ['warning', 'all-clear']);
    await pass(2 * hour);
    assert.deepEqual(told(), ['warning', 'all-clear']);
  });

  it('each secret of an organization once, and that it was rotated', async () => {
    const body = { name: 'Annex', description: 'of the house' };
    const { data } = await call(service.client().call('organizations.create', { body }));
    const { pass, events, told, table, badge } = await start({ secretDays: 364.9 });
    await pass(hour);
    assert.deepEqual(told(), []);
    const names = table().map(({ name }) => name);
    assert.ok(names.includes('secret1 of the organization Annex') && names.includes('UDP keys'), names.join());
    assert.match(String(badge()?.text), /^watched: \d+, all well$/);
    await pass(3 * hour);
    assert.deepEqual(told(), ['warning', 'warning']);
    assert.match(String(events()[0]?.payload), /^secret1 of the organization Annex ends at 20.*, in 365 d\.$/);
    const path = { serviceAccountId: String(data.serviceAccount?.clientId), secretName: 'secret2' } as const;
    const { data: rotated } = await call(service.client().call('serviceAccounts.rotateSecret', { path }));
    await pass(1.5 * hour);
    assert.deepEqual(told(), ['warning', 'warning', 'all-clear']);
    assert.match(String(events()[2]?.payload), /^secret2 of the organization Annex was replaced, and ends at 20/);
    const secrets = [...(data.serviceAccount?.secrets ?? []), rotated].map(({ value }) => String(value));
    const all = JSON.stringify(watch?.red.outputs);
    for (const secret of secrets) assert.ok(!all.includes(secret), 'a secret is told');
  });

  it('a secret of the application whose end is entered in the account', async () => {
    const soon = new Date(service.clock.now() + 10 * day).toISOString().slice(0, 10);
    const { pass, events } = await start({}, { appSecret2Expiry: soon });
    await pass(minute);
    assert.match(String(events()[0]?.payload), /^secret2 of the application ends at 20.*, in (9|10) d\.$/);
  });

  it('nothing twice over a deploy', async () => {
    await newKey();
    const { pass, told, deploy } = await start({ keyDays: 6.99 });
    await pass(hour);
    assert.deepEqual(told(), ['warning']);
    await deploy({ name: 'again' });
    await pass(1.5 * hour);
    assert.deepEqual(told(), ['warning']);
  });

  it('that one list cannot be read, and goes on with the other one', async () => {
    await newKey();
    const { faults } = service.simulator.controls;
    faults.inject({ kind: 'error', status: 403, match: { operation: 'organizations.list' } });
    const { pass, events, told } = await start({ keyDays: 6.99 });
    await pass(1.5 * hour);
    assert.deepEqual(told().sort(), ['unread', 'warning']);
    const unread = events().find(({ event }) => event === 'unread');
    assert.match(String(unread?.payload), /^Secrets: end cannot be read since/);
    faults.clear();
    await pass(2 * hour);
    assert.ok(told().includes('read-again'));
  });

  it('costs two calls an hour', async () => {
    const { pass } = await start();
    await pass(3 * hour);
    const lists = service.requests('udpKeys.list').length + service.requests('organizations.list').length;
    assert.ok(lists >= 6 && lists <= 8, `${lists} calls in 3 hours`);
    assert.equal(service.requests('devices.list').length, 0);
  });

  for (const [field, settings] of [
    ['Secrets end in', { secretDays: 0 }],
    ['UDP keys end in', { keyDays: 8 }],
  ] as const)
    it(`not with a wrong value (${field}): it is told at the field`, async () => {
      const { red } = await start(settings);
      await red.run({ payload: 'ack' });
      assert.equal(red.caught.length, 1);
      assert.match(String(red.caught[0]?.error.message), new RegExp(field));
    });
});
