import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fields as controlFields } from '../../nodes/breaker-control/breaker-control.fields';
import { createManualClock, type ManualClock } from '../../src/clock';
import { type Palette, readConfig } from '../../src/fields';
import type { Account } from '../../src/flow';
import { createSimulator } from '../../src/simulator';
import type { FlowNode, Registration } from '../support/node-red-test-helper';
import { packageRoot } from '../support/node-texts';
import { freePort } from '../support/receiving';
import { type Caught, type Received, type Runtime, startRuntime, withTexts } from '../support/runtime';
import { settled, turned, turnUntil } from '../support/turn-clock';

const examples = join(packageRoot, 'examples');
const paths = (readdirSync(examples, { recursive: true }) as string[]).filter((path) => path.endsWith('.json')).sort();
const read = (path: string) => JSON.parse(readFileSync(join(examples, path), 'utf8')) as FlowNode[];
const runnable = paths.filter((path) => !path.startsWith('dashboard'));

const core: Readonly<Record<string, string>> = {
  inject: 'common/20-inject',
  debug: 'common/21-debug',
  comment: 'common/90-comment',
  function: 'function/10-function',
  switch: 'function/10-switch',
  change: 'function/15-change',
  delay: 'function/89-delay',
  csv: 'parsers/70-CSV',
  json: 'parsers/70-JSON',
  split: 'sequence/17-split',
  'http in': 'network/21-httpin',
  'http response': 'network/21-httpin',
};
/** Loaded with every runtime of the tests. */
const loadedAlways = ['breaker-account', 'breaker-control', 'meter-read'];
/** Loaded by the test helper itself. */
const always = ['tab', 'catch', 'complete', 'status'];
const ours = Object.keys(
  (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { 'node-red': { nodes: object } })['node-red']
    .nodes,
);
/** The compiled file of one of our node types. */
const nodeFile = (type: string, name: string) => require(join(__dirname, '..', '..', 'nodes', type, name)) as unknown;
const paletteOf = (type: string) => (nodeFile(type, `${type}.fields`) as { palette: Palette }).palette;
const dashboard = ['ui-base', 'ui-theme', 'ui-page', 'ui-group', 'ui-template', 'ui-chart', 'ui-button', 'ui-text'];

/** Folders whose flows are imported and run beside the tests of their node. */
const runByTheirNode: Readonly<Record<string, string>> = { '05-schedules': 'batch-schedule.examples.test.js' };
const folderOf = (path: string) => path.split(/[\\/]/)[0] ?? '';

describe('examples', () => {
  it('at least five run on the simulator as imported', () => {
    assert(runnable.length >= 5, `${runnable.length}`);
  });

  it('every node that is no config node has an example', () => {
    const used = new Set(runnable.flatMap((path) => read(path).map(({ type }) => type)));
    assert.deepEqual(
      ours.filter((type) => !used.has(type) && paletteOf(type).category !== 'config'),
      [],
    );
  });

  it('no id occurs in two examples: both can be imported', () => {
    const ids = paths.flatMap((path) => read(path).map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length);
  });

  for (const path of paths)
    describe(path, () => {
      const flow = read(path);
      const byId = new Map(flow.map((node) => [node.id, node]));

      it('has a comment that says what it does and what to change', () => {
        const comment = flow.find(({ type }) => type === 'comment');
        assert(comment !== undefined);
        assert(String(comment.name).length > 0 && String(comment.info).length > 60);
      });
      it('has ids of 16 hexadecimal digits', () => {
        for (const { id } of flow) assert.match(id, /^[0-9a-f]{16}$/);
      });
      it('uses known node types only', () => {
        const known = [...ours, ...Object.keys(core), ...always, ...(path.startsWith('dashboard') ? dashboard : [])];
        assert.deepEqual(
          flow.map(({ type }) => type).filter((type) => !known.includes(type)),
          [],
        );
      });
      it('has wires, accounts and tabs that lead somewhere', () => {
        for (const node of flow) {
          for (const target of ((node.wires ?? []) as string[][]).flat())
            assert(byId.has(target), `${node.id} -> ${target}`);
          for (const name of ['z', 'account', 'group', 'page', 'ui', 'theme'])
            if (typeof node[name] === 'string' && node[name] !== '') assert(byId.has(node[name]), `${node.id}.${name}`);
        }
      });
      it('stores all that its nodes store today', () => {
        for (const node of flow.filter(({ type }) => type === 'breaker-control')) {
          const defaults = Object.keys(readConfig(controlFields, {}));
          assert.deepEqual(
            defaults.filter((name) => !(name in node)),
            [],
          );
        }
      });
      it('shows its errors', () => {
        assert(flow.some(({ type }) => type === 'catch'));
      });
      it('uses the built-in simulator, and holds no secret', () => {
        const accounts = flow.filter(({ type }) => type === 'breaker-account');
        assert(accounts.length > 0);
        for (const { mode, credentials } of accounts) {
          assert.equal(mode, 'simulator');
          assert.equal(credentials, undefined);
        }
      });
    });
});

