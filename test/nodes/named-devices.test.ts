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
});
