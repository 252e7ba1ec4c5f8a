import assert from 'node:assert/strict';
import { flowAround, type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { holdByOverrideEvent, type SimulatedService, startService } from '../support/simulated-service';
import { turned, turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;

interface Scene {
  readonly set?: number;
  readonly restored?: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly remembered: number;
  readonly results: readonly {
    readonly deviceId: string;
    readonly outcome?: string;
    readonly error?: { readonly code: string; readonly message: string };
  }[];
  readonly leftOut: readonly { readonly deviceId: string; readonly reason: string; readonly message: string }[];
}

/** A node that takes commands to scenes from messages, and one that restores the scene "away". */
describe('breaker-control: scenes in the runtime', () => {
  let service: SimulatedService;
  let red: Runtime;
  let outlets: string;
  let pump: string;
  let oven: string;

  beforeEach(async () => {
    service = await startService();
    outlets = service.device('Kitchen outlets');
    pump = service.device('Pool pump');
    oven = service.device('Kitchen oven');
  });
  afterEach(async () => {
    await red?.stop();
    await service.close();
  });

  const node = (settings: Settings = {}) => ({
    type: 'breaker-control',
    account: 'account',
    target: 'devices',
    devices: [outlets, pump, oven],
    action: 'value',
    command: 'payload',
    commandType: 'msg',
    ...settings,
  });
  const flowOf = (settings: Settings, accountSettings: Settings) => {
    const { account, credentials } = serviceAccount(service, { commandSpacing: 1, ...accountSettings });
    const restore = { ...node({ action: 'restoreScene', devices: [] }), id: 'r', z: 'tab', x: 1, y: 1 };
    return { flow: flowAround(node(settings), account, { ...restore, wires: [['outputs']] }), credentials };
  };
  async function start(settings: Settings = {}, accountSettings: Settings = {}): Promise<void> {
    red = await startRuntime({ clock: service.clock, ...flowOf(settings, accountSettings) });
  }
  const ends = () => red.outputs.length + red.caught.length;
  async function give(payload: unknown, more: Settings = {}, id = 'n'): Promise<Scene> {
    const before = ends();
    red.give({ payload, ...more }, id);
    await turnUntil(service.clock, () => ends() === before + 1);
    await service.clock.advance(5_000);
    return red.outputs.at(-1)?.payload as Scene;
  }
  const set = (more: Settings = {}) => give({ scene: 'away', do: 'set' }, more);
  const restore = (more: Settings = {}) => give({ scene: 'away', do: 'restore' }, more);
  const positions = () => [outlets, pump, oven].map((id) => service.position(id));
  const reasons = ({ leftOut }: Scene) => leftOut.map(({ deviceId, reason }) => [deviceId, reason]);
  const commanded = () => service.commands().map(({ path }) => path.split('/')[2]);

  /** Another client, such as an app in the hand of a person. */
  async function person(deviceId: string, command: 'open' | 'close'): Promise<void> {
    await service.clock.advance(61_000);
    const body = { command, reason: 'by hand' };
    await turned(
      service.clock,
      service.client({ commandSpacingMs: 0 }).call('remoteHandle.setPosition', { path: { deviceId }, body }),
    );
    await service.clock.advance(61_000);
  }

  describe('setting and restoring', () => {
    it('set opens what is closed, restore closes exactly that, and what was open before stays open', async () => {
      await start();
      await person(pump, 'open');
      const done = await set();
      assert.deepEqual(positions(), ['open', 'open', 'open']);
      assert.deepEqual([done.set, done.unchanged, done.failed, done.remembered], [2, 1, 0, 2]);
      service.simulator.controls.clearRequests();
      const back = await restore();
      assert.deepEqual(positions(), ['closed', 'open', 'closed']);
      assert.deepEqual([back.restored, back.failed, back.remembered, reasons(back)], [2, 0, 0, []]);
      assert.deepEqual(commanded().sort(), [outlets, oven].sort());
    });

    it('a node with the action restores where another node has set, by the name in any case', async () => {
      await start();
      await give({ scene: ' AWAY ', do: 'set' });
      const back = await give(undefined, {}, 'r');
      assert.equal(back.restored, 3);
      assert.deepEqual(positions(), ['closed', 'closed', 'closed']);
    });

    it('a node with the action sets, to closed too, and shows how many', async () => {
      await start({ action: 'setScene', scene: 'guests', scenePosition: 'closed', confirmClose: false });
      await person(pump, 'open');
      const done = await give('anything');
      assert.deepEqual([done.set, done.unchanged, service.position(pump)], [1, 2, 'closed']);
      assert.deepEqual(red.statuses.at(-1), { fill: 'green', shape: 'dot', text: 'circuits set: 1' });
    });

    it('set again leaves alone what is remembered', async () => {
      await start();
      await set();
      service.simulator.controls.clearRequests();
      const again = await set();
      assert.deepEqual(
        reasons(again).map(([, reason]) => reason),
        ['already-set', 'already-set', 'already-set'],
      );
      assert.equal(service.commands().length, 0);
      await restore();
      assert.deepEqual(positions(), ['closed', 'closed', 'closed']);
    });

    it('restoring a scene that is not set sends nothing, and says so', async () => {
      await start();
      const back = await restore();
      assert.deepEqual([back.restored, back.results, back.leftOut], [0, [], []]);
      assert.equal(service.commands().length, 0);
      assert.equal(red.statuses.at(-1)?.text, 'nothing to restore');
    });

    it('forget gives up what is remembered, and commands nothing', async () => {
      await start();
      await set();
      service.simulator.controls.clearRequests();
      assert.deepEqual(await give({ scene: 'away', do: 'forget' }), { scene: 'away', do: 'forget', forgotten: 3 });
      await restore();
      assert.equal(service.commands().length, 0);
    });

    it('set and restore at once: the last message decides', async () => {
      await start({}, { commandSpacing: 1 });
      red.give({ payload: { scene: 'away', do: 'set' } });
      red.give({ payload: { scene: 'away', do: 'restore' } });
      await turnUntil(service.clock, () => ends() === 2);
      assert.deepEqual(positions(), ['closed', 'closed', 'closed']);
      red.give({ payload: { scene: 'away', do: 'restore' } });
      red.give({ payload: { scene: 'away', do: 'set' } });
      await turnUntil(service.clock, () => ends() === 4);
      assert.deepEqual(positions(), ['open', 'open', 'open']);
      await service.clock.advance(20_000);
      await restore();
      assert.deepEqual(positions(), ['closed', 'closed', 'closed']);
    });
  });

  describe('what others have operated', () => {
    it('a circuit that a person has closed and opened since is left out, and forgotten', async () => {
      await start();
      await set();
      await person(outlets, 'close');
      await person(outlets, 'open');
      await person(pump, 'close');
      service.simulator.controls.clearRequests();
      const back = await restore({ confirm: true });
      assert.deepEqual(reasons(back), [
        [outlets, 'operated-since'],
        [pump, 'as-before'],
      ]);
      assert.deepEqual(commanded(), [oven]);
      assert.deepEqual([positions(), back.remembered], [['open', 'closed', 'closed'], 0]);
      assert.match(back.leftOut[0]?.message ?? '', /somebody operated it/);
    });

    it('a newer command of ours means to leave it', async () => {
      await start();
      await set();
      await give('open');
      const back = await restore();
      assert.deepEqual(
        reasons(back).map(([, reason]) => reason),
        ['commanded-since', 'commanded-since', 'commanded-since'],
      );
      assert.deepEqual(positions(), ['open', 'open', 'open']);
    });
  });

  describe('what cannot be done', () => {
    it('a circuit that cannot be read is not touched, and not taken for closed', async () => {
      await start();
      service.simulator.controls.setOnline(outlets, false);
      const done = await set();
      assert.equal(done.failed, 1);
      const failed = done.results.find(({ deviceId }) => deviceId === outlets);
      assert.equal(failed?.error?.code, 'DEVICE_OFFLINE');
      assert.deepEqual([done.set, done.remembered, commanded().includes(outlets)], [2, 2, false]);
      service.simulator.controls.setOnline(outlets, true);
      await restore();
      assert.deepEqual(positions(), ['closed', 'closed', 'closed']);
    });

    it('a close that is refused stays remembered, and a later restore tries it again', async () => {
      await start();
      await set();
      service.simulator.controls.tripBreaker(oven);
      const back = await restore();
      assert.deepEqual([back.restored, back.failed, back.remembered], [2, 1, 1]);
      assert.equal(back.results.find(({ error }) => error !== undefined)?.error?.code, 'CONFIRMATION_NEEDED');
      service.simulator.controls.moveMainHandle(oven, 'closed');
      const later = await restore();
      assert.deepEqual([later.restored, later.remembered, positions()], [1, 0, ['closed', 'closed', 'closed']]);
    });

    it('a circuit that a person has locked, or an event holds, stays remembered', async () => {
      await start();
      await set();
      await give({ lock: outlets, by: 'Anna' });
      const held = await holdByOverrideEvent(service, pump);
      await service.clock.advance(20_000);
      const back = await restore();
      assert.deepEqual(reasons(back), [
        [outlets, 'locked'],
        [pump, 'held-by-event'],
      ]);
      assert.equal(back.remembered, 2);
      await held.removed();
    });

    it('protected circuits are left out with the reason, and are no failures', async () => {
      await start({}, { protectedDevices: [pump], protectedLoads: 'oven' });
      const done = await set();
      assert.deepEqual(
        reasons(done).sort(),
        [
          [pump, 'protected'],
          [oven, 'protected'],
        ].sort(),
      );
      assert.deepEqual([done.set, done.failed, commanded()], [1, 0, [outlets]]);
    });

    it('a restore whose answer is lost is unknown and not sent again; a later restore looks first', async () => {
      await start();
      await set();
      service.simulator.controls.clearRequests();
      const path = `/devices/${outlets}/breaker/remoteHandle/position`;
      service.simulator.controls.faults.inject({ kind: 'reset-before', match: { method: 'POST', path } });
      const back = await restore();
      const lost = back.results.find(({ deviceId }) => deviceId === outlets);
      assert.deepEqual([lost?.outcome, back.remembered, service.position(outlets)], ['unknown', 1, 'open']);
      await service.clock.advance(600_000);
      assert.equal(commanded().filter((id) => id === outlets).length, 1);
      service.simulator.controls.faults.clear();
      const later = await restore();
      assert.deepEqual([later.restored, later.remembered, positions()], [1, 0, ['closed', 'closed', 'closed']]);
    });

    it('a dry run shows what differs, and remembers nothing', async () => {
      await start({ dryRun: true });
      await person(pump, 'open');
      service.simulator.controls.clearRequests();
      const done = await set();
      assert.deepEqual(
        done.results.map(({ outcome }) => outcome),
        ['dry-run', 'unchanged', 'dry-run'],
      );
      assert.deepEqual([service.commands().length, done.remembered], [0, 0]);
    });
  });

  describe('which circuits', () => {
    const site = () => {
      const found = service.simulator.controls.devices().find(({ id }) => id === outlets);
      return found?.locationId ?? assert.fail();
    };

    it('all at or below a location but those that are excepted, for scenes and commands', async () => {
      await start({ target: 'location', location: site(), except: [outlets.toUpperCase(), pump] });
      const done = await set();
      assert(done.set !== undefined && done.set > 5);
      assert.deepEqual(reasons(done), [
        [outlets, 'excepted'],
        [pump, 'excepted'],
      ]);
      assert(!commanded().includes(outlets) && !commanded().includes(pump));
      await give({ scene: 'away', do: 'forget' });
      await give('open');
      assert(!commanded().includes(outlets) && !commanded().includes(pump));
    });

    it('a message to a node restores its own circuits only', async () => {
      await start();
      await set();
      await red.deploy(flowOf({ devices: [pump] }, {}).flow, 'full');
      const back = await restore();
      assert.deepEqual(reasons(back), [
        [outlets, 'not-named'],
        [oven, 'not-named'],
      ]);
      assert.deepEqual([positions(), back.remembered], [['open', 'closed', 'open'], 2]);
    });

    it('what is no scene is refused with every problem, and nothing is sent', async () => {
      await start();
      await give({ scene: '', do: 'toggle', command: 'shut', colour: 1 });
      assert.deepEqual(
        red.caught[0]?.error.cause.validations.map(({ field }) => field),
        ['colour', 'scene', 'do', 'command'],
      );
      assert.equal(service.commands().length, 0);
    });
  });
});
