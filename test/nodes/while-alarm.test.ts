import assert from 'node:assert/strict';
import { flowAround, type Runtime, serviceAccount, startRuntime } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turned, turnUntil } from '../support/turn-clock';
import { watchMessages } from '../support/watch-messages';

type Settings = Readonly<Record<string, unknown>>;

interface AlarmPayload {
  readonly alarms: number;
  readonly do: string;
  readonly set?: number;
  readonly restored?: number;
  readonly failed: number;
  readonly remembered: number;
  readonly results: readonly { readonly deviceId: string; readonly outcome?: string }[];
  readonly leftOut: readonly { readonly deviceId: string; readonly reason: string }[];
}

describe('breaker-control: while an alarm lasts', () => {
  let service: SimulatedService;
  let red: Runtime;
  let heater: string;
  let dryer: string;
  let charger: string;
  let freezer: string;
  let message: ReturnType<typeof watchMessages>;

  beforeEach(async () => {
    service = await startService();
    heater = service.device('Water heater');
    dryer = service.device('Clothes dryer');
    charger = service.device('EV charger left');
    freezer = service.device('Refrigerator');
    message = watchMessages('a1b2c3d4', () => service.clock.now());
  });
  afterEach(async () => {
    await red?.stop();
    await service.close();
  });

  const flowOf = (settings: Settings = {}, accountSettings: Settings = {}) => {
    const { account, credentials } = serviceAccount(service, { commandSpacing: 1, ...accountSettings });
    const node = {
      type: 'breaker-control',
      account: 'account',
      target: 'devices',
      devices: [heater, dryer],
      action: 'whileAlarm',
      ...settings,
    };
    return { flow: flowAround(node, account), credentials };
  };
  async function start(settings: Settings = {}, accountSettings: Settings = {}): Promise<void> {
    red = await startRuntime({ clock: service.clock, ...flowOf(settings, accountSettings) });
  }
  async function give(msg: Settings): Promise<AlarmPayload> {
    await red.run(msg);
    await service.clock.advance(5_000);
    return red.outputs.at(-1)?.payload as AlarmPayload;
  }
  const alarm = (deviceId: string, more: Settings = {}) => give(message('alarm', deviceId, more));
  const allClear = (deviceId: string, more: Settings = {}) => give(message('all-clear', deviceId, more));
  const positions = () => [service.position(heater), service.position(dryer)];
  const ended = () => [red.outputs.length, red.completed.length, red.caught.length];

  /** Another client, such as an app in the hand of a person. */
  async function person(deviceId: string, command: 'open' | 'close'): Promise<void> {
    await service.clock.advance(61_000);
    const body = { command, reason: 'by hand' };
    const client = service.client({ commandSpacingMs: 0 });
    await turned(service.clock, client.call('remoteHandle.setPosition', { path: { deviceId }, body }));
    await service.clock.advance(61_000);
  }

  describe('two nodes that name one circuit', () => {
    const other = { ...{ type: 'breaker-control', account: 'account', target: 'devices', action: 'whileAlarm' } };
    async function startBoth(settings: Settings = {}): Promise<void> {
      const { account, credentials } = serviceAccount(service, { commandSpacing: 1 });
      const second = { ...other, id: 'second', z: 'tab', x: 1, y: 1, devices: [heater], wires: [['outputs']] };
      const first = { ...other, devices: [heater, dryer], ...settings };
      red = await startRuntime({
        clock: service.clock,
        flow: flowAround(first, account, second as never),
        credentials,
      });
    }
    async function giveTo(node: 'n' | 'second', event: string): Promise<AlarmPayload> {
      const before = red.outputs.length;
      red.give(message(event, charger), node);
      await turnUntil(service.clock, () => red.outputs.length > before);
      await service.clock.advance(5_000);
      return red.outputs.at(-1)?.payload as AlarmPayload;
    }

    for (const [first, second] of [
      ['n', 'second'],
      ['second', 'n'],
    ] as const)
      it(`it is closed when the last of their alarms has ended, and once: ${first} begins and ends first`, async () => {
        await startBoth();
        await giveTo(first, 'alarm');
        await giveTo(second, 'alarm');
        assert.equal(service.position(heater), 'open');
        const one = await giveTo(first, 'all-clear');
        assert.deepEqual(
          one.leftOut.map(({ deviceId, reason }) => [deviceId, reason]),
          [[heater, 'held-by-alarm']],
        );
        assert.deepEqual([service.position(heater), one.remembered], ['open', 0]);
        const two = await giveTo(second, 'all-clear');
        assert.deepEqual([positions(), two.remembered], [['closed', 'closed'], 0]);
        const closes = service.simulator.controls.events.filter(
          (event) => event.type === 'handle-changed' && event.deviceId === heater && event.position === 'closed',
        );
        assert.equal(closes.length, 1);
      });

    it('what a person has closed and opened meanwhile stays open after the last alarm', async () => {
      await startBoth();
      await giveTo('n', 'alarm');
      await giveTo('second', 'alarm');
      await giveTo('n', 'all-clear');
      await person(heater, 'close');
      await person(heater, 'open');
      const two = await giveTo('second', 'all-clear');
      assert.deepEqual(
        [service.position(heater), two.leftOut.map(({ reason }) => reason)],
        ['open', ['operated-since']],
      );
    });

    it('a scene that is restored leaves it to the alarm that lasts', async () => {
      await startBoth({ action: 'value', devices: [heater], command: 'payload', commandType: 'msg' });
      const scene = async (deed: 'set' | 'restore') => {
        const before = red.outputs.length;
        red.give({ payload: { scene: 'away', do: deed } });
        await turnUntil(service.clock, () => red.outputs.length > before);
        await service.clock.advance(5_000);
      };
      await scene('set');
      await giveTo('second', 'alarm');
      await scene('restore');
      assert.equal(service.position(heater), 'open');
      await giveTo('second', 'all-clear');
      assert.equal(service.position(heater), 'closed');
    });
  });

  describe('alarm and all-clear', () => {
    it('an alarm opens, its all-clear closes, and the badge tells how many', async () => {
      await start();
      const done = await alarm(charger);
      assert.deepEqual([done.alarms, done.do, done.set, positions()], [1, 'set', 2, ['open', 'open']]);
      assert.equal(red.statuses.at(-1)?.text, 'circuits set: 2');
      const back = await allClear(charger);
      assert.deepEqual([back.alarms, back.do, back.restored, back.remembered], [0, 'restore', 2, 0]);
      assert.deepEqual([positions(), red.statuses.at(-1)?.text], [['closed', 'closed'], 'circuits restored: 2']);
    });

    it('with two alarms, only the end of the last one closes', async () => {
      await start();
      await alarm(charger);
      const second = await alarm(freezer);
      assert.deepEqual(
        [second.alarms, second.set, second.leftOut.map(({ reason }) => reason)],
        [2, 0, ['already-set', 'already-set']],
      );
      await allClear(charger);
      assert.deepEqual([positions(), red.statuses.at(-1)?.text], [['open', 'open'], 'alarms: 1']);
      await allClear(freezer);
      assert.deepEqual(positions(), ['closed', 'closed']);
    });

    it('two watches of one device, and two measures of one watch, have alarms of their own', async () => {
      await start();
      const other = watchMessages('ffff', () => service.clock.now());
      await alarm(charger);
      await give(other('alarm', charger));
      await alarm(charger, { measure: 'power' });
      await give(other('all-clear', charger));
      await allClear(charger);
      assert.deepEqual(positions(), ['open', 'open']);
      await allClear(charger, { measure: 'power' });
      assert.deepEqual(positions(), ['closed', 'closed']);
    });

    it('alarm and all-clear at once: closed in the end', async () => {
      await start();
      red.give(message('alarm', charger));
      red.give(message('all-clear', charger));
      await red.untilEnded(2);
      await turnUntil(service.clock, () => red.outputs.length === 2);
      assert.deepEqual(positions(), ['closed', 'closed']);
    });

    it('warnings, repeats, unread, an all-clear without an alarm and a duplicate of an old alarm send nothing', async () => {
      await start();
      const old = message('alarm', charger);
      for (const event of ['warning', 'repeat', 'unread', 'read-again', 'all-clear'])
        await give(message(event, freezer));
      assert.deepEqual([ended(), red.statuses.at(-1)?.text], [[0, 5, 0], 'alarms: 0']);
      await give(old);
      await service.clock.advance(10_000);
      await allClear(charger);
      service.simulator.controls.clearRequests();
      await give({ ...old, repeated: true });
      assert.deepEqual([service.commands().length, positions()], [0, ['closed', 'closed']]);
    });

    it('to closed, where the dialog says so: what a person opened needs confirmation as ever', async () => {
      await start({ scenePosition: 'closed', devices: [heater, dryer] });
      await person(heater, 'open');
      await alarm(charger);
      assert.equal(service.position(heater), 'open');
      await alarm(charger, { confirm: true });
      assert.equal(service.position(heater), 'closed');
      await allClear(charger);
      assert.deepEqual(positions(), ['open', 'closed']);
    });
  });

  describe('what others do', () => {
    it('a circuit that somebody had opened before stays open', async () => {
      await start();
      await person(heater, 'open');
      await alarm(charger);
      await allClear(charger);
      assert.deepEqual(positions(), ['open', 'closed']);
    });

    it('a circuit that a person operates meanwhile is left alone, also by further alarms', async () => {
      await start();
      await alarm(charger);
      await person(heater, 'close');
      await alarm(freezer);
      assert.deepEqual(positions(), ['closed', 'open']);
      await person(heater, 'open');
      await allClear(charger);
      const back = await allClear(freezer);
      assert.deepEqual(
        [positions(), back.leftOut.map(({ deviceId, reason }) => [deviceId, reason])],
        [['open', 'closed'], [[heater, 'operated-since']]],
      );
    });

    it('a scene with a name of the dialog is another one', async () => {
      await start();
      await alarm(charger);
      await red.deploy(flowOf({ action: 'restoreScene' }).flow, 'full');
      await red.run({});
      assert.deepEqual(positions(), ['open', 'open']);
    });
  });

  describe('redeploys and lost answers', () => {
    it('a redeploy between sends nothing, and the all-clear after it closes', async () => {
      await start();
      await alarm(charger);
      await red.deploy(flowOf({ name: 'anew' }).flow, 'full');
      service.simulator.controls.clearRequests();
      await service.clock.advance(60_000);
      assert.equal(service.commands().length, 0);
      await allClear(charger);
      assert.deepEqual(positions(), ['closed', 'closed']);
    });

    it('a close whose answer is lost is not sent again by itself; a further all-clear looks first', async () => {
      await start();
      await alarm(charger);
      const path = `/devices/${heater}/breaker/remoteHandle/position`;
      service.simulator.controls.faults.inject({ kind: 'reset-before', match: { method: 'POST', path } });
      const back = await allClear(charger);
      assert.deepEqual([back.results.map(({ outcome }) => outcome).includes('unknown'), back.remembered], [true, 1]);
      service.simulator.controls.clearRequests();
      await service.clock.advance(600_000);
      assert.equal(service.commands().length, 0);
      service.simulator.controls.faults.clear();
      await allClear(charger);
      assert.deepEqual(positions(), ['closed', 'closed']);
    });

    it('a dry run has alarms of its own: the first one that counts opens', async () => {
      await start({ dryRun: true });
      const done = await alarm(charger);
      assert.deepEqual(
        [done.results.map(({ outcome }) => outcome), positions()],
        [
          ['dry-run', 'dry-run'],
          ['closed', 'closed'],
        ],
      );
      await red.deploy(flowOf().flow, 'full');
      await service.clock.advance(10_000);
      await alarm(charger);
      assert.deepEqual(positions(), ['open', 'open']);
    });
  });

  describe('messages', () => {
    it('what is no alarm is refused with every problem, and nothing is sent', async () => {
      await start();
      await give({ payload: 'open' });
      await give({ ...message('tripped-or-opened', heater) });
      assert.deepEqual(
        red.caught.map(({ error }) => [error.code, error.cause.validations.map(({ field }) => field)]),
        [
          ['INVALID_INPUT', ['event', 'deviceId']],
          ['INVALID_INPUT', ['event']],
        ],
      );
      assert.equal(service.commands().length, 0);
    });

    it('a person ends all alarms: restored, or forgotten without a command', async () => {
      await start();
      await alarm(charger);
      const back = await give({ payload: { do: 'restore' } });
      assert.deepEqual([back.alarms, back.restored, positions()], [0, 2, ['closed', 'closed']]);
      await alarm(charger);
      await service.clock.advance(10_000);
      service.simulator.controls.clearRequests();
      assert.deepEqual(await give({ payload: { do: 'forget' } }), { alarms: 0, do: 'forget', forgotten: 2 });
      await allClear(charger);
      assert.deepEqual([service.commands().length, positions()], [0, ['open', 'open']]);
    });

    it('protected circuits are left out, and what cannot be read is told and tried at the next alarm', async () => {
      await start({}, { protectedDevices: [dryer] });
      service.simulator.controls.setOnline(heater, false);
      await alarm(charger);
      assert.deepEqual([red.caught.length, positions()], [1, ['closed', 'closed']]);
      service.simulator.controls.setOnline(heater, true);
      const done = await alarm(freezer);
      assert.deepEqual([done.leftOut[0]?.reason, positions()], ['protected', ['open', 'closed']]);
      await allClear(charger);
      await allClear(freezer);
      assert.deepEqual(positions(), ['closed', 'closed']);
    });

    it('for people: what was done and why, as sentences', async () => {
      await start({ words: true, name: 'House', devices: [heater] });
      await red.run(message('alarm', charger));
      await service.clock.advance(5_000);
      const { topic, payload, event } = red.outputs.at(-1) ?? {};
      assert.equal(topic, 'House: Alarm');
      assert.match(String(payload), /^An alarm lasts: the circuits were set\. Commanded: .+\.$/);
      assert.equal((event as AlarmPayload).set, 1);
      await red.run(message('all-clear', charger));
      assert.match(
        String(red.outputs.at(-1)?.payload),
        /^No alarm lasts any more: the circuits were restored\. Commanded: .+\.$/,
      );
    });
  });
});
