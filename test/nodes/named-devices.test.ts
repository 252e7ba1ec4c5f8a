import assert from 'node:assert/strict';

import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import type { Circuit } from '../../src/directory';
import { circuit } from '../directory/circuits';
import type { FlowNode } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled } from '../support/turn-clock';

const startMuteMs = 5_000;

describe('devices named in messages', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let [outlets, dryer, serial]: string[] = [];

  beforeEach(async () => {
    service = await startService();
    outlets = service.device('Kitchen outlets');
    dryer = service.device('Clothes dryer');
    serial = (await service.client().call('devices.get', { path: { deviceId: dryer } })).data.serialNumber;
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  function flowWith(circuits: readonly Circuit[], settings: object = {}): FlowNode[] {
    const node = {
      type: 'breaker-control',
      account: 'account',
      target: 'value',
      device: 'deviceId',
      deviceType: 'msg',
      action: 'open',
      ...settings,
    };
    const directory = { id: 'directory', type: 'breaker-directory', account: 'account', circuits };
    return flowAround(node, serviceAccount(service).account, directory);
  }
  async function start(circuits: readonly Circuit[], settings: object = {}): Promise<Runtime> {
    runtime = await startRuntime({
      clock: service.clock,
      flow: flowWith(circuits, settings),
      credentials: serviceAccount(service).credentials,
      nodes: [withTexts(breakerDirectory)],
    });
    return runtime;
  }
  const row = (id: string | undefined, name: string) => circuit(id ?? '', name);
  const commanded = (red: Runtime) => red.outputs.map(({ payload }) => (payload as { deviceId: string }).deviceId);
  const opened = () => [outlets, dryer].filter((id) => service.position(id ?? '') === 'open');

  it('by name: the device of that name is operated, and no other', async () => {
    const red = await start([row(outlets, 'Kitchen'), row(dryer, 'Tumbler')]);
    await red.run({ deviceId: 'TUMBLER' });
    assert.deepEqual(commanded(red), [dryer]);
    assert.deepEqual(opened(), [dryer]);
  });

  it('by serial number, of a device that has no row', async () => {
    const red = await start([]);
    await red.run({ deviceId: serial });
    assert.deepEqual(commanded(red), [dryer]);
  });

  it('by a name that nobody has: refused before anything is sent, in a sentence', async () => {
    const red = await start([row(outlets, 'Kitchen')]);
    await red.run({ deviceId: 'Küche oben' });
    assert.equal(red.caught[0]?.error.code, 'INVALID_ID');
    assert.match(red.caught[0]?.error.message ?? '', /"Küche oben" is no known name, serial number or id of a device/);
    assert.equal(service.commands().length, 0);
  });

  it('by the reference of an example that was bound to no device: refused, and told what to do', async () => {
    const red = await start([row(outlets, 'Kitchen')]);
    await red.run({ deviceId: 'circuit(Kitchen outlets)' });
    assert.match(
      red.caught[0]?.error.message ?? '',
      /is a circuit of the simulated site: name a device of the account/,
    );
    assert.equal(service.commands().length, 0);
  });

  it('by a name that is gone: no command, since the directory says so from then on', async () => {
    const red = await start([row(outlets, 'Kitchen')]);
    await red.deploy(flowWith([row(outlets, 'Scullery')]), 'nodes');
    await red.run({ deviceId: 'Kitchen' });
    assert.equal(red.caught.length, 1);
    assert.deepEqual(opened(), []);
  });

  it('a lock names its device by name too', async () => {
    const red = await start([row(dryer, 'Tumbler')], {
      target: 'devices',
      devices: [outlets, dryer],
      action: 'value',
      command: 'payload',
      commandType: 'msg',
    });
    await red.run({ payload: { lock: 'tumbler', by: 'Ada' } });
    assert.deepEqual(opened(), [dryer]);
  });

  it('a command that waits keeps its device when its name moves to another one', async () => {
    const before = [row(outlets, 'Kitchen'), row(dryer, 'Tumbler')];
    const red = await start(before);
    red.give({ deviceId: 'Tumbler' });
    await settled();
    await red.deploy(flowWith([row(outlets, 'Tumbler'), row(dryer, 'Kitchen')]), 'nodes');
    await red.untilEnded(1);
    assert.deepEqual(opened(), [dryer]);
    await service.clock.advance(startMuteMs + 20_000);
    await red.run({ deviceId: 'Tumbler' });
    assert.deepEqual(commanded(red), [dryer, outlets]);
  });

  describe('as exceptions', () => {
    const device = () => ['Kitchen', 'Tumbler'];
    const except = async (texts: readonly unknown[]) => {
      const red = await start([row(outlets, 'Kitchen'), row(dryer, 'Tumbler')], { except: texts });
      await red.run({ deviceId: device() });
      return red;
    };

    it('by name or serial number: the device is spared, and the others are operated', async () => {
      await except(['tumbler']);
      assert.deepEqual(opened(), [outlets]);
    });

    it('by a name that is gone: nothing is operated, since nobody knows whom it spared', async () => {
      const red = await except([outlets, 'Dryer']);
      assert.match(red.caught[0]?.error.message ?? '', /Except 2: "Dryer" is no known name/);
      assert.deepEqual([opened(), service.commands().length], [[], 0]);
    });
  });

  describe('what comes out', () => {
    const payload = (red: Runtime) => red.outputs.at(-1)?.payload as Record<string, unknown>;
    const lists = () => service.requests('devices.list').length;
    const pause = async () => {
      // The list is read in steps, and each waits for an answer.
      for (let step = 0; step < 5; step += 1) {
        await service.clock.advance(4_000);
        await settled();
      }
    };

    it('has name and serial number of the directory at once, and the location when it has been read', async () => {
      const red = await start([circuit(dryer ?? '', 'Tumbler', { serialNumber: serial ?? '' })]);
      await red.run({ deviceId: 'Tumbler' });
      assert.deepEqual([payload(red).name, payload(red).serialNumber], ['Tumbler', serial]);
      await pause();
      await red.run({ deviceId: 'Tumbler' });
      assert.equal(payload(red).location, 'Homes / Maple Street 12 / Main panel');
    });

    it('has no name where nobody gave one: the default name is only shown', async () => {
      const red = await start([]);
      await red.run({ deviceId: dryer });
      await pause();
      await red.run({ deviceId: dryer });
      assert.equal('name' in payload(red), false);
      assert.equal(payload(red).serialNumber, serial);
    });

    it('costs no call a message: the list is read once in five minutes', async () => {
      const red = await start([]);
      for (let message = 0; message < 5; message += 1) {
        await red.run({ deviceId: dryer });
        await pause();
      }
      assert.equal(lists(), 1);
      await service.clock.advance(300_000);
      await red.run({ deviceId: dryer });
      await pause();
      assert.equal(lists(), 2);
    });

    it('comes as without names while the list cannot be read, and nothing fails for it', async () => {
      service.simulator.controls.faults.inject({ kind: 'error', status: 500, match: { operation: 'devices.list' } });
      const red = await start([row(dryer, 'Tumbler')]);
      for (const _ of [1, 2]) {
        await red.run({ deviceId: 'Tumbler' });
        await pause();
      }
      assert.equal(red.outputs.length, 2);
      assert.equal(payload(red).name, 'Tumbler');
      assert.equal('location' in payload(red), false);
    });

    it('of several devices, failed ones too, has the names of each', async () => {
      const red = await start([row(dryer, 'Tumbler'), row(outlets, 'Kitchen')]);
      await red.run({ deviceId: ['Tumbler', 'Kitchen', '00000000-0000-4000-8000-000000000000'] });
      const { results } = payload(red) as { results: { name?: string }[] };
      assert.deepEqual(
        results.map(({ name }) => name),
        ['Tumbler', 'Kitchen', undefined],
      );
    });

    it('an error names its device in its cause', async () => {
      const red = await start([circuit(dryer ?? '', 'Tumbler', { critical: true })]);
      await red.run({ deviceId: 'Tumbler' });
      const { deviceId, name } = { name: undefined, ...red.caught[0]?.error.cause };
      assert.deepEqual([deviceId, name], [dryer, 'Tumbler']);
    });
  });
});
