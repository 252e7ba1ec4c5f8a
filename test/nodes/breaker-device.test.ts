import assert from 'node:assert/strict';
import breakerDevice from '../../nodes/breaker-device/breaker-device';
import type { FlowNode } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned, turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;
type Result = Record<string, unknown>;

const dayMs = 86_400_000;

describe('breaker-device in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let rack: string;
  let oven: string;

  beforeEach(async () => {
    service = await startService();
    rack = service.device('Office server rack');
    oven = service.device('Kitchen oven');
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  const node = (settings: Settings) => ({
    type: 'breaker-device',
    account: 'account',
    target: 'devices',
    devices: [rack],
    mute: false,
    ...settings,
  });
  async function start(settings: Settings = {}, accountSettings: Settings = {}): Promise<Runtime> {
    const { account, credentials } = serviceAccount(service, accountSettings);
    const flow = flowAround(node(settings), account);
    runtime = await startRuntime({ clock: service.clock, flow, credentials, nodes: [withTexts(breakerDevice)] });
    return runtime;
  }
  const payload = (red: Runtime) => red.outputs.at(-1)?.payload as Result;
  const rows = (red: Runtime) => red.outputs.at(-1)?.payload as Result[];
  const counts = (red: Runtime) => [red.outputs.length, red.completed.length, red.caught.length];
  const error = (red: Runtime) => red.caught.at(-1)?.error ?? assert.fail('nothing was caught');
  const state = (deviceId: string) => service.simulator.snapshot().devices.find(({ id }) => id === deviceId);
  const badge = (red: Runtime) => red.statuses.at(-1);
  const newKey = async (keyType: 'unicast' | 'broadcast' = 'unicast') =>
    (await turned(service.clock, service.client().call('udpKeys.create', { body: { keyType } }))).data.id;
  const assign = (keyId: string, deviceId: string) =>
    turned(
      service.clock,
      service.client().call('udpKeys.assign', { path: { deviceId }, body: { keyId, priority: 'primary' } }),
    );

  describe('spec 4.2 finding devices', () => {
    it('all of them as rows, with the names of their places, the message kept', async () => {
      const red = await start({ action: 'find' });
      await red.run({ topic: 'inventory' });
      assert.deepEqual(counts(red), [1, 1, 0]);
      assert.equal(red.outputs[0]?.topic, 'inventory');
      assert.equal(rows(red).length, 14);
      const row = rows(red).find(({ deviceId }) => deviceId === rack);
      assert.equal(row?.loadType, 'server-rack');
      assert.match(String(row?.location), /^Homes \/ Maple Street 12 \/ /);
    });

    it('by serial number from the message, by location, and at or below it', async () => {
      const { serialNumber, locationId } = state(rack) ?? {};
      const bySerial = await start({ action: 'find', filter: 'serial', output: 'record' });
      await bySerial.run({ payload: Number(serialNumber) });
      assert.deepEqual(
        rows(bySerial).map(({ id }) => id),
        [rack],
      );
      await bySerial.stop();
      const at = await start({ action: 'find', filter: 'location', filterPlace: locationId });
      await at.run({});
      const there = rows(at).length;
      await at.stop();
      const below = await start({ action: 'find', filter: 'below', filterFrom: 'value', scope: 'application' });
      const { data } = await turned(service.clock, service.client().call('locations.list', {}));
      await below.run({ payload: data.find(({ locationType }) => locationType === 'address')?.id });
      assert(there > 1 && rows(below).length >= there, `${there}, ${rows(below).length}`);
      const filters = service.requests('devices.list').map(({ path }) => path);
      assert.equal(filters.length, 3);
    });

    it('page by page and one by one, the last message complete', async () => {
      const red = await start({ action: 'find', split: 'page', pageSize: 6 });
      await red.run({ topic: 't' });
      const parts = red.outputs.map(({ parts }) => parts as Result);
      assert.deepEqual(
        red.outputs.map(({ payload: page }) => (page as Result[]).length),
        [6, 6, 2],
      );
      assert.deepEqual(
        parts.map(({ index, count }) => [index, count]),
        [
          [0, undefined],
          [1, undefined],
          [2, 3],
        ],
      );
      assert.deepEqual(
        red.outputs.map(({ complete }) => complete),
        [undefined, undefined, true],
      );
      await red.stop();
      const single = await start({ action: 'find', split: 'item' });
      await single.run({});
      assert.deepEqual([single.outputs.length, single.completed.length], [14, 1]);
    });

    it('no serial number is bad input: one error, nothing asked', async () => {
      const red = await start({ action: 'find', filter: 'serial' });
      await red.run({ payload: {} });
      assert.deepEqual([counts(red), error(red).code], [[0, 0, 1], 'INVALID_INPUT']);
      assert.equal(error(red).cause.validations[0]?.field, 'serialNumber');
      assert.equal(service.requests('devices.list').length, 0);
    });
  });

  describe('reading a device', () => {
    it('details, connection and latest data', async () => {
      const details = await start({ action: 'details' });
      await details.run({});
      assert.deepEqual([payload(details).deviceId, payload(details).modelName], [rack, 'R12']);
      await details.stop();
      service.simulator.controls.setOnline(oven, false);
      const connection = await start({ action: 'connection', devices: [rack, oven] });
      await connection.run({});
      assert.deepEqual(
        (payload(connection).results as Result[]).map(({ deviceId, isConnected }) => [deviceId, isConnected]),
        [
          [rack, true],
          [oven, false],
        ],
      );
      await connection.stop();
      const data = await start({ action: 'deviceData' });
      await data.run({});
      assert.equal(payload(data).deviceId, rack);
      await data.stop();
      const settings = await start({ action: 'readSettings' });
      await settings.run({});
      assert.deepEqual(payload(settings), {
        deviceId: rack,
        bargraphMode: 'track-meter-data',
        loadPresentThreshold: 100,
        alignment: 'none',
        dataReportRate: 300,
      });
    });

    it('many devices at once, several requests each, warn of nothing', async () => {
      const warned: Error[] = [];
      const onWarning = (warning: Error) => warned.push(warning);
      process.on('warning', onWarning);
      const devices = service.simulator.controls.devices().map(({ id }) => id);
      const red = await start({ action: 'readSettings', devices });
      await red.run({});
      process.off('warning', onWarning);
      assert.deepEqual([payload(red).succeeded, warned], [devices.length, []]);
    });

    it('a device that does not exist is an error of the message', async () => {
      const red = await start({ action: 'details', target: 'value' });
      await red.run({ deviceId: 'unknown' });
      assert.deepEqual([counts(red), error(red).code, red.caught[0]?.statusCode], [[0, 0, 1], 'NOT_FOUND', 404]);
    });
  });

  describe('spec 4.7 handle histories', () => {
    const move = (position: 'open' | 'closed') => service.simulator.controls.moveMainHandle(rack, position);
    async function operated(): Promise<void> {
      for (const command of ['open', 'close'] as const) {
        const body = { command, reason: 'test' };
        const call = service.client().call('remoteHandle.setPosition', { path: { deviceId: rack }, body });
        await turned(service.clock, call);
        await service.clock.advance(60_000);
      }
      move('open');
      await service.clock.advance(60_000);
      move('closed');
      await service.clock.advance(60_000);
    }

    it('both handles in one table, sorted by time', async () => {
      await operated();
      const red = await start({ action: 'handleHistory', range: 'hour', order: 'oldest' });
      await red.run({});
      assert.deepEqual(
        rows(red).map(({ handle, position }) => `${handle} ${position}`),
        ['remote open', 'remote closed', 'main open', 'main closed'],
      );
      const [first] = rows(red);
      assert.equal(first?.at, Date.parse(String(first?.timestamp)));
      assert(typeof first?.source === 'string');
    });

    it('a range, a limit, and the newest first', async () => {
      await operated();
      const from = service.clock.now() - 150_000;
      const red = await start({ action: 'handleHistory', range: 'custom', handles: 'main', most: 1 });
      await red.run({ from });
      assert.deepEqual(
        rows(red).map(({ handle, position }) => `${handle} ${position}`),
        ['main closed'],
      );
      assert.equal(service.requests('eventHistory.remoteHandle').length, 0);
    });

    it('a range that is none names its problem', async () => {
      const red = await start({ action: 'handleHistory', range: 'custom' });
      await red.run({ from: 'yesterday' });
      assert.deepEqual([error(red).code, error(red).cause.validations[0]?.field], ['INVALID_INPUT', 'from']);
    });
  });

  describe('changing a device', () => {
    it('names what it feeds, and leaves the rest', async () => {
      const red = await start({ action: 'label', modelName: 'R13', loadType: 'payload', loadTypeType: 'msg' });
      await red.run({ payload: 'computer' });
      assert.deepEqual([payload(red).outcome, payload(red).changed], ['confirmed', ['loadDetails']]);
      assert.deepEqual(state(rack)?.loadDetails, {
        type: 'computer',
        manufacturerName: 'Quadrant',
        modelName: 'R13',
      });
    });

    it('nothing to change is bad input', async () => {
      const red = await start({ action: 'label' });
      await red.run({});
      assert.deepEqual([error(red).code, service.requests().length], ['INVALID_INPUT', 0]);
    });

    it('moves to a location of the message, once its type was looked at', async () => {
      const { data } = await turned(service.clock, service.client().call('locations.list', {}));
      const here = state(rack)?.locationId;
      const there = data.find(({ id, locationType }) => locationType === 'equipment' && id !== here)?.id;
      const red = await start({ action: 'move', placeFrom: 'value' });
      await red.run({ locationId: data.find(({ locationType }) => locationType === 'address')?.id });
      assert.deepEqual([error(red).code, error(red).cause.validations[0]?.field], ['INVALID_INPUT', 'locationId']);
      await red.run({ locationId: there });
      assert.deepEqual([payload(red).outcome, state(rack)?.locationId], ['confirmed', there]);
    });

    it('an account that is not armed shows the exact request', async () => {
      const red = await start({ action: 'restart' }, { armed: false });
      await red.run({});
      const [request] = payload(red).requests as Result[];
      assert.equal(payload(red).outcome, 'dry-run');
      assert.deepEqual([request?.method, String(request?.url).endsWith(`/devices/${rack}/restart`)], ['POST', true]);
      assert.equal(JSON.stringify(request).includes('token'), false);
      await service.clock.advance(1_000);
      assert.deepEqual([badge(red)?.text, service.requests('devices.restart').length], ['dry run', 0]);
    });

    it('a protected device is not restarted', async () => {
      const red = await start({ action: 'restart' }, { protectedDevices: [rack] });
      await red.run({});
      assert.deepEqual([error(red).code, service.requests('devices.restart').length], ['BLOCKED_BY_INTERLOCK', 0]);
    });

    it('a protected device keeps its settings: the others of a group get theirs', async () => {
      const threshold = { action: 'setThreshold', threshold: '250', target: 'value' };
      const red = await start(threshold, { protectedDevices: [rack] });
      await red.run({ deviceId: [rack, oven] });
      const results = payload(red).results as { outcome?: string; error?: { code: string } }[];
      assert.deepEqual(
        results.map(({ outcome, error }) => outcome ?? error?.code),
        ['BLOCKED_BY_INTERLOCK', 'confirmed'],
      );
      assert.deepEqual(
        service.requests('loadPresentThreshold.set').map(({ path }) => path.includes(oven)),
        [true],
      );
    });

    it('a group that is larger than the ceiling is not touched', async () => {
      const red = await start({ action: 'restart', target: 'value', maxDevices: 1 });
      await red.run({ deviceId: [rack, oven] });
      assert.deepEqual([error(red).code, service.requests('devices.restart').length], ['BLOCKED_BY_INTERLOCK', 0]);
    });
  });

  describe('decommissioning', () => {
    const gone = (deviceId: string) => state(deviceId) === undefined;

    it('needs the id of the device as confirmation', async () => {
      const red = await start({ action: 'decommission' });
      for (const confirm of [undefined, true, oven]) {
        await red.run({ confirm });
        assert.equal(error(red).code, 'CONFIRMATION_NEEDED');
      }
      assert.match(error(red).message, /factory/);
      await red.run({ confirm: rack });
      assert.deepEqual([payload(red).outcome, gone(rack)], ['confirmed', true]);
    });

    for (const list of [['rack', 'oven'], ['rack']])
      it(`a list of ${list.length} in the message is never decommissioned`, async () => {
        const red = await start({ action: 'decommission', target: 'value' });
        await red.run({ deviceId: list.map((name) => (name === 'rack' ? rack : oven)), confirm: rack });
        assert.deepEqual([error(red).code, error(red).cause.validations[0]?.rule], ['INVALID_INPUT', 'neverGroup']);
        assert.deepEqual([gone(rack), service.requests('devices.decommission').length], [false, 0]);
      });

    it('a node with several devices, or with a location, does not start', async () => {
      const red = await start({ action: 'decommission', devices: [rack, oven] });
      await red.run({ confirm: rack });
      assert.deepEqual([error(red).code, error(red).cause.validations[0]?.field], ['INVALID_INPUT', 'devices']);
      await red.stop();
      const place = await start({ action: 'decommission', target: 'location', location: state(rack)?.locationId });
      await place.run({ confirm: rack });
      assert.deepEqual([error(place).code, error(place).cause.validations[0]?.field], ['INVALID_INPUT', 'target']);
      assert.equal(service.requests('devices.decommission').length, 0);
    });

    it('a device that is offline ends as that, and stays', async () => {
      service.simulator.controls.setOnline(rack, false);
      const red = await start({ action: 'decommission' });
      await red.run({ confirm: rack });
      assert.deepEqual([error(red).code, red.caught[0]?.statusCode, gone(rack)], ['DEVICE_OFFLINE', 503, false]);
    });
  });

  describe('settings', () => {
    const green = { red: 0, green: 255, blue: 0 };
    const dark = { red: 0, green: 0, blue: 0 };

    it('the colours of the dialog at its brightness, and the mode that shows them', async () => {
      const red = await start({ action: 'setColors', led1: '#00ff00', led2: 'off', brightness: 50 });
      await red.run({});
      assert.deepEqual(payload(red).changed, ['bargraphColors', 'bargraphMode']);
      const { bargraphColors, bargraphMode } = state(rack)?.settings ?? {};
      assert.equal(bargraphMode, 'user-defined');
      assert.deepEqual([bargraphColors?.led1, bargraphColors?.led2], [{ ...green, green: 128 }, dark]);
    });

    it('a level lights as many LEDs; the same again sends nothing', async () => {
      const red = await start({ action: 'setColors', colorsFrom: 'level', levelFull: 1000, led1: '#00ff00' });
      await red.run({ payload: 130 });
      const colors = () => state(rack)?.settings.bargraphColors;
      assert.deepEqual([colors()?.led1, colors()?.led2], [green, dark]);
      const before = service.requests('bargraphColors.set').length;
      await red.run({ payload: '170' });
      assert.equal(payload(red).outcome, 'unchanged');
      assert.equal(service.requests('bargraphColors.set').length, before);
      await red.run({ payload: 'much' });
      assert.deepEqual([error(red).code, error(red).cause.validations[0]?.field], ['INVALID_INPUT', 'level']);
    });

    it('colours of the message: every problem by its LED', async () => {
      const red = await start({ action: 'setColors', colorsFrom: 'value' });
      await red.run({ payload: 'green' });
      assert.deepEqual(state(rack)?.settings.bargraphColors?.led5, green);
      await red.run({ payload: { led1: 'green', led2: [], led3: '#12', led4: 'off', led5: 'off' } });
      assert.deepEqual(
        error(red).cause.validations.map(({ field }) => field),
        ['led2', 'led3'],
      );
    });

    it('a device that is offline gets no colours', async () => {
      service.simulator.controls.setOnline(rack, false);
      const red = await start({ action: 'setColors' });
      await red.run({});
      assert.deepEqual([counts(red), error(red).code], [[0, 0, 1], 'DEVICE_OFFLINE']);
    });

    it('threshold, alignment, report rate and mode', async () => {
      const cases: [Settings, Settings, string[]][] = [
        [{ action: 'setThreshold', threshold: '250' }, { loadPresentThreshold: 250 }, ['loadPresentThreshold']],
        [{ action: 'setAlignment', alignment: 'clock' }, { alignment: 'clock' }, ['telemetryAlignment']],
        [
          { action: 'setReportRate', reportRate: 'payload', reportRateType: 'msg' },
          { dataReportRate: 60 },
          ['dataReportRate'],
        ],
        [{ action: 'setMode', mode: 'user-defined' }, { bargraphMode: 'user-defined' }, ['bargraphMode']],
      ];
      for (const [settings, expected, changed] of cases) {
        const red = await start(settings);
        await red.run({ payload: 60 });
        assert.deepEqual([payload(red).outcome, payload(red).changed], ['confirmed', changed]);
        const now = state(rack)?.settings as unknown as Result;
        for (const [name, value] of Object.entries(expected)) assert.equal(now[name], value);
        await red.stop();
      }
      const red = await start({ action: 'setReportRate', reportRate: 'payload', reportRateType: 'msg' });
      // The bounds are not shown: this service has its own, and says so. What is no number is refused here.
      await red.run({ payload: 0 });
      assert.equal(error(red).code, 'REFUSED');
      await red.run({ payload: 'often' });
      assert.match(error(red).message, /must be a number/);
    });

    it('what the dialog would refuse does not start', async () => {
      const red = await start({ action: 'setColors', led3: 'reddish', levelFull: 1 });
      await red.run({});
      assert.deepEqual(
        error(red).cause.validations.map(({ field }) => field),
        ['led3'],
      );
    });
  });

  describe('UDP keys', () => {
    it('a key that no device has goes with the node that made it; one that a device has stays', async () => {
      const red = await start({ action: 'createKey', keyType: 'unicast' });
      const made = async () => {
        await red.run({});
        return String((payload(red) as { key: Result }).key.id);
      };
      const unused = await made();
      const used = await made();
      await assign(used, rack);
      await red.deploy([serviceAccount(service).account]);
      await settled();
      const { data } = await turned(service.clock, service.client().call('udpKeys.list', {}));
      const ids = data.map(({ id }) => id);
      assert.deepEqual([ids.includes(unused), ids.includes(used)], [false, true]);
    });

    it('a key is made with its value masked, or shown where that is asked for', async () => {
      const red = await start({ action: 'createKey', keyType: 'broadcast' });
      await red.run({});
      const { outcome, key } = payload(red) as { outcome: string; key: Result };
      assert.deepEqual([outcome, key.keyType, key.value], ['confirmed', 'broadcast', '***']);
      await red.stop();
      const open = await start({ action: 'getKey', outputSecrets: true });
      await open.run({ payload: key.id });
      assert.equal(Buffer.from(String(payload(open).value), 'base64').length, 32);
      await open.stop();
      const list = await start({ action: 'listKeys', listType: 'broadcast' });
      await list.run({});
      assert.deepEqual(
        rows(list).map(({ id, value }) => [id, value]),
        [[key.id, '***']],
      );
    });

    it('keys of a device', async () => {
      const keyId = await newKey();
      await newKey();
      await assign(keyId, rack);
      const red = await start({ action: 'listKeys', keysAt: 'device', keysDevice: 'payload', keysDeviceType: 'msg' });
      await red.run({ payload: rack });
      assert.deepEqual(
        rows(red).map(({ id }) => id),
        [keyId],
      );
    });

    it('a key is assigned, and deleted with its id as confirmation', async () => {
      const keyId = await newKey();
      const red = await start({ action: 'assignKey', devices: [rack] });
      await red.run({ payload: keyId });
      assert.deepEqual([payload(red).outcome, payload(red).keyId], ['confirmed', keyId]);
      await red.stop();
      const remove = await start({ action: 'deleteKey' });
      await remove.run({ payload: keyId });
      assert.equal(error(remove).code, 'CONFIRMATION_NEEDED');
      await remove.run({ payload: keyId, confirm: keyId });
      assert.equal(payload(remove).outcome, 'confirmed');
      assert.equal(JSON.stringify(remove.outputs).includes('value":"***'), true);
    });

    it('several devices get a key, each with its own result', async () => {
      const keyId = await newKey();
      service.simulator.controls.setOnline(oven, false);
      const red = await start({ action: 'assignKey', devices: [rack, oven] });
      await red.run({ payload: keyId });
      const { succeeded, failed, results } = payload(red) as { succeeded: number; failed: number; results: Result[] };
      assert.deepEqual([succeeded, failed, results[0]?.outcome], [1, 1, 'confirmed']);
      assert.equal(((results[1]?.error ?? {}) as Result).code, 'DEVICE_OFFLINE');
    });

    it('keys are rotated; no value leaves the node', async () => {
      const old = await newKey();
      for (const deviceId of [rack, oven]) await assign(old, deviceId);
      const secret = service.simulator.snapshot().udpKeys[0]?.value ?? assert.fail();
      const red = await start({ action: 'rotateKeys', devices: [rack, oven] });
      await red.run({});
      const { outcome, assigned, deleted, key } = payload(red) as Result & { key: Result };
      assert.deepEqual([outcome, assigned, deleted, key.value], ['confirmed', [rack, oven], [old], '***']);
      assert(!JSON.stringify([red.outputs, red.statuses]).includes(secret));
    });

    it('a device that is offline makes a rotation incomplete, with a yellow badge', async () => {
      service.simulator.controls.setOnline(oven, false);
      const red = await start({ action: 'rotateKeys', devices: [rack, oven] });
      await red.run({});
      await service.clock.advance(1_000);
      assert.equal(payload(red).outcome, 'incomplete');
      assert.deepEqual([badge(red)?.fill, badge(red)?.text], ['yellow', 'incomplete']);
    });

    it('a rotation that a deploy interrupts sends nothing more and leaves what it did in the log', async () => {
      const red = await start({ action: 'rotateKeys', devices: [rack, oven] });
      const warned: string[] = [];
      red.node('n').warn = (text: unknown) => warned.push(String(text));
      service.simulator.controls.faults.inject({
        kind: 'slow',
        delayMs: 3_000,
        match: { operation: 'udpKeys.assign' },
      });
      red.give({});
      await turnUntil(service.clock, () => service.requests('udpKeys.create').length === 1);
      await settled(1);
      const { account } = serviceAccount(service);
      const flow: FlowNode[] = flowAround(node({ action: 'listKeys' }), account);
      await red.deploy(flow);
      await service.clock.advance(10_000);
      await settled();
      assert.equal(warned.length, 1);
      const made = service.simulator.snapshot().udpKeys[0]?.id ?? assert.fail();
      assert.match(warned[0] ?? '', new RegExp(`create ${made}`));
      assert(!warned[0]?.includes(service.simulator.snapshot().udpKeys[0]?.value ?? ''));
      assert(service.requests('udpKeys.assign').length <= 1);
      assert.equal(red.outputs.length, 0);
    });
  });

  describe('spec 8 the watch for keys that end', () => {
    it('tells of each key once, when it comes close to its end', async () => {
      const keyId = await newKey();
      await assign(keyId, rack);
      const red = await start({ action: 'watchKeys', watchDays: 2, watchEvery: 1440 });
      await turnUntil(service.clock, () => red.statuses.length > 0);
      assert.deepEqual([red.outputs.length, badge(red)?.text], [0, 'none expires']);
      await service.clock.advance(5 * dayMs);
      await turnUntil(service.clock, () => red.outputs.length > 0, { withinMs: 2 * dayMs });
      assert.equal(red.outputs.length, 1);
      const [told] = red.outputs;
      assert.equal(told?.topic, `udpKeys/${keyId}/expires`);
      const { daysLeft, deviceIds, value } = (told?.payload ?? {}) as Result;
      assert(Number(daysLeft) <= 2 && Number(daysLeft) > 0, String(daysLeft));
      assert.deepEqual([deviceIds, value], [[rack], undefined]);
      await turnUntil(service.clock, () => service.requests('udpKeys.list').length > 3, { withinMs: 2 * dayMs });
      assert.equal(red.outputs.length, 1);
    });

    it('a message is answered with all that are close to their end', async () => {
      await newKey();
      await newKey('broadcast');
      const red = await start({ action: 'watchKeys', watchDays: 7, listType: 'broadcast' });
      await red.run({ topic: 'ask' });
      assert.deepEqual([red.outputs[0]?.topic, rows(red).length, rows(red)[0]?.keyType], ['ask', 1, 'broadcast']);
    });

    it('a look that fails is caught, and the next one comes', async () => {
      await newKey();
      service.simulator.controls.faults.inject({
        kind: 'error',
        status: 403,
        match: { operation: 'udpKeys.list' },
        times: 1,
      });
      const red = await start({ action: 'watchKeys', watchDays: 7, watchEvery: 5 });
      await turnUntil(service.clock, () => red.caught.length > 0);
      assert.equal(error(red).code, 'FORBIDDEN');
      await turnUntil(service.clock, () => red.outputs.length > 0);
      assert.equal(red.outputs.length, 1);
    });

    it('a watch of an account that is gone goes on looking', async () => {
      const { credentials } = serviceAccount(service);
      runtime = await startRuntime({
        clock: service.clock,
        flow: flowAround(node({ action: 'watchKeys', watchEvery: 1 })),
        credentials,
        nodes: [withTexts(breakerDevice)],
      });
      const red = runtime;
      await turnUntil(service.clock, () => red.caught.length > 1, { withinMs: 200_000 });
      assert.equal(error(red).code, 'INVALID_INPUT');
    });
  });

  it('without an account it says so, and a message is an error', async () => {
    const red = await start({ action: 'find', account: '' });
    await red.run({});
    assert.deepEqual([error(red).code, error(red).cause.validations[0]?.field], ['INVALID_INPUT', 'account']);
  });

  it('redeployed in flight it sends nothing on', async () => {
    const red = await start({ action: 'find' });
    service.simulator.controls.faults.inject({ kind: 'slow', delayMs: 3_000, match: { operation: 'devices.list' } });
    red.give({});
    await turnUntil(service.clock, () => service.requests('token.create').length > 0);
    await settled(1);
    const { account } = serviceAccount(service);
    await red.deploy(flowAround(node({ action: 'connection' }), account));
    await service.clock.advance(10_000);
    await settled();
    assert.equal(red.outputs.length, 0);
    service.simulator.controls.faults.clear();
    await red.run({});
    assert.equal(payload(red).isConnected, true);
  });
});
