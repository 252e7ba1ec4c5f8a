import assert from 'node:assert/strict';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import loadManager from '../../nodes/load-manager/load-manager';
import type { ManagerMessage, ManagerSummary, TotalReading } from '../../src/automation';
import type { ManagerOptions, ManagerRun, PushedMeter, startManager } from '../../src/runtime/automation';
import { circuit } from '../directory/circuits';
import { helper } from '../support/node-red-test-helper';
import { flowAround, type Runtime, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import { type SimulatedService, startService } from '../support/simulated-service';
import { settled, turnUntil } from '../support/turn-clock';

/** A run that remembers what it is told, and tells what a test wants. */
interface FakeRun {
  readonly options: ManagerOptions;
  readonly messages: ManagerMessage[];
  readonly totals: (readonly [string, TotalReading])[];
  readonly closed: boolean[];
  readonly limits: number[];
  readonly pushed: PushedMeter[];
  summary?: ManagerSummary;
}

const calm: ManagerSummary = {
  status: 'calm',
  dryRun: false,
  lanes: [{ group: '', leg: 'A', total: 46.04, limit: 60, live: true }],
  shed: 0,
  loads: [],
};

describe('load-manager in the runtime', () => {
  let service: SimulatedService;
  let runtime: Runtime | undefined;
  let runs: FakeRun[];
  let heater: string;

  beforeEach(async () => {
    service = await startService();
    runs = [];
    heater = service.device('Water heater');
  });
  afterEach(async () => {
    await runtime?.stop();
    runtime = undefined;
    await service.close();
  });

  const start: typeof startManager = (options) => {
    const run: FakeRun = { options, messages: [], totals: [], closed: [], limits: [], pushed: [] };
    runs.push(run);
    return {
      take: (message) => run.messages.push(message),
      changeLimit: (limit) => run.limits.push(limit),
      total: (group, reading) => run.totals.push([group, reading]),
      push: (reading) => run.pushed.push(reading),
      summary: () => run.summary,
      close: async (removed) => {
        run.closed.push(removed);
      },
    } satisfies ManagerRun;
  };
  const settings = (more: object = {}) => ({
    type: 'load-manager',
    name: 'Main',
    account: 'account',
    limit: '60',
    of: 'messages',
    phases: 'A',
    zone: 'America/New_York',
    loads: [{ deviceId: heater, kind: 'breaker' }],
    wires: [['outputs'], ['outputs']],
    ...more,
  });
  const directory = (leg: string) => ({
    id: 'directory',
    type: 'breaker-directory',
    account: 'account',
    circuits: [circuit(heater, 'Hot water', { leg: leg as 'A' })],
  });
  const flow = (more: object = {}, leg = 'A', account: object = {}) =>
    flowAround(settings(more), serviceAccount(service, account as never).account, directory(leg));

  async function deploy(more: object = {}, leg = 'A', account: object = {}): Promise<Runtime> {
    runtime = await startRuntime({
      clock: service.clock,
      flow: flow(more, leg, account),
      credentials: serviceAccount(service).credentials,
      nodes: [withTexts(breakerDirectory), withTexts((RED) => loadManager(RED, start))],
    });
    await settled();
    return runtime;
  }
  async function running(more: object = {}): Promise<{ red: Runtime; run: FakeRun }> {
    const red = await deploy(more);
    await turnUntil(service.clock, () => runs.length > 0);
    return { red, run: runs[0] ?? assert.fail() };
  }
  const warnings = () =>
    helper
      .log()
      .args.filter(([{ level }]) => level === 30)
      .map(([{ msg }]) => String(msg));
  const badge = (red: Runtime) => red.statuses.at(-1);

  describe('its start', () => {
    it('waits for the devices of the account, and takes its settings from dialog and directory', async () => {
      const { run } = await running();
      assert.deepEqual([run.options.node, run.options.readEveryMs], [{ id: 'n', name: 'Main' }, 10_000]);
      assert.deepEqual(run.options.settings.loads[0]?.legs, ['A']);
      assert.equal(run.options.settings.dryRun, false);
    });

    it('is a dry run where the account is not armed', async () => {
      await deploy({}, 'A', { armed: false });
      await turnUntil(service.clock, () => runs.length > 0);
      assert.equal(runs[0]?.options.settings.dryRun, true);
    });

    it('does not happen while something is wrong: each problem is told with its field and row', async () => {
      const red = await deploy({}, 'B');
      await turnUntil(service.clock, () => warnings().some((text) => text.includes('does not start')));
      assert.equal(runs.length, 0);
      const told = warnings().find((text) => text.includes('does not start')) ?? assert.fail();
      assert.match(told, /Loads, row 1 \(Hot water\), Leg: is not one of A: choose it here/);
      await turnUntil(service.clock, () => badge(red)?.text === 'not configured');
      assert.equal(badge(red)?.fill, 'red');
      await red.run({ payload: 'pause' });
      assert.match(red.caught[0]?.error.message ?? '', /row 1 \(Hot water\), Leg/);
    });

    it('comes with the deploy that puts right what was wrong elsewhere', async () => {
      const red = await deploy({}, 'B');
      await turnUntil(service.clock, () => warnings().some((text) => text.includes('does not start')));
      await red.deploy(flow({}, 'A'), 'nodes');
      await turnUntil(service.clock, () => runs.length > 0);
      assert.deepEqual(runs[0]?.options.settings.loads[0]?.legs, ['A']);
    });

    it('is tried again while the service cannot be reached', async () => {
      service.simulator.controls.faults.inject({ kind: 'error', status: 403, match: { operation: 'devices.list' } });
      const red = await deploy();
      await turnUntil(service.clock, () => badge(red)?.fill === 'yellow');
      assert.equal(runs.length, 0);
      service.simulator.controls.faults.clear();
      await turnUntil(service.clock, () => runs.length > 0);
    });
  });

  describe('its end', () => {
    it('tells the run whether the node is removed', async () => {
      const { red, run } = await running();
      await red.deploy(flow({ name: 'Other' }), 'nodes');
      await turnUntil(service.clock, () => runs.length > 1);
      assert.deepEqual(run.closed, [false]);
      await red.deploy(flow().filter(({ id }) => id !== 'n'));
      assert.deepEqual(runs[1]?.closed, [true]);
    });

    it('a change of the directory makes new settings, and an unchanged one leaves the run alone', async () => {
      const { red, run } = await running({ of: 'messages', phases: 'AB' });
      await red.deploy(flow({ of: 'messages', phases: 'AB' }, 'A'), 'nodes');
      await settled();
      assert.deepEqual([runs.length, run.closed], [1, []]);
      await red.deploy(flow({ of: 'messages', phases: 'AB' }, 'B'), 'nodes');
      await turnUntil(service.clock, () => runs.length > 1);
      assert.deepEqual([run.closed, runs[1]?.options.settings.loads[0]?.legs], [[false], ['B']]);
    });
  });

  describe('a limit in the context of a flow', () => {
    const fromFlow = { limit: 'limit', limitType: 'global' };
    const set = (red: Runtime, value: unknown) => red.node('n').context().global.set('limit', value);
    const pass = async (ms: number) => {
      await service.clock.advance(ms);
      await settled();
    };

    it('is waited for, and counts from within 10 s while the run goes on', async () => {
      const red = await deploy(fromFlow);
      await turnUntil(service.clock, () => warnings().some((text) => text.includes('must be more than 0')));
      assert.equal(runs.length, 0);
      set(red, 40);
      await turnUntil(service.clock, () => runs.length > 0);
      assert.equal(runs[0]?.options.settings.groups[0]?.limit, 40);
      set(red, '35.5');
      await pass(10_000);
      assert.deepEqual([runs.length, runs[0]?.limits, runs[0]?.closed], [1, [35.5], []]);
      await pass(60_000);
      assert.deepEqual(runs[0]?.limits, [35.5]);
    });

    it('that is missing or wrong leaves the last good one, and is told once', async () => {
      const red = await deploy(fromFlow);
      set(red, 40);
      await turnUntil(service.clock, () => runs.length > 0);
      const told = () => warnings().filter((text) => text.includes('goes on with what it knew before')).length;
      for (const wrong of [undefined, 0, -4, 'no limit', true, null, {}, Number.NaN]) {
        set(red, wrong);
        await pass(20_000);
      }
      assert.deepEqual([runs.length, runs[0]?.limits, runs[0]?.closed, told()], [1, [], [], 1]);
      set(red, 40);
      await pass(20_000);
      set(red, 0);
      await pass(20_000);
      assert.deepEqual([runs[0]?.limits, told()], [[], 2]);
    });
  });

  describe('its input', () => {
    const taken: readonly (readonly [unknown, ManagerMessage])[] = [
      ['pause', { kind: 'pause' }],
      [
        { limit: 40, for: 60 },
        { kind: 'limit', value: 40, forMs: 60_000 },
      ],
      [{ level: 2 }, { kind: 'level', level: 'high' }],
    ];
    for (const [payload, message] of taken)
      it(`${JSON.stringify(payload)} is taken`, async () => {
        const { red, run } = await running();
        await red.run({ payload });
        assert.deepEqual([run.messages, red.caught], [[message], []]);
      });

    it('a load is named by name, serial number or id', async () => {
      const { red, run } = await running();
      const { serialNumber = '' } = service.simulator.controls.devices().find(({ id }) => id === heater) ?? {};
      for (const allow of ['hot water', serialNumber, heater]) await red.run({ payload: { allow } });
      assert.deepEqual(
        run.messages,
        [0, 1, 2].map(() => ({ kind: 'allow', deviceId: heater })),
      );
    });

    const refused: readonly (readonly [string, unknown, RegExp])[] = [
      ['a limit of 0', { limit: 0 }, /none allowed/],
      ['what is no message', { speed: 3 }, /must be "pause"/],
      ['two wishes at once', { limit: 4, level: 'high' }, /one of limit, level/],
      ['a total with too many legs', { total: [1, 2] }, /amperes of A/],
      ['a total that is no number', { total: 'x' }, /amperes of A/],
      ['a time that is none', { total: [1], ts: 'now' }, /epoch seconds/],
    ];
    for (const [title, payload, why] of refused)
      it(`${title} is refused`, async () => {
        const { red, run } = await running();
        await red.run({ payload });
        assert.match(red.caught[0]?.error.message ?? '', why);
        assert.deepEqual([run.messages, run.totals], [[], []]);
      });

    it('a device that is no load is refused', async () => {
      const { red, run } = await running();
      await red.run({ payload: { allow: service.device('Clothes dryer') } });
      assert.match(red.caught[0]?.error.message ?? '', /is no load of this manager/);
      assert.deepEqual(run.messages, []);
    });

    it('a total has its age where it says its time, and rises by itself where it does not', async () => {
      const { red, run } = await running();
      await red.run({ payload: { total: [41.5], ts: service.clock.now() / 1_000 - 90 } });
      await red.run({ payload: { total: [-3] } });
      await red.run({ payload: { currentA: 12, currentB: 9 } });
      const [first, second, third] = run.totals.map(([, reading]) => reading);
      assert.deepEqual([first?.values, second?.values, third?.values], [[41.5], [-3], [12]]);
      assert(Math.abs((first?.delayMs ?? 0) - 90_000) < 1_000);
      assert((second?.sequence ?? 0) > (first?.sequence ?? 0) && (third?.sequence ?? 0) > (second?.sequence ?? 0));
      assert.equal(run.totals[0]?.[0], '');
    });

    it('a total is refused where the node measures by itself', async () => {
      const { red } = await running({ of: 'meter', meter: [service.device('Clothes dryer')] });
      await red.run({ payload: { total: [1] } });
      assert.match(red.caught[0]?.error.message ?? '', /measures its total itself/);
    });

    it('readings of a stream and of meter-read are taken, by id, serial number or name, beside what is read', async () => {
      const { red, run } = await running({ of: 'meter', meter: [service.device('Clothes dryer')] });
      const publish = { transactionId: 't', ts: 1_700, deviceId: heater };
      await red.run({ ...publish, payload: { 'meter.telemetry.currentA': 12, 'meter.telemetry.currentB': 11 } });
      await red.run({ ...publish, payload: { 'device.telemetry.rssi': -60 } });
      await red.run({ deviceId: 'hot water', payload: { currentA: 13, ts: 1_701 } });
      assert.equal(red.caught.length, 0);
      assert.deepEqual(run.pushed, [
        { deviceId: heater, amperes: [12, 11], ts: 1_700 },
        { deviceId: heater, amperes: [13], ts: 1_701 },
      ]);
      await red.run({ deviceId: 'cold water', payload: { currentA: 13 } });
      assert.match(red.caught[0]?.error.message ?? '', /cold water/);
    });

    it('what comes before the start is not lost', async () => {
      const red = await deploy();
      red.give({ payload: { level: 'high' } });
      await turnUntil(service.clock, () => (runs[0]?.messages.length ?? 0) > 0);
      assert.deepEqual(runs[0]?.messages, [{ kind: 'level', level: 'high' }]);
    });
  });

  describe('its outputs', () => {
    const shed: ManagerSummary = {
      ...calm,
      status: 'shed',
      shed: 1,
      loads: [{ deviceId: '', phase: 'shed', why: 'limit', offForMs: 60_000, opensToday: 1, operations: 1 }],
    };

    it('an event is a sentence with a subject and the names of its device', async () => {
      const { red, run } = await running();
      run.options.onStep({
        summary: calm,
        events: [
          {
            event: 'opened',
            severity: 'warning',
            deviceId: heater,
            dryRun: false,
            parameters: { why: 'limit', carried: 18.7, leg: 'A', total: 62.1, limit: 60 },
          },
        ],
      });
      await settled();
      const told = red.outputs.find(({ event }) => event === 'opened') ?? assert.fail();
      assert.match(String(told.payload), /^Hot water opened: leg A carried 62\.1 A, limit 60 A/);
      assert.deepEqual(
        [told.topic, told.name, told.deviceId, told.severity, 'dryRun' in told],
        ['Main: Hot water', 'Hot water', heater, 'warning', false],
      );
    });

    it('the state comes when it changes, and each minute', async () => {
      const { red, run } = await running();
      const states = () => red.outputs.filter(({ event }) => event === undefined);
      run.options.onStep({ summary: calm, events: [] });
      run.options.onStep({ summary: calm, events: [] });
      await settled();
      assert.equal(states().length, 1);
      assert.deepEqual(((states()[0] ?? assert.fail()).payload as { limits: unknown }).limits, [
        { leg: 'A', total: 46, live: true, limit: 60, headRoom: 14 },
      ]);
      run.summary = { ...calm, lanes: [{ group: 'Garage', leg: 'A', total: 9, limit: 20, live: true }] };
      await service.clock.advance(60_000);
      await settled();
      assert.equal(states().length, 2);
      assert.deepEqual(((states()[1] ?? assert.fail()).payload as { limits: unknown }).limits, [
        { group: 'Garage', leg: 'A', total: 9, live: true, limit: 20, headRoom: 11 },
      ]);
      run.options.onStep({
        summary: { ...shed, loads: shed.loads.map((load) => ({ ...load, deviceId: heater })) },
        events: [],
      });
      await settled();
      const { loads } = (states()[2] ?? assert.fail()).payload as { loads: Record<string, unknown>[] };
      assert.deepEqual([loads[0]?.name, loads[0]?.why], ['Hot water', 'the limit was exceeded']);
      assert(Math.abs(Number(loads[0]?.since) - (service.clock.now() - 60_000)) <= 1_000);
    });

    it('the badge is that of the step', async () => {
      const { red, run } = await running();
      run.options.onStep({ summary: calm, events: [] });
      await service.clock.advance(2_000);
      await settled();
      assert.deepEqual([badge(red)?.fill, badge(red)?.shape, badge(red)?.text], ['green', 'dot', '46/60 A']);
    });

    it('a trouble that stays is told once a minute', async () => {
      const { run } = await running();
      const before = warnings().length;
      for (let count = 0; count < 3; count++) run.options.onTrouble(new Error('cannot read'));
      assert.deepEqual(warnings().slice(before), ['cannot read']);
    });

    it('the reason of a command is in words', async () => {
      const { run } = await running();
      assert.match(run.options.reasonText({ key: 'over-limit', parameters: { carried: 18.7 } }, heater), /18\.7 A/);
    });
  });
});
