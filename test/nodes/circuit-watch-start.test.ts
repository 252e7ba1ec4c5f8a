import assert from 'node:assert/strict';
import { type SimulatedService, startService } from '../support/simulated-service';
import { startWatching, type WatchingNode } from '../support/watching-node';

const minute = 60_000;
const above16 = { measure: 'amperes', condition: 'above', value: 16, for: 0, wellFor: 0, unread: 5 };

describe('circuit-watch: the start of a watch', () => {
  let service: SimulatedService;
  let watch: WatchingNode | undefined;
  let rack: string;
  let charger: string;

  beforeEach(async () => {
    service = await startService();
    rack = service.device('Office server rack');
    charger = service.device('EV charger left');
    draws(5);
  });
  afterEach(async () => {
    await watch?.red.stop();
    watch = undefined;
    await service.close();
  });

  const draws = (amperes: number) =>
    service.simulator.controls.setLoad(rack, { kind: 'server-rack', ratedA: amperes / 0.6 });
  async function start(settings: object): Promise<WatchingNode> {
    watch = await startWatching({ service, settings, names: { 'Office server rack': 'Rack' } });
    return watch;
  }
  const noList = () =>
    service.simulator.controls.faults.inject({ kind: 'error', status: 500, match: { operation: 'devices.list' } });
  const outage = () => service.simulator.controls.faults.inject({ kind: 'error', status: 500 });
  const clear = () => service.simulator.controls.faults.clear();

  it('does not wait for the list of devices: what is picked is read at once', async () => {
    noList();
    const { pass, told, red } = await start({ ...above16, devices: [rack] });
    draws(22);
    await pass(2 * minute);
    assert.deepEqual(told(), ['alarm']);
    await red.run({ payload: 'ack' });
    assert.equal(red.completed.length, 1);
  });

  it('tells that a service which is out from the start cannot be read, and goes on as soon as it can', async () => {
    outage();
    const { pass, told, badge } = await start({ ...above16, devices: [rack] });
    await pass(4 * minute);
    assert.deepEqual(told(), []);
    await pass(6 * minute);
    assert.deepEqual(told(), ['unread']);
    assert.equal(badge()?.text, 'cannot be read: 1, watched: 1');
    clear();
    await pass(5 * minute);
    assert.deepEqual([...told(), badge()?.text], ['unread', 'read-again', 'watched: 1, all well']);
  });

  it('of a location goes on with what it watched before, and takes the list when it can be read', async () => {
    const site = service.simulator.controls.devices().find(({ id }) => id === rack)?.locationId;
    const node = await start({ ...above16, target: 'location', location: site, value: 60 });
    await node.pass(5 * minute);
    const all = node.table().length;
    assert.ok(all > 5);
    outage();
    await node.deploy({ name: 'again' }, 'full');
    await node.pass(15 * minute);
    assert.equal(node.table().length, all);
    assert.deepEqual(node.told(), ['unread']);
    assert.equal(node.events()[0]?.total, all);
    clear();
    await node.pass(10 * minute);
    assert.deepEqual(node.told(), ['unread', 'read-again']);
  });

  it('of a location about which nothing is known begins with the list, and not before', async () => {
    const site = service.simulator.controls.devices().find(({ id }) => id === rack)?.locationId;
    noList();
    const { pass, table, badge } = await start({ ...above16, target: 'location', location: site });
    await pass(2 * minute);
    assert.equal(badge()?.fill, 'yellow');
    clear();
    await pass(2 * minute);
    assert.ok(table().length > 5);
  });

  it('tells once at Catch which picked device cannot tell what is watched, and watches the others', async () => {
    const { pass, red, told, table } = await start({
      ...{ measure: 'charger', condition: 'is', chargerState: 'nowhere', for: 0, unread: '' },
      devices: [rack, charger],
    });
    await pass(30 * minute);
    assert.equal(red.caught.length, 1);
    assert.match(String(red.caught[0]?.error.message), /left out: Rack\./);
    assert.deepEqual([told(), table().map(({ deviceId }) => deviceId)], [[], [charger]]);
  });
});
