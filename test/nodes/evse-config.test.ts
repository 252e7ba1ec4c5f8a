import assert from 'node:assert/strict';
import evseConfig from '../../nodes/evse-config/evse-config';
import type { FlowNode } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { holdByOverrideEvent, type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned, turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;
type Result = Record<string, unknown>;

describe('evse-config in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let left: string;
  let right: string;

  beforeEach(async () => {
    service = await startService();
    left = service.device('EV charger left');
    right = service.device('EV charger right');
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  const node = (settings: Settings) => ({
    type: 'evse-config',
    account: 'account',
    target: 'devices',
    devices: [left],
    ...settings,
  });
  async function start(settings: Settings = {}, accountSettings: Settings = {}): Promise<Runtime> {
    const { account, credentials } = serviceAccount(service, accountSettings);
    const flow = flowAround(node(settings), account);
    runtime = await startRuntime({ clock: service.clock, flow, credentials, nodes: [withTexts(evseConfig)] });
    return runtime;
  }
  const payload = (red: Runtime) => red.outputs.at(-1)?.payload as Result;
  const counts = (red: Runtime) => [red.outputs.length, red.completed.length, red.caught.length];
  const changes = () => service.requests('evse.updateConfiguration').length;
  const error = (red: Runtime) => red.caught.at(-1)?.error ?? assert.fail('nothing was caught');

  describe('reading', () => {
    it('the state as one flat record, the other properties of the message kept', async () => {
      const red = await start({ action: 'readState' });
      await red.run({ topic: 'garage', deep: { a: 1 } });
      assert.deepEqual(counts(red), [1, 1, 0]);
      assert.deepEqual([red.outputs[0]?.topic, red.outputs[0]?.deep], ['garage', { a: 1 }]);
      assert.deepEqual([payload(red).deviceId, payload(red).state, payload(red).error], [left, 'C', 'NO_ERROR']);
    });

    it('what is applied, with no limit spelled out', async () => {
      const red = await start({ action: 'readControl' });
      await red.run({});
      assert.deepEqual(payload(red), {
        deviceId: left,
        enabled: true,
        authorized: true,
        maxCurrent: 'no-limit',
        maxEnergy: 'no-limit',
      });
    });

    it('the configuration, what is in force and why', async () => {
      const red = await start({ action: 'readConfiguration', devices: [right] });
      await red.run({});
      const { mode, effective, configuration } = payload(red) as {
        mode: string;
        effective: Result;
        configuration: { apiConfiguration: { restrictions: Result } };
      };
      assert.equal(mode, 'cloud-api');
      assert.deepEqual([effective.charging, effective.maxCurrent, effective.reasons], [true, 24, ['apiEnabled']]);
      assert.equal(configuration.apiConfiguration.restrictions.maxEnergy, 'no-limit');
    });

    it('an offline charger is told as such', async () => {
      service.simulator.controls.setOnline(left, false);
      const red = await start({ action: 'readConfiguration' });
      await red.run({});
      assert.deepEqual((payload(red).effective as Result).reasons, ['offlineFree']);
    });

    it('several chargers make one message with the result of each', async () => {
      const red = await start({ action: 'readState', devices: [left, right] });
      await red.run({});
      const { requested, results } = payload(red) as { requested: number; results: Result[] };
      assert.equal(requested, 2);
      assert.deepEqual(
        results.map(({ state }) => state),
        ['C', 'idle'],
      );
    });
  });

  describe('changing the configuration', () => {
    it('made in the dialog: only what differs is sent, and read back', async () => {
      const red = await start({
        action: 'changeConfiguration',
        mode: 'cloud-api',
        charging: 'on',
        currentLimit: 16,
        energyNoLimit: true,
      });
      await red.run({});
      assert.deepEqual(counts(red), [1, 1, 0]);
      assert.deepEqual(
        [payload(red).outcome, payload(red).changed],
        ['confirmed', ['mode', 'configuration.apiConfiguration.restrictions.maxCurrent']],
      );
    });

    it('windows of the dialog are sent as they are', async () => {
      const windows = [
        {
          start: { day: 'friday', time: '2200' },
          stop: { day: 'saturday', time: '0600' },
          restrictions: { maxCurrent: 24 },
        },
      ];
      const red = await start({
        action: 'changeConfiguration',
        mode: 'charge-windows',
        setWindows: true,
        windows: JSON.stringify(windows),
      });
      await red.run({});
      assert.equal(payload(red).outcome, 'confirmed');
      const client = service.client();
      const call = client.call('evse.getConfiguration', { path: { deviceId: left } });
      const { data } = await turned(service.clock, call);
      assert.deepEqual(data.configuration?.windowConfiguration?.windows, windows);
    });

    it('the last message decides, although the chargers of the one before take longer to find', async () => {
      const { account, credentials } = serviceAccount(service);
      const location = service.simulator.snapshot().devices.find(({ id }) => id === left)?.locationId;
      const change = { action: 'changeConfiguration' };
      const flow = [
        ...flowAround(node({ ...change, target: 'location', location, mode: 'charge-windows' }), account),
        {
          ...node({ ...change, mode: 'api-override-disable' }),
          id: 'other',
          z: 'tab',
          wires: [['outputs']],
        } as FlowNode,
      ];
      runtime = await startRuntime({ clock: service.clock, flow, credentials, nodes: [withTexts(evseConfig)] });
      const red = runtime;
      service.simulator.controls.faults.inject({
        kind: 'slow',
        delayMs: 3_000,
        match: { operation: 'devices.list' },
        times: 1,
      });
      red.give({ order: 1 });
      red.give({ order: 2 }, 'other');
      await turnUntil(service.clock, () => red.outputs.length === 2, { held: 1 });
      const [last, first] = red.outputs.map(({ payload: one }) => one as Result & { results: Result[] });
      const older = first?.results.find(({ deviceId }) => deviceId === left) ?? assert.fail();
      assert.deepEqual([last?.outcome, last?.mode, older.outcome], ['confirmed', 'api-override-disable', 'superseded']);
      assert((last?.sequence as number) > (older.sequence as number));
    });

    it('a read configuration, changed in one place and given back, sends that place only', async () => {
      const red = await start({ action: 'changeConfiguration', changeFrom: 'value', devices: [right] });
      const restrictions = { maxCurrent: 10, maxEnergy: 'no-limit' };
      await red.run({
        payload: { mode: 'cloud-api', configuration: { apiConfiguration: { enabled: true, restrictions } } },
      });
      assert.deepEqual(payload(red).changed, ['configuration.apiConfiguration.restrictions.maxCurrent']);
    });

    it('more amperes and energy than are assumed are sent as they are written', async () => {
      const red = await start({ action: 'changeConfiguration', changeFrom: 'value', devices: [right] });
      const restrictions = { maxCurrent: 48, maxEnergy: 300_000 };
      await red.run({ payload: { configuration: { apiConfiguration: { restrictions } } } });
      // This service knows no such limits, and says so itself.
      assert.deepEqual([error(red).code, error(red).cause.statusCode], ['REFUSED', 400]);
    });

    it('a bare 0 is refused together with every other problem, and nothing is sent', async () => {
      const red = await start({ action: 'changeConfiguration', changeFrom: 'value' });
      const restrictions = { maxCurrent: 0, maxEnergy: 300_000 };
      await red.run({ payload: { mode: 'ocpp', configuration: { apiConfiguration: { restrictions } } } });
      assert.deepEqual(counts(red), [0, 0, 1]);
      assert.equal(error(red).code, 'INVALID_INPUT');
      assert.deepEqual(
        error(red)
          .cause.validations.map(({ field }) => field)
          .sort(),
        ['configuration.apiConfiguration.restrictions.maxCurrent', 'mode'],
      );
      assert.equal(service.requests('evse.getConfiguration').length + changes(), 0);
    });

    it('a node whose windows are wrong names every problem at each input', async () => {
      const windows = [
        { start: { day: 'friday', time: '2500' }, stop: { day: 'saturday', time: '0600' } },
        { start: { day: 'friday', time: '2200' }, stop: { day: 'Sat', time: '0600' }, restrictions: { maxCurrent: 5 } },
      ];
      const red = await start({
        action: 'changeConfiguration',
        setWindows: true,
        windows: JSON.stringify(windows),
        currentLimit: 4,
      });
      await red.run({});
      assert.deepEqual(
        error(red).cause.validations.map(({ field }) => field),
        ['currentLimit', 'windows[0].start.time', 'windows[1].stop.day', 'windows[1].restrictions.maxCurrent'],
      );
    });

    it('a form that changes nothing is refused', async () => {
      const red = await start({ action: 'changeConfiguration' });
      await red.run({});
      assert.equal(error(red).code, 'INVALID_INPUT');
    });

    it('an account that is not armed shows the request and sends nothing', async () => {
      const red = await start({ action: 'changeConfiguration', mode: 'charge-windows' }, { armed: false });
      await red.run({});
      assert.equal(payload(red).outcome, 'dry-run');
      assert.deepEqual((payload(red).request as Result).body, { mode: 'charge-windows' });
      assert.equal(changes(), 0);
    });

    it('a refusal in an override event ends at the Catch node with its status code', async () => {
      await holdByOverrideEvent(service, left);
      const red = await start({ action: 'changeConfiguration', mode: 'cloud-api' });
      await red.run({});
      assert.equal(error(red).code, 'REFUSED');
      assert.equal(red.caught[0]?.statusCode, 400);
    });

    it('an offline charger ends at the Catch node', async () => {
      service.simulator.controls.setOnline(left, false);
      const red = await start({ action: 'changeConfiguration', mode: 'cloud-api' });
      await red.run({});
      assert.deepEqual([error(red).code, error(red).cause.deviceId], ['DEVICE_OFFLINE', left]);
      assert.deepEqual(counts(red), [0, 0, 1]);
    });

    it('a protected charger is not operated, and a breaker is no charger', async () => {
      const red = await start(
        { action: 'changeConfiguration', mode: 'cloud-api', target: 'value' },
        { protectedDevices: [left] },
      );
      await red.run({ deviceId: left });
      assert.equal(error(red).code, 'BLOCKED_BY_INTERLOCK');
      await red.run({ deviceId: service.device('Spare') });
      assert.equal(error(red).code, 'WRONG_HARDWARE');
      assert.equal(changes(), 0);
    });
  });

  describe('following a current', () => {
    const follow = { action: 'setCurrent' };

    it('a number of amperes is set and confirmed; the badge shows it', async () => {
      const red = await start(follow);
      await red.run({ payload: 16.4, topic: 'sun' });
      assert.deepEqual([payload(red).outcome, payload(red).maxCurrent], ['confirmed', 16]);
      assert.equal(red.outputs[0]?.topic, 'sun');
      await turnUntil(service.clock, () => red.statuses.at(-1)?.text === '16 A');
    });

    it('fed every second, each input ends once and the newest value wins', async () => {
      const red = await start({ ...follow, devices: [right], minInterval: 10 });
      for (let second = 0; second < 20; second += 1) {
        red.give({ payload: 8 + second });
        let passed = false;
        service.clock.after(1_000, () => {
          passed = true;
        });
        await turnUntil(service.clock, () => passed);
      }
      await red.untilEnded(20);
      assert.deepEqual(counts(red), [20, 20, 0]);
      const outcomes = red.outputs.map((msg) => (msg.payload as Result).outcome);
      assert.equal(outcomes.filter((outcome) => outcome === 'confirmed').length, changes());
      assert(changes() <= 3);
      assert.deepEqual([payload(red).outcome, payload(red).maxCurrent], ['confirmed', 27]);
    });

    it('zero pauses charging; only the word takes the limit away', async () => {
      const red = await start({ ...follow, resumeAfter: 0, minInterval: 2 });
      await red.run({ payload: 0 });
      assert.deepEqual([payload(red).charging, 'maxCurrent' in payload(red)], [false, false]);
      await red.run({ payload: 'no-limit' });
      assert.deepEqual([payload(red).charging, payload(red).maxCurrent], [true, 'no-limit']);
    });

    it('the badge tells what happens next, and counts down', async () => {
      const red = await start({ ...follow, devices: [right], resumeAfter: 40 });
      const shows = (text: string) => turnUntil(service.clock, () => red.statuses.at(-1)?.text === text);
      await red.run({ payload: 10 });
      red.give({ payload: 3 });
      await shows('6 A, pause in 180 s');
      await shows('6 A, pause in 70 s');
      await shows('6 A, pause in 59 s');
      await red.untilEnded(2);
      assert.deepEqual([payload(red).outcome, payload(red).charging], ['confirmed', false]);
      await shows('paused');
      red.give({ payload: 7 });
      await shows('7 A in 40 s');
      await shows('7 A in 39 s');
      await red.untilEnded(3);
      await shows('7 A');
    });

    it('the badge keeps the plan while values come every second', async () => {
      const red = await start({ ...follow, devices: [right] });
      await red.run({ payload: 10 });
      for (let second = 0; second < 20; second += 1) {
        red.give({ payload: 3 });
        await service.clock.advance(1_000);
        await settled();
      }
      assert.match(String(red.statuses.at(-1)?.text), /^6 A, pause in 1[67]\d s$/);
    });

    it('what is no current is refused by field', async () => {
      const red = await start(follow);
      for (const value of ['a lot', Number.NaN, undefined, { amperes: 6 }]) await red.run({ payload: value });
      assert.deepEqual(
        red.caught.map(({ error: { code, cause } }) => [code, cause.validations[0]?.field]),
        Array(4).fill(['INVALID_INPUT', 'amperes']),
      );
      assert.equal(changes(), 0);
    });

    it('below 6 A is refused where that was chosen', async () => {
      const red = await start({ ...follow, below: 'refuse' });
      await red.run({ payload: 5 });
      assert.equal(error(red).code, 'INVALID_INPUT');
    });

    it('a message made before the start is muted', async () => {
      const red = await start(follow, { startMute: 5 });
      await red.run({ payload: 16, madeAt: service.clock.now() - 1 });
      assert.equal(error(red).code, 'MUTED');
      assert.equal(changes(), 0);
    });

    it('a redeploy ends what waits, and it is never sent', async () => {
      const red = await start({ ...follow, devices: [right] });
      await red.run({ payload: 10 });
      red.give({ payload: 20 });
      await settled();
      const { account } = serviceAccount(service);
      const flow: FlowNode[] = flowAround(node({ ...follow, devices: [right], name: 'again' }), account);
      await red.deploy(flow);
      assert.equal(changes(), 1);
      await service.clock.advance(60_000);
      await settled();
      assert.equal(changes(), 1);
      await red.run({ payload: 12 });
      assert.deepEqual([payload(red).outcome, payload(red).maxCurrent], ['confirmed', 12]);
    });
  });

  describe('plug sessions', () => {
    it('all of several chargers, in the order that was asked for', async () => {
      const red = await start({
        action: 'listSessions',
        devices: [left, right],
        sessionStatus: 'completed',
        order: 'startedAt asc',
      });
      await red.run({});
      const sessions = red.outputs[0]?.payload as { deviceId: string; status: string; startedAt: string }[];
      assert.deepEqual(new Set(sessions.map(({ deviceId }) => deviceId)), new Set([left, right]));
      assert(sessions.every(({ status }) => status === 'completed'));
      const times = sessions.filter(({ deviceId }) => deviceId === left).map(({ startedAt }) => startedAt);
      assert.deepEqual(times, [...times].sort());
    });

    it('of a range, by their end, one message each', async () => {
      const red = await start({
        action: 'listSessions',
        range: 'custom',
        rangeOf: 'stoppedAt',
        split: 'item',
        to: 'to',
        toType: 'msg',
      });
      const to = service.clock.now();
      const from = to - 7 * 86_400_000;
      await red.run({ from, to });
      assert(red.outputs.length > 1);
      for (const { payload: session } of red.outputs) {
        const stopped = Date.parse((session as { stoppedAt: string }).stoppedAt);
        assert(stopped >= from && stopped < to);
      }
      assert.equal(red.outputs.at(-1)?.complete, true);
    });

    it('the meter data of a session that a message names', async () => {
      const list = await start({ action: 'listSessions', sessionStatus: 'completed' });
      await list.run({});
      const [session] = payload(list) as unknown as { id: string; startedAt: string; stoppedAt: string }[];
      assert(session !== undefined);
      await list.stop();
      const red = await start({ action: 'sessionMeter', sessionFrom: 'value' });
      await red.run({ payload: session.id });
      const items = payload(red) as unknown as { deviceId: string; ts: number; energyDeliveredWh: number }[];
      assert(items.length > 10);
      assert(items.every(({ deviceId }) => deviceId === left));
      assert(
        items.every(
          ({ ts }) => ts * 1000 >= Date.parse(session.startedAt) && ts * 1000 <= Date.parse(session.stoppedAt),
        ),
      );
    });

    it('a summary whose parts add up to what the session took', async () => {
      const bands = [{ name: 'night', days: [], from: '2200', to: '0600', pricePerKwh: 0.1 }];
      const red = await start({
        action: 'sessionSummary',
        price: 0.3,
        currency: 'EUR',
        tariffZone: 'America/Chicago',
        bands: JSON.stringify(bands),
      });
      await red.run({});
      const summary = payload(red) as unknown as {
        energyKwh: number;
        cost: number;
        currency: string;
        status: string;
        peakA: number;
        connectedSeconds: number;
        bands: { name: string; energyKwh: number; cost: number }[];
      };
      assert.deepEqual([summary.currency, summary.status], ['EUR', 'active']);
      // The service's clock is known to a second.
      assert(Math.abs(summary.connectedSeconds - 3000) <= 1, String(summary.connectedSeconds));
      const sum = (of: 'energyKwh' | 'cost') => summary.bands.reduce((total, band) => total + band[of], 0);
      assert(Math.abs(sum('energyKwh') - summary.energyKwh) < 0.001);
      assert(Math.abs(sum('cost') - summary.cost) < 0.001);
      assert(summary.peakA > 6 && summary.peakA <= 33);
    });

    it('a session that is not there, and a message that names none, are refused', async () => {
      const red = await start({ action: 'sessionSummary', sessionFrom: 'value' });
      await red.run({ payload: '00000000-0000-4000-8000-000000000000' });
      assert.equal(error(red).code, 'NOT_FOUND');
      await red.run({ payload: 7 });
      assert.equal(error(red).code, 'INVALID_INPUT');
      assert.deepEqual(counts(red), [0, 0, 2]);
    });

    it('a zone that is not known is refused', async () => {
      const red = await start({ action: 'sessionSummary', tariffZone: 'Mars/Base' });
      await red.run({});
      assert.deepEqual(
        error(red).cause.validations.map(({ field }) => field),
        ['tariffZone'],
      );
    });
  });
});
