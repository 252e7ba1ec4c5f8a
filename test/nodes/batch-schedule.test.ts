import assert from 'node:assert/strict';
import batchSchedule from '../../nodes/batch-schedule/batch-schedule';
import type { BatchBody } from '../../src/control';
import { addressId, handle, panelId } from '../control/batch-site';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turned, turnUntil } from '../support/turn-clock';

type Settings = Readonly<Record<string, unknown>>;

describe('batch-schedule in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let outlets: string;
  let oven: string;

  beforeEach(async () => {
    service = await startService();
    outlets = service.device('Kitchen outlets');
    oven = service.simulator.controls.devices().find(({ label }) => label.toLowerCase().includes('oven'))?.id ?? '';
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  const node = (settings: Settings) => ({
    type: 'batch-schedule',
    name: 'batch',
    account: 'account',
    action: 'create',
    target: 'devices',
    devices: [outlets],
    command: 'open',
    mute: false,
    ...settings,
  });
  const flow = (settings: Settings, accountSettings: Settings = {}) =>
    flowAround(node(settings), serviceAccount(service, accountSettings).account);
  async function start(settings: Settings = {}, accountSettings: Settings = {}): Promise<Runtime> {
    const { credentials } = serviceAccount(service, accountSettings);
    const nodes = [withTexts(batchSchedule)];
    runtime = await startRuntime({ clock: service.clock, flow: flow(settings, accountSettings), credentials, nodes });
    return runtime;
  }
  const payload = (red: Runtime) => red.outputs.at(-1)?.payload as Record<string, unknown>;
  const ended = (red: Runtime, { outputs = 0, errors = 0 }) =>
    assert.deepEqual(
      { outputs: red.outputs.length, completed: red.completed.length, caught: red.caught.length },
      { outputs, completed: outputs, caught: errors },
    );
  const client = () => service.client();
  const batches = async () => (await turned(service.clock, client().call('batchCommands.list', {}))).data;
  async function live() {
    const found = [];
    for (const batch of await batches()) {
      const call = client().call('batchCommands.devices', { path: { id: batch.id } });
      const { data } = await turned(service.clock, call);
      if (data.some(({ status }) => status !== 'updated' && status !== 'cancelled')) found.push(batch);
    }
    return found;
  }
  const nightly = { action: 'declare', schedule: 'cron', cron: '0 22 * * *', timeZone: 'America/Chicago' };

  describe('success', () => {
    it('creates a batch from its form, keeps the message and names the batch', async () => {
      const red = await start({ secondsUntilReset: 60 });
      await red.run({ payload: 1, topic: 'panel', deep: { list: [1] } });
      ended(red, { outputs: 1 });
      const { topic, deep, batchId } = red.outputs[0] ?? {};
      assert.deepEqual([topic, deep], ['panel', { list: [1] }]);
      const { outcome, id, batch } = payload(red);
      assert.deepEqual([outcome, id], ['accepted', batchId]);
      const { path, body, deviceIds } = batch as Record<string, unknown>;
      const reason = 'Node-RED: Test flow / batch';
      assert.deepEqual(
        [path, body, deviceIds],
        [handle, { command: 'open', reason, secondsUntilReset: 60 }, [outlets]],
      );
    });

    const led = { red: 1, green: 2, blue: 3 };
    const colors = { led1: led, led2: led, led3: led, led4: led, led5: led };
    const forms: [path: string, settings: Settings, body: unknown][] = [
      [handle, { command: 'close', reason: 'test' }, { command: 'close', reason: 'test' }],
      ['/bargraph/settings/mode', { mode: 'user-defined' }, { mode: 'user-defined' }],
      ['/bargraph/settings/colors', { colors: JSON.stringify(colors) }, colors],
      ['/meter/settings/loadPresentThreshold', { loadPresentThreshold: 250 }, { loadPresentThreshold: 250 }],
      [
        '/meter/settings/waveformConfiguration',
        { thresholds: '{"p0mVSag":90000,"p1SagEnabled":false}' },
        { p0mVSag: 90_000, p1SagEnabled: false },
      ],
      ['/telemetry/settings/alignment', { alignment: 'clock' }, { alignment: 'clock' }],
    ];
    for (const [path, settings, body] of forms)
      it(`sends the form of ${path}`, async () => {
        const red = await start({ path, ...settings });
        await red.run({});
        ended(red, { outputs: 1 });
        assert.deepEqual((payload(red).batch as { body: unknown }).body, body);
      });

    const schedules: [what: string, settings: Settings, expected: Record<string, unknown>][] = [
      [
        'at a time',
        { schedule: 'at', at: '2026-02-01T08:00:00Z' },
        { clockSchedule: { startTime: '2026-02-01T08:00:00Z' } },
      ],
      [
        'at a time from the message, in epoch milliseconds',
        { schedule: 'at', at: 'when', atType: 'msg' },
        { clockSchedule: { startTime: '2026-02-01T08:00:00.000Z' } },
      ],
      [
        'by cron in a zone, from and until',
        {
          schedule: 'cron',
          cron: '0 8 * * 1-5',
          timeZone: 'Europe/Berlin',
          from: '2026-02-01T00:00:00Z',
          until: '2026-03-01T00:00:00Z',
        },
        {
          clockSchedule: {
            startTime: '2026-02-01T00:00:00Z',
            endTime: '2026-03-01T00:00:00Z',
            cronSchedule: '0 8 * * 1-5',
            timeZone: 'Europe/Berlin',
          },
        },
      ],
      [
        'by the sun with an offset, at a place',
        { schedule: 'sun', sunEvent: 'sunrise', offset: 10, place: addressId, until: '2026-03-01T00:00:00Z' },
        {
          type: 'deviceSunBatchCommand',
          locationId: addressId,
          sunSchedule: { scheduleType: 'sunrise', offset: 10, endTime: '2026-03-01T00:00:00Z' },
        },
      ],
      [
        'by the sun with the offset in seconds',
        {
          schedule: 'sun',
          sunEvent: 'sunset',
          offset: -2,
          offsetUnit: 'seconds',
          place: addressId,
          sunDays: '0 0 * * 1-5',
          until: '2026-03-01T00:00:00Z',
        },
        {
          sunSchedule: {
            scheduleType: 'sunset',
            offset: -120,
            cronSchedule: '0 0 * * 1-5',
            endTime: '2026-03-01T00:00:00Z',
          },
        },
      ],
    ];
    for (const [what, settings, expected] of schedules)
      it(`creates ${what}`, async () => {
        const red = await start(settings);
        await red.run({ when: Date.parse('2026-02-01T08:00:00Z') });
        ended(red, { outputs: 1 });
        const batch = payload(red).batch as Record<string, unknown>;
        assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, batch[name]])), expected);
      });

    it('waits for completion and says how far it got', async () => {
      const red = await start({ action: 'wait' });
      const body = {
        deviceIds: [outlets, oven],
        path: handle,
        body: { command: 'open', reason: 'x' },
      } satisfies BatchBody;
      service.simulator.controls.setOnline(oven, false);
      const { data } = await turned(service.clock, client().call('batchCommands.create', { body }));
      await red.run({ batchId: data.id });
      ended(red, { outputs: 1 });
      const { summary, total, succeeded, failed, done } = payload(red);
      assert.deepEqual([summary, total, succeeded, failed, done], ['devices: 1/2 succeeded, 1 failed', 2, 1, 1, true]);
      await turnUntil(service.clock, () => red.statuses.at(-1)?.fill === 'yellow');
      assert.deepEqual(red.statuses.at(-1), { fill: 'yellow', shape: 'dot', text: 'devices: 1/2 succeeded, 1 failed' });
    });

    it('gets, follows and cancels a batch', async () => {
      const body = { deviceIds: [outlets], path: handle, body: { command: 'open', reason: 'x' } } satisfies BatchBody;
      const create = client().call('batchCommands.create', { body: { ...body, startTime: '2026-02-01T08:00:00Z' } });
      const { id } = (await turned(service.clock, create)).data;
      const red = await start({ action: 'get' });
      await red.run({ batchId: id });
      assert.equal(payload(red).id, id);
      await red.deploy(flow({ action: 'statuses' }));
      await red.run({ batchId: id });
      const rows = payload(red) as unknown as Record<string, unknown>[];
      assert.deepEqual([rows[0]?.deviceId, rows[0]?.status], [outlets, 'queued']);
      await red.deploy(flow({ action: 'cancel', batch: 'payload.batch' }));
      await red.run({ payload: { batch: id } });
      assert.equal(payload(red).outcome, 'accepted');
      assert.deepEqual(await live(), []);
    });

    it('lists batches as a table, as records, and as one message a row', async () => {
      const order = { deviceIds: [outlets], path: handle, body: { command: 'open', reason: 'x' } } satisfies BatchBody;
      for (const cronSchedule of ['0 8 * * 1-5', '0 9 * * *'])
        await turned(service.clock, client().call('batchCommands.create', { body: { ...order, cronSchedule } }));
      const red = await start({ action: 'list' });
      await red.run({});
      const rows = red.outputs[0]?.payload as Record<string, unknown>[];
      assert.deepEqual(
        rows.map(({ devices, inWords, timeZone }) => [devices, inWords, timeZone]),
        [
          [1, 'at 08:00 from Monday to Friday', 'UTC'],
          [1, 'at 09:00 every day', 'UTC'],
        ],
      );
      assert.ok(rows.every((row) => Object.values(row).every((cell) => typeof cell !== 'object')));
      await red.deploy(flow({ action: 'list', output: 'record' }));
      await red.run({});
      assert.deepEqual(red.outputs[1]?.payload, await batches());
      await red.deploy(flow({ action: 'list', output: 'messages', listBy: 'deviceBatchCommand' }));
      await red.run({});
      const sequence = red.outputs.slice(2);
      assert.deepEqual(
        sequence.map(({ parts, complete }) => [(parts as { index: number }).index, complete]),
        [
          [0, undefined],
          [1, true],
        ],
      );
    });
  });

  describe('refusal', () => {
    it('ends at Catch with every problem of a bad batch at once, and sends nothing', async () => {
      const red = await start({ source: 'value', order: 'payload', orderType: 'msg' });
      await red.run({ payload: { path: handle, body: { command: 'shut' }, cronSchedule: '@daily', timeZone: 'X/Y' } });
      ended(red, { errors: 1 });
      const { code, cause } = red.caught[0]?.error ?? assert.fail();
      assert.equal(code, 'INVALID_INPUT');
      assert.deepEqual(cause.validations.map(({ field }) => field).sort(), [
        'body.command',
        'body.reason',
        'cronSchedule',
        'deviceIds',
        'timeZone',
      ]);
      assert.equal(service.requests('batchCommands.create').length, 0);
    });

    it('does not deploy a form with a wrong cron, zone or instant: every input ends with all of them', async () => {
      const red = await start({ schedule: 'cron', cron: '@daily', timeZone: 'Mars', from: 'tomorrow' });
      await red.run({});
      const { cause } = red.caught[0]?.error ?? assert.fail();
      assert.deepEqual(cause.validations.map(({ field }) => field).sort(), ['cron', 'from', 'timeZone']);
    });

    it('names the ceiling for devices from a message and of a location', async () => {
      const red = await start({ target: 'value', device: 'ids', maxDevices: 1 });
      await red.run({ ids: [outlets, oven] });
      await red.deploy(flow({ target: 'location', location: panelId, maxDevices: 3 }));
      await red.run({});
      assert.deepEqual(
        red.caught.map(({ error }) => error.code),
        ['BLOCKED_BY_INTERLOCK', 'BLOCKED_BY_INTERLOCK'],
      );
    });

    it('ends with the refusal of the service, its status and reason', async () => {
      const red = await start({ action: 'get' });
      await red.run({ batchId: 'unknown' });
      const [{ error, statusCode } = assert.fail()] = red.caught;
      assert.deepEqual([error.code, statusCode], ['NOT_FOUND', 404]);
    });

    it('needs a batch id that is a text', async () => {
      const red = await start({ action: 'cancel' });
      await red.run({ batchId: 7 });
      assert.equal(red.caught[0]?.error.code, 'INVALID_INPUT');
    });
  });

  it('is a dry run while the account is not armed: the exact request, nothing sent', async () => {
    const red = await start({}, { armed: false });
    await red.run({});
    const { outcome, request } = payload(red);
    assert.equal(outcome, 'dry-run');
    assert.equal((request as { method: string }).method, 'POST');
    assert.equal(service.requests('batchCommands.create').length, 0);
  });

  it('ends once with CLOSED when it is redeployed in flight, and its late result is dropped', async () => {
    const red = await start({});
    service.simulator.controls.faults.inject({
      kind: 'slow',
      delayMs: 60_000,
      match: { operation: 'batchCommands.create' },
    });
    red.give({});
    await settled(1);
    await red.deploy(flow({ name: 'other' }));
    await settled(1);
    assert.equal(red.outputs.length, 0);
    await service.clock.advance(120_000);
    await settled();
    assert.equal(red.outputs.length, 0);
  });

  describe('declared schedules', () => {
    it('exist after the deploy, without a message', async () => {
      const red = await start(nightly);
      await red.untilEnded(1);
      ended(red, { outputs: 1 });
      const { outcome, created, kept } = payload(red) as { outcome: string; created: unknown[]; kept: unknown[] };
      assert.deepEqual([outcome, created.length, kept.length], ['applied', 1, 0]);
      assert.equal((await live()).length, 1);
    });

    it('are not duplicated by three redeploys, nor by messages', async () => {
      const red = await start(nightly);
      await red.untilEnded(1);
      for (let times = 1; times <= 3; times += 1) {
        await red.deploy(flow({ ...nightly, x: times }));
        await red.untilEnded(times + 1);
      }
      await red.run({});
      ended(red, { outputs: 5 });
      assert.equal((await live()).length, 1);
      assert.equal(service.requests('batchCommands.create').length, 1);
    });

    it('are replaced when the form changes', async () => {
      const red = await start(nightly);
      await red.untilEnded(1);
      await red.deploy(flow({ ...nightly, cron: '30 22 * * *' }));
      await red.untilEnded(2);
      const [only, ...more] = await live();
      assert.deepEqual([only?.clockSchedule?.cronSchedule, more], ['30 22 * * *', []]);
    });

    it('go with their node when it is deleted, and stay when told so', async () => {
      for (const [removeWithNode, left] of [
        [true, 0],
        [false, 1],
      ] as const) {
        const red = await start({ ...nightly, removeWithNode });
        await red.untilEnded(1);
        const rest = flow({}).filter(({ id }) => id !== 'n');
        await red.deploy(rest);
        await settled();
        assert.equal((await live()).length, left);
        await red.stop();
      }
      runtime = undefined;
    });

    it('stay when the tab of their node is disabled', async () => {
      const red = await start(nightly);
      await red.untilEnded(1);
      const disabled = flow(nightly).map((one) => (one.type === 'tab' ? { ...one, disabled: true } : one));
      await red.deploy(disabled);
      await settled();
      assert.equal((await live()).length, 1);
    });

    it('go when the node declares nothing any more', async () => {
      const red = await start(nightly);
      await red.untilEnded(1);
      await red.deploy(flow({ action: 'list' }));
      await settled();
      assert.deepEqual(await live(), []);
    });

    it('come from a message as a list, and go with an empty one', async () => {
      const red = await start({ action: 'declare', source: 'value' });
      await settled();
      assert.equal(red.completed.length, 0);
      const order = (cronSchedule: string, command: string) => ({
        deviceIds: [outlets],
        path: handle,
        body: { command, reason: 'vacation' },
        cronSchedule,
      });
      await red.run({ payload: [order('0 19 * * *', 'close'), order('0 22 * * *', 'open')] });
      assert.equal((await live()).length, 2);
      await red.run({ payload: [] });
      assert.deepEqual(await live(), []);
      await turnUntil(service.clock, () => red.statuses.at(-1)?.text === 'schedules: 0 new, 0 kept, 2 removed');
    });

    it('are shown, not made, while the account is not armed', async () => {
      const red = await start(nightly, { armed: false });
      await red.untilEnded(1);
      assert.equal(payload(red).outcome, 'dry-run');
      assert.deepEqual(await batches(), []);
    });

    it('end at Catch when there is no time to declare', async () => {
      const red = await start({ action: 'declare', schedule: 'now' });
      await red.untilEnded(1);
      ended(red, { errors: 1 });
      assert.deepEqual(
        red.caught[0]?.error.cause.validations.map(({ field }) => field),
        ['startTime'],
      );
    });
  });
});
