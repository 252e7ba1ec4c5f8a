import assert from 'node:assert/strict';
import evseConfig from '../../nodes/evse-config/evse-config';
import type { ChargerChange } from '../../src/control';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { turned } from '../support/turn-clock';
import { watchMessages } from '../support/watch-messages';

type Settings = Readonly<Record<string, unknown>>;

interface AlarmPayload {
  readonly alarms: number;
  readonly do: string;
  readonly set?: number;
  readonly restored?: number;
  readonly remembered: number;
  readonly results: readonly { readonly deviceId: string; readonly outcome?: string }[];
  readonly leftOut: readonly { readonly deviceId: string; readonly reason: string }[];
}

const free = { mode: 'no-restrictions', enabled: true, maxCurrent: 0 };

describe('evse-config: while an alarm lasts', () => {
  let service: SimulatedService;
  let red: Runtime;
  let left: string;
  let right: string;
  let heater: string;
  let dryer: string;
  let message: ReturnType<typeof watchMessages>;

  beforeEach(async () => {
    service = await startService();
    left = service.device('EV charger left');
    right = service.device('EV charger right');
    heater = service.device('Water heater');
    dryer = service.device('Clothes dryer');
    message = watchMessages('a1b2c3d4', () => service.clock.now());
    await set(left, free);
  });
  afterEach(async () => {
    await red?.stop();
    await service.close();
  });

  const flowOf = (settings: Settings = {}) => {
    const { account, credentials } = serviceAccount(service);
    const node = {
      type: 'evse-config',
      account: 'account',
      target: 'devices',
      devices: [left],
      action: 'whileAlarm',
      ...settings,
    };
    return { flow: flowAround(node, account), credentials };
  };
  async function start(settings: Settings = {}): Promise<void> {
    const nodes = [withTexts(evseConfig)];
    red = await startRuntime({ clock: service.clock, ...flowOf(settings), nodes });
  }
  async function give(msg: Settings): Promise<AlarmPayload> {
    await red.run(msg);
    await service.clock.advance(3_000);
    return red.outputs.at(-1)?.payload as AlarmPayload;
  }
  const alarm = (deviceId: string) => give(message('alarm', deviceId));
  const allClear = (deviceId: string) => give(message('all-clear', deviceId));
  const changes = () => service.requests('evse.updateConfiguration').length;

  /** What a charger is set to, as the service tells it. */
  async function setting(deviceId = left) {
    const call = service.client().call('evse.getConfiguration', { path: { deviceId } });
    const { mode, configuration } = (await turned(service.clock, call)).data;
    const { enabled, restrictions } = configuration?.apiConfiguration ?? {};
    return { mode, enabled, maxCurrent: restrictions?.maxCurrent };
  }

  /** Another client, such as an app in the hand of a person. */
  async function set(
    deviceId: string,
    { mode, enabled, maxCurrent }: { mode: string; enabled: boolean; maxCurrent: number },
  ): Promise<void> {
    const apiConfiguration = { enabled, restrictions: { maxCurrent } };
    const body = { mode, configuration: { apiConfiguration } } as ChargerChange;
    const call = service.client().call('evse.updateConfiguration', { path: { deviceId }, body });
    await turned(service.clock, call);
    await service.clock.advance(10_000);
  }

  describe('alarm and all-clear', () => {
    it('an alarm pauses, its all-clear brings back what was before, no limit included', async () => {
      await start();
      const done = await alarm(heater);
      assert.deepEqual(
        [done.alarms, done.do, done.set, red.statuses.at(-1)?.text],
        [1, 'set', 1, 'chargers limited: 1'],
      );
      assert.deepEqual(await setting(), { mode: 'cloud-api', enabled: false, maxCurrent: 0 });
      const back = await allClear(heater);
      assert.deepEqual([back.restored, back.remembered, red.statuses.at(-1)?.text], [1, 0, 'chargers restored: 1']);
      assert.deepEqual(await setting(), free);
    });

    it('a limit in place of a pause never becomes no limit, and never raises one', async () => {
      await set(right, { mode: 'cloud-api', enabled: true, maxCurrent: 8 });
      await start({ devices: [left, right], alarmDoes: 'limit', alarmCurrent: 10 });
      const done = await alarm(heater);
      assert.deepEqual(await setting(), { mode: 'cloud-api', enabled: true, maxCurrent: 10 });
      assert.deepEqual(
        done.leftOut.map(({ deviceId, reason }) => [deviceId, reason]),
        [[right, 'limited-already']],
      );
      await allClear(heater);
      assert.deepEqual(
        [await setting(), await setting(right)],
        [free, { mode: 'cloud-api', enabled: true, maxCurrent: 8 }],
      );
    });

    it('with two alarms, only the end of the last one restores', async () => {
      await start();
      await alarm(heater);
      const second = await alarm(dryer);
      assert.deepEqual(second.leftOut[0]?.reason, 'already-set');
      await allClear(heater);
      assert.deepEqual([(await setting()).enabled, red.statuses.at(-1)?.text], [false, 'alarms: 1']);
      await allClear(dryer);
      assert.deepEqual(await setting(), free);
    });

    it('alarm and all-clear at once: as before in the end', async () => {
      await start();
      red.give(message('alarm', heater));
      red.give(message('all-clear', heater));
      await red.untilEnded(2);
      await service.clock.advance(10_000);
      assert.deepEqual(await setting(), free);
    });

    it('alarm, all-clear and alarm at once: paused in the end, and the all-clear restores', async () => {
      await start();
      for (const event of ['alarm', 'all-clear', 'alarm']) red.give(message(event, heater));
      await red.untilEnded(3);
      await service.clock.advance(10_000);
      assert.equal((await setting()).enabled, false);
      await allClear(heater);
      assert.deepEqual(await setting(), free);
    });

    it('warnings, repeats, unread and an all-clear without an alarm send nothing; what is no alarm is refused', async () => {
      await start();
      const before = changes();
      for (const event of ['warning', 'repeat', 'unread', 'read-again', 'all-clear'])
        await give(message(event, heater));
      await give({ payload: 16 });
      assert.deepEqual([changes(), red.completed.length, red.caught[0]?.error.code], [before, 5, 'INVALID_INPUT']);
    });
  });

  describe('what others do', () => {
    it('a charger that was paused before stays paused', async () => {
      const paused = { mode: 'cloud-api', enabled: false, maxCurrent: 16 };
      await set(left, paused);
      await start();
      await alarm(heater);
      await allClear(heater);
      assert.deepEqual(await setting(), paused);
    });

    it('what somebody changes meanwhile stays, also at further alarms', async () => {
      const changed = { mode: 'cloud-api', enabled: true, maxCurrent: 20 };
      await start();
      await alarm(heater);
      await set(left, changed);
      await alarm(dryer);
      await allClear(heater);
      const back = await allClear(dryer);
      assert.deepEqual([await setting(), back.leftOut[0]?.reason, back.remembered], [changed, 'changed-since', 0]);
    });

    it('a charger in charge windows is paused in place of limited', async () => {
      await set(left, { mode: 'charge-windows', enabled: true, maxCurrent: 24 });
      await start({ alarmDoes: 'limit', alarmCurrent: 10 });
      await alarm(heater);
      assert.deepEqual(await setting(), { mode: 'cloud-api', enabled: false, maxCurrent: 24 });
      await allClear(heater);
      assert.equal((await setting()).mode, 'charge-windows');
    });
  });

  describe('redeploys and lost answers', () => {
    it('a redeploy between sends nothing, and the all-clear after it restores', async () => {
      await start();
      await alarm(heater);
      await red.deploy(flowOf({ name: 'anew' }).flow, 'full');
      const before = changes();
      await service.clock.advance(60_000);
      assert.equal(changes(), before);
      await allClear(heater);
      assert.deepEqual(await setting(), free);
    });

    it('a charger that is offline is left out with the reason, and tried at the next alarm', async () => {
      await start();
      service.simulator.controls.setOnline(left, false);
      assert.equal((await alarm(heater)).leftOut[0]?.reason, 'controlled-elsewhere');
      service.simulator.controls.setOnline(left, true);
      assert.equal((await alarm(dryer)).set, 1);
      assert.equal((await setting()).enabled, false);
    });

    it('a charger that may not have taken the change is tried at the next alarm', async () => {
      await start();
      const match = { operation: 'evse.updateConfiguration' } as const;
      service.simulator.controls.faults.inject({ kind: 'reset-before', match });
      const doubtful = await alarm(heater);
      assert.deepEqual([doubtful.results[0]?.outcome, (await setting()).enabled], ['unknown', true]);
      service.simulator.controls.faults.clear();
      const done = await alarm(dryer);
      assert.deepEqual([done.set, (await setting()).enabled], [1, false]);
      await allClear(heater);
      await allClear(dryer);
      assert.deepEqual(await setting(), free);
    });

    it('an all-clear that cannot be carried out stays remembered, and a further one restores', async () => {
      await start();
      await alarm(heater);
      service.simulator.controls.setOnline(left, false);
      const failed = await allClear(heater);
      assert.deepEqual([failed.leftOut[0]?.reason, failed.remembered], ['controlled-elsewhere', 1]);
      service.simulator.controls.setOnline(left, true);
      await allClear(heater);
      assert.deepEqual(await setting(), free);
    });

    it('a restoring change whose answer is lost is looked at before anything is sent again', async () => {
      await start();
      await alarm(heater);
      const match = { operation: 'evse.updateConfiguration' } as const;
      service.simulator.controls.faults.inject({ kind: 'reset-after', match });
      await allClear(heater);
      service.simulator.controls.faults.clear();
      await service.clock.advance(60_000);
      await give({ payload: { do: 'restore' } });
      assert.deepEqual(await setting(), free);
    });

    it('a dry run changes and remembers nothing', async () => {
      await start({ dryRun: true });
      const before = changes();
      const done = await alarm(heater);
      assert.deepEqual([done.results[0]?.outcome, done.remembered, changes()], ['dry-run', 0, before]);
    });
  });

  it('a person ends all alarms: restored, or forgotten without a change', async () => {
    await start();
    await alarm(heater);
    assert.equal((await give({ payload: { do: 'restore' } })).restored, 1);
    assert.deepEqual(await setting(), free);
    await alarm(heater);
    assert.deepEqual(await give({ payload: { do: 'forget' } }), { alarms: 0, do: 'forget', forgotten: 1 });
    await allClear(heater);
    assert.equal((await setting()).enabled, false);
  });

  it('for people: what was done and why, as sentences', async () => {
    await start({ words: true, name: 'Garage' });
    await red.run(message('alarm', heater));
    const { topic, payload, event } = red.outputs.at(-1) ?? {};
    assert.deepEqual([topic, (event as AlarmPayload).set], ['Garage: Alarm', 1]);
    assert.match(String(payload), /^An alarm lasts: the chargers were limited\. Changed: .+\.$/);
    await service.clock.advance(3_000);
    await red.run(message('all-clear', heater));
    const restored = /^No alarm lasts any more: the chargers were restored\. Changed: .+\.$/;
    assert.match(String(red.outputs.at(-1)?.payload), restored);
  });
});