/** The ports that examples name may be taken where tests run. */
function withFreePorts(flow: readonly FlowNode[]): Promise<FlowNode[]> {
  return Promise.all(
    flow.map(async (node) => (node.type === 'breaker-endpoint' ? { ...node, port: await freePort() } : node)),
  );
}

/** What the debug nodes of an example got, by their names, with a clock that is turned. */
interface Shown {
  readonly flow: readonly FlowNode[];
  readonly clock: ManualClock;
  readonly red: Runtime;
  /** Messages at the debug node of this name. */
  at(name: string): (Received & Partial<Caught>)[];
  /** Clicks an inject and turns the clock until the debug node has got a message more. */
  click(inject: string, debug: string): Promise<Received & Partial<Caught>>;
  push(inject: string): void;
}

describe('examples, as imported', () => {
  let red: Runtime | undefined;
  afterEach(async () => {
    await red?.stop();
    red = undefined;
  });

  async function open(path: string): Promise<Shown> {
    const clock = createManualClock();
    await import('got');
    const flow = await withFreePorts(read(path));
    const types = new Set(flow.map(({ type }) => type));
    const files = new Set(Object.entries(core).flatMap(([type, file]) => (types.has(type) ? [file] : [])));
    const nodes = [...files].map((file) => require(`@node-red/nodes/core/${file}`) as Registration);
    const more = ours
      .filter((type) => types.has(type) && !loadedAlways.includes(type))
      .map((type) => withTexts((nodeFile(type, type) as { default: Registration }).default));
    const runtime = await startRuntime({ clock, flow, nodes: [...nodes, ...more] });
    red = runtime;
    const named = (type: string, name: string) => {
      const found = flow.find((node) => node.type === type && node.name === name);
      assert(found !== undefined, `${type} "${name}"`);
      return found.id;
    };
    const shown = new Map<string, Received[]>();
    for (const { id, name } of flow.filter(({ type }) => type === 'debug')) {
      const list: Received[] = [];
      shown.set(String(name), list);
      runtime.node(id).on('input', (msg) => list.push(msg as never));
    }
    const at = (name: string) => shown.get(name) ?? assert.fail(`there is no debug "${name}"`);
    const push = (name: string) => runtime.give({}, named('inject', name));
    // Past the mute after the start.
    await clock.advance(6_000);
    return {
      flow,
      clock,
      red: runtime,
      at,
      push,
      async click(inject, debug) {
        const before = at(debug).length;
        push(inject);
        await turnUntil(clock, () => at(debug).length > before);
        await settled();
        assert.equal(at(debug).length, before + 1);
        return at(debug)[before] ?? assert.fail();
      },
    };
  }
  const tested: string[] = [];
  const example = (name: string, title: string, check: (shown: Shown) => Promise<void>) => {
    const path = runnable.find((candidate) => basename(candidate, '.json') === name) ?? assert.fail(name);
    tested.push(path);
    it(`${path}: ${title}`, async () => check(await open(path)));
  };
  const errors = 'code and cause';

  example('01-switch-a-breaker', 'opens, closes, opens for a time, cancels, reads', async ({ click, clock, at }) => {
    const payload = async (inject: string) => (await click(inject, 'outcome')).payload as Record<string, unknown>;
    assert.equal((await payload('read the position')).position, 'closed');
    const opened = await payload('open');
    assert.deepEqual([opened.outcome, opened.position], ['confirmed', 'open']);
    await clock.advance(2_000);
    assert.deepEqual((await payload('close')).position, 'closed');
    await clock.advance(2_000);
    const timed = await payload('open for 60 s');
    assert.deepEqual([timed.outcome, timed.secondsUntilReset], ['confirmed', 60]);
    await clock.advance(5_000);
    assert.deepEqual((await payload('cancel the timer')).secondsUntilReset, 0);
    await clock.advance(120_000);
    assert.equal((await payload('read the position')).position, 'open');
    assert.deepEqual(at(errors), []);
  });

  example(
    '02-errors-and-safety',
    'each button meets its rule, and nothing is sent',
    async ({ click, flow, red: runtime, clock, at }) => {
      const code = async (inject: string) => (await click(inject, errors)).error;
      assert.equal((await code('1 no command'))?.code, 'INVALID_INPUT');
      assert.equal((await code('2 no such device'))?.code, 'NOT_FOUND');
      const short = await code('3 timer too short');
      assert.equal(short?.code, 'INVALID_INPUT');
      assert(short?.cause.validations.some(({ field }) => field.includes('secondsUntilReset')));
      const { payload } = await click('4 dry run', 'outcome');
      assert.equal((payload as { outcome: string }).outcome, 'dry-run');
      assert.equal((payload as { request: { method: string } }).request.method, 'POST');
      assert.equal((await code('5 retained'))?.code, 'COMMAND_EXPIRED');
      assert.equal(at('outcome').length, 1);
      const lights = flow.find(({ name }) => name === 'lights')?.devices as string[];
      const accountId = flow.find(({ type }) => type === 'breaker-account')?.id ?? '';
      const { account } = runtime.node(accountId) as unknown as { account: Account };
      const client = await turned(clock, account.client());
      const path = { deviceId: String(lights[0]) };
      const { data } = await turned(clock, client.call('remoteHandle.getPosition', { path }));
      assert.equal(data.position, 'closed');
    },
  );

  example(
    '01-read-the-meters',
    'reads the panel every 10 s by itself, and one meter at a click',
    async ({ click, clock, at }) => {
      await turnUntil(clock, () => at('amperes and volts').length === 2);
      const [first] = at('amperes and volts');
      const rows = first?.payload as { device: string; amperes: number; volts: number }[];
      assert(rows.length >= 11, `${rows.length} rows`);
      assert(rows.every(({ amperes, volts }) => typeof amperes === 'number' && volts > 100));
      const record = (await click('now', 'full record')).payload as { currentA: { val: number } };
      assert.equal(typeof record.currentA.val, 'number');
      assert.deepEqual(at(errors), []);
    },
  );

  example('02-a-day-as-csv', 'makes one CSV text of the last 24 hours', async ({ click, at }) => {
    const text = String((await click('last 24 hours', 'CSV text')).payload);
    const lines = text.trim().split('\n');
    assert.equal(lines[0], 'ts,currentA,currentB,voltageAN,voltageBN,averagePowerW');
    assert(lines.length >= 288 && lines.length <= 290, `${lines.length} lines`);
    for (const line of lines.slice(1)) assert.match(line, /^\d{10}(,-?[\d.]+){5}$/);
    assert.deepEqual(at(errors), []);
  });

  example(
    '01-shed-a-load',
    'opens the water heater above the limit and closes it again when it is calm',
    async ({ click, clock, at }) => {
      const opened = (await click('try it: 61 A now', 'outcome')).payload as Record<string, unknown>;
      assert.deepEqual([opened.command, opened.outcome], ['open', 'confirmed']);
      // Three calm readings, ten seconds apart; noon in winter draws less than 40 A.
      await turnUntil(clock, () => at('outcome').length === 2);
      const closed = at('outcome')[1]?.payload as Record<string, unknown>;
      assert.deepEqual([closed.command, closed.outcome], ['close', 'confirmed']);
      assert.deepEqual(at(errors), []);
    },
  );

  example('01-solar-surplus', 'follows the surplus, pauses for clouds and at night', async ({ click, clock, at }) => {
    const sunny = (await click('try it: 18 A left over', 'outcome')).payload as Record<string, unknown>;
    assert.deepEqual([sunny.outcome, sunny.charging, sunny.maxCurrent], ['confirmed', true, 18]);
    // The panel is read by itself every 10 seconds, and the sun is not up yet.
    await turnUntil(clock, () => at('outcome').length >= 3);
    const night = at('outcome')[1]?.payload as Record<string, unknown>;
    assert.deepEqual([night.outcome, night.charging], ['confirmed', false]);
    assert.equal((at('outcome')[2]?.payload as Record<string, unknown> | undefined)?.outcome, 'unchanged');
    assert.deepEqual(at(errors), []);
  });

  example('02-night-tariff', 'sets the windows and says what is in force, and why', async ({ click, clock, at }) => {
    const free = String((await click('what is in force?', 'in force')).payload);
    assert.match(free, /^no-restrictions: allows charging, no current limit \(free\)$/);
    const set = (await click('nights only, please', 'outcome')).payload as Record<string, unknown>;
    assert.deepEqual([set.outcome, set.mode], ['confirmed', 'charge-windows']);
    const day = String((await click('what is in force?', 'in force')).payload);
    assert.match(day, /^charge-windows: allows no charging, until 2026-01-15T22:00:00.000Z \(windowClosed\)$/);
    await clock.advance(11 * 3_600_000);
    const night = String((await click('what is in force?', 'in force')).payload);
    assert.match(
      night,
      /^charge-windows: allows charging, at most 24 A, until 2026-01-16T06:00:00.000Z \(windowOpen\)$/,
    );
    const again = (await click('charge freely again', 'outcome')).payload as Record<string, unknown>;
    assert.deepEqual([again.outcome, again.changed], ['confirmed', ['mode']]);
    assert.deepEqual(at(errors), []);
  });

  example('03-session-report', 'writes the e-mail of the session that goes on', async ({ click, at }) => {
    const mail = await click('report now', 'e-mail');
    assert.match(String(mail.topic), /^Charging: \d+\.\d kWh for \d+\.\d\d USD$/);
    const lines = String(mail.payload).split('\n');
    assert.match(lines[0] ?? '', /^Plugged in: Jan 15, 2026, /);
    assert.equal(lines[1], 'Still plugged in');
    assert.match(lines.at(-1) ?? '', /^Cost: \d+\.\d\d USD$/);
    const sessions = (await click('sessions of the last 30 days', 'list')).payload as { status: string }[];
    assert(sessions.length > 10, `${sessions.length}`);
    assert(sessions.every(({ status }) => status === 'completed'));
    assert.deepEqual(at(errors), []);
  });

  example('04-two-chargers-one-fuse', 'shares what the house leaves below the fuse', async ({ push, clock, at }) => {
    const outcomes = async (inject: string) => {
      const before = at('outcome').length;
      push(inject);
      await turnUntil(clock, () => at('outcome').length >= before + 2);
      const results = at('outcome')
        .slice(before)
        .map(({ payload }) => payload as Record<string, unknown>);
      assert.deepEqual(
        results.map(({ outcome }) => outcome),
        ['confirmed', 'confirmed'],
      );
      return new Map(results.map((result) => [result.deviceId, result]));
    };
    const [left, right] = ['d9301910-b58f-4501-9c2e-d9007c9efe28', 'd43675b9-9521-4b79-895f-729563e492bd'];
    const shared = await outcomes('try it: the house takes 70 A');
    assert.deepEqual([shared.get(left)?.maxCurrent, shared.get(right)?.maxCurrent], [15, 15]);
    const scarce = await outcomes('try it: the house takes 92 A');
    assert.deepEqual([scarce.get(left)?.maxCurrent, scarce.get(right)?.charging], [8, false]);
    assert.deepEqual(at(errors), []);
  });

  const simulatorOf = async ({ flow, red: runtime, clock }: Shown) => {
    const id = flow.find(({ type }) => type === 'breaker-account')?.id ?? '';
    const { account } = runtime.node(id) as unknown as { account: Account };
    return (await turned(clock, account.simulator())) ?? assert.fail('the account has no simulator');
  };

  example('01-live-panel', 'has a row a breaker, without a click', async ({ clock, at }) => {
    await turnUntil(clock, () => at('live panel').length >= 10);
    const rows = at('live panel').at(-1)?.payload as { device: string; amperes: number; closed: boolean }[];
    assert.equal(rows.length, 10);
    for (const { amperes, closed } of rows) assert.deepEqual([typeof amperes, closed], ['number', true]);
    assert.deepEqual([at(errors), at('refused')], [[], []]);
  });

  example('02-new-device', 'attaches what an installer commissions and sets its thresholds', async (shown) => {
    const { clock, at, click } = shown;
    const simulator = await simulatorOf(shown);
    const made = (operation: string) => simulator.requests.some((request) => request.operation === operation);
    await turnUntil(clock, () => made('deviceWebhooks.create') && made('streams.create'));
    await settled();
    const deviceId = simulator.commissionDevice({ hardwareType: 'emcb' });
    await turnUntil(clock, () => at('thresholds').length === 1 && at('first data').length > 0);
    assert.equal(at('attached').length, 1);
    const { deviceId: sender } = (at('first data')[0]?.payload as { deviceId?: string } | undefined) ?? {};
    assert.equal(sender, deviceId);
    await click('try it with the spare', 'thresholds');
    assert.deepEqual(at(errors), []);
  });

  example('03-override-event', 'puts the event in words', async ({ click, at }) => {
    const { payload } = await click('try it', 'notification');
    assert.match(String(payload), / is held by Grid operator since /);
    assert.deepEqual(at(errors), []);
  });

  example('04-load-shedding', 'opens the least important loads, in their order', async (shown) => {
    const { clock, at, push, red: runtime } = shown;
    const loads = () =>
      at('outcome').map(({ topic, payload }) => `${topic} ${(payload as { outcome: string }).outcome}`);
    await turnUntil(clock, () => at('sum').length >= 12);
    assert.deepEqual(loads(), []);
    push('try it: limit 5 A');
    await turnUntil(clock, () => at('outcome').length === 3);
    assert.deepEqual(
      loads()
        .map((line) => line.replace(/ \w+$/, ''))
        .sort(),
      ['clothes dryer', 'pool pump', 'water heater'],
    );
    // A list of the function's own world has another prototype.
    const { shed = [] } = (at('sum').at(-1)?.payload as { shed?: string[] } | undefined) ?? {};
    assert.equal(shed.join(), 'pool pump,water heater,clothes dryer');
    assert.deepEqual(runtime.caught, []);
  });

  example('05-share-code-audit', 'is a line of CSV', async ({ click, at }) => {
    const { payload } = await click('try it', 'audit log');
    assert.match(String(payload), /^"[^"]+","claimed","Maple Street","Grid operator","\{\}"$/);
    assert.deepEqual(at(errors), []);
  });

  example('06-azure-iot-hub', 'reads what the hub posts as if it had been pushed', async ({ click, push, at }) => {
    const { payload } = await click('try it with a sample', 'data');
    assert.equal((payload as Record<string, unknown>)['meter.telemetry.currentA'], 4.2);
    push('try it with a sample');
    await settled();
    assert.deepEqual([at('data').length, at(errors)], [1, []]);
  });

  it('none is left out', () => {
    const others = Object.keys(runByTheirNode);
    for (const file of Object.values(runByTheirNode)) assert(existsSync(join(__dirname, '..', 'nodes', file)), file);
    assert.deepEqual(
      [...new Set(tested.map(folderOf).concat(others))].sort(),
      [...new Set(runnable.map(folderOf))].sort(),
    );
    assert.deepEqual(tested.sort(), runnable.filter((path) => !others.includes(folderOf(path))).sort());
  });

  it('the devices and locations they name are those of the built-in site', async () => {
    const simulator = await createSimulator({ clock: createManualClock(), seed: 1 });
    const devices = new Set(simulator.controls.devices().map(({ id }) => id));
    const places = new Set(simulator.snapshot().locations.map(({ id }) => id));
    await simulator.close();
    for (const path of paths)
      for (const node of read(path)) {
        for (const id of (node.devices ?? []) as string[]) assert(devices.has(id), `${path}: ${id}`);
        if (ours.includes(node.type) && typeof node.location === 'string' && node.location !== '')
          assert(places.has(node.location), `${path}: ${node.location}`);
      }
    for (const path of paths)
      for (const [id] of readFileSync(join(examples, path), 'utf8').matchAll(
        /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
      ))
        assert(devices.has(id) || places.has(id), `${path}: ${id}`);
  });

  it('the package carries them', () => {
    const { files } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { files: string[] };
    assert(files.includes('examples'));
    assert(existsSync(examples));
  });
});
