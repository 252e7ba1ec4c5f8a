import assert from 'node:assert/strict';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import { replaceDevice } from '../../src/directory';
import { circuit } from '../directory/circuits';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turnUntil } from '../support/turn-clock';

/** A node that picked a device, before and after another one has taken its place in the flow. */
describe('a device that was replaced', () => {
  let service: SimulatedService;
  let red: Runtime;
  let old: string;
  let fresh: string;

  beforeEach(async () => {
    service = await startService();
    old = service.device('Kitchen outlets');
    fresh = service.device('Pool pump');
  });
  afterEach(async () => {
    await red?.stop();
    await service.close();
  });

  function flowWith(deviceId: string, settings: object = {}) {
    const before = [circuit(old, 'Kitchen', { serialNumber: '' })];
    const replaced = deviceId === old ? { circuits: before } : replaceDevice(before, old, { id: deviceId });
    assert('circuits' in replaced);
    return flowAround(
      {
        type: 'breaker-control',
        account: 'account',
        target: 'devices',
        devices: [deviceId],
        action: 'value',
        command: 'payload',
        commandType: 'msg',
        confirmClose: false,
        ...settings,
      },
      serviceAccount(service, { commandSpacing: 1, startMute: 5 }).account,
      { id: 'directory', type: 'breaker-directory', account: 'account', circuits: replaced.circuits },
    );
  }
  async function start(settings: object = {}): Promise<void> {
    const { credentials } = serviceAccount(service);
    const nodes = [withTexts(breakerDirectory)];
    red = await startRuntime({ clock: service.clock, flow: flowWith(old, settings), credentials, nodes });
  }
  const commanded = () => service.commands().map(({ path }) => path.split('/')[2]);
  const ends = () => red.outputs.length + red.caught.length;
  async function give(message: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const before = ends();
    red.give(message);
    await turnUntil(service.clock, () => ends() === before + 1);
    await service.clock.advance(5_000);
    return red.outputs.at(-1)?.payload as Record<string, unknown>;
  }

  const ways = { 'picked it': {}, 'named it': { target: 'value', device: 'deviceId', deviceType: 'msg' } };
  for (const [way, settings] of Object.entries(ways))
    it(`a command that ${way} and is held after the start never goes to the new one`, async () => {
      await start(settings);
      red.give({ payload: 'open', deviceId: 'Kitchen' });
      await service.clock.advance(1_000);
      assert.deepEqual(commanded(), []);
      await red.deploy(flowWith(fresh, settings), 'nodes');
      await service.clock.advance(30_000);
      assert(!commanded().includes(fresh), JSON.stringify(commanded()));
      await give({ payload: 'open', deviceId: 'Kitchen' });
      assert.equal(commanded().at(-1), fresh);
    });

  it("a scene's memory of it is not used for the new one: restoring leaves that alone", async () => {
    await start();
    await service.clock.advance(6_000);
    await give({ payload: { scene: 'away', do: 'set' } });
    assert.equal(service.position(old), 'open');
    await red.deploy(flowWith(fresh), 'nodes');
    await service.clock.advance(6_000);
    // The new one is open for a reason of its own, and nobody has asked to close it.
    await give({ payload: 'open' });
    service.simulator.controls.clearRequests();
    const back = await give({ payload: { scene: 'away', do: 'restore' } });
    assert.deepEqual([commanded(), service.position(fresh)], [[], 'open']);
    assert.deepEqual(
      (back.leftOut as { deviceId: string; reason: string }[]).map(({ deviceId, reason }) => [deviceId, reason]),
      [[old, 'not-named']],
    );
  });

  it('the scene remembers the new one by what that is when it is set again', async () => {
    await start();
    await service.clock.advance(6_000);
    await give({ payload: { scene: 'away', do: 'set' } });
    await red.deploy(flowWith(fresh), 'nodes');
    await service.clock.advance(6_000);
    const set = await give({ payload: { scene: 'away', do: 'set' } });
    assert.deepEqual([set.set, service.position(fresh)], [1, 'open']);
    const back = await give({ payload: { scene: 'away', do: 'restore' } });
    assert.deepEqual([back.restored, service.position(fresh), service.position(old)], [1, 'closed', 'open']);
  });
});
