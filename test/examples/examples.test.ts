import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fields as controlFields } from '../../nodes/breaker-control/breaker-control.fields';
import { createManualClock, type ManualClock } from '../../src/clock';
import { type Palette, readConfig } from '../../src/fields';
import { type Account, readHistory } from '../../src/runtime';
import { createSimulator } from '../../src/simulator';
import { type FlowNode, helper, type Registration } from '../support/node-red-test-helper';
import { packageRoot } from '../support/node-texts';
import { nodes } from '../support/palette-html';
import { freePort } from '../support/receiving';
import { type Caught, type Received, type Runtime, startRuntime, withTexts } from '../support/runtime';
import { settled, turned, turnUntil } from '../support/turn-clock';
import { parseExposition } from './exposition-format';
import { parseLineProtocol } from './line-protocol';

const examples = join(packageRoot, 'examples');
const paths = (readdirSync(examples, { recursive: true }) as string[]).filter((path) => path.endsWith('.json')).sort();
const read = (path: string) => JSON.parse(readFileSync(join(examples, path), 'utf8')) as FlowNode[];
const runnable = paths.filter((path) => !path.startsWith('dashboard'));

const core: Readonly<Record<string, string>> = {
  inject: 'common/20-inject',
  debug: 'common/21-debug',
  comment: 'common/90-comment',
  'link in': 'common/60-link',
  'link out': 'common/60-link',
  function: 'function/10-function',
  switch: 'function/10-switch',
  change: 'function/15-change',
  delay: 'function/89-delay',
  csv: 'parsers/70-CSV',
  json: 'parsers/70-JSON',
  split: 'sequence/17-split',
  'http in': 'network/21-httpin',
  'http response': 'network/21-httpin',
  'http request': 'network/21-httprequest',
  'mqtt in': 'network/10-mqtt',
  'mqtt out': 'network/10-mqtt',
  'mqtt-broker': 'network/10-mqtt',
  file: 'storage/10-file',
  'file in': 'storage/10-file',
};
/** Loaded with every runtime of the tests. */
const loadedAlways = ['breaker-account', 'breaker-control', 'meter-read'];
/** Loaded by the test helper itself. */
const always = ['tab', 'catch', 'complete', 'status'];
const ours = Object.keys(nodes);
/** The compiled file of one of our node types. */
const nodeFile = (type: string, name: string) => require(join(__dirname, '..', '..', 'nodes', type, name)) as unknown;
const paletteOf = (type: string) => (nodeFile(type, `${type}.fields`) as { palette: Palette }).palette;
const dashboard = ['ui-base', 'ui-theme', 'ui-page', 'ui-group', 'ui-template', 'ui-chart', 'ui-button', 'ui-text'];

/** Examples that need another system, which `npm run test:scale` starts. */
const runWithEngines: Readonly<Record<string, string>> = {
  '08-integrations/01-home-assistant.json': 'home-assistant.scale.js',
};
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
      it('hides no status behind the node below', () => {
        const placed = flow.map(({ z, x, y, type, name }) => ({ z, x: Number(x), y: Number(y), type, name }));
        const hidden = placed
          .filter(({ type }) => ours.includes(type))
          .filter((node) =>
            placed.some(({ z, x, y }) => z === node.z && y > node.y && y - node.y < 55 && Math.abs(x - node.x) < 160),
          );
        assert.deepEqual(hidden, []);
      });
      it('shows its errors', () => {
        assert(flow.some(({ type }) => type === 'catch'));
      });
      it('lets a dashboard page operate only what the flow itself names', () => {
        for (const { wires } of flow.filter(({ type }) => type.startsWith('ui-')))
          for (const id of ((wires ?? []) as string[][]).flat()) {
            const next = byId.get(id);
            assert(next !== undefined);
            assert(!ours.includes(next.type) || next.target !== 'value', `${next.name} takes what the page names`);
          }
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

describe('dashboard/01-demo-site.json', () => {
  const func = read('dashboard/01-demo-site.json').find(({ name }) => name === 'only this panel')?.func;
  const passes = (msg: object) =>
    (new Function('msg', 'node', String(func)) as (msg: object, node: object) => unknown)(msg, { warn() {} });
  const deviceId = '546201ca-8103-46be-b8d2-8b1a531c42ea';

  it('passes a command to a circuit of its panel on, and nothing else of the message', () => {
    const msg = { deviceId, payload: 'open', confirm: true, madeAt: 1, topic: 'x' };
    assert.deepEqual(passes(msg), { deviceId, payload: 'open' });
  });

  it('drops what names another device, several, or another command', () => {
    const charger = 'd9301910-b58f-4501-9c2e-d9007c9efe28';
    for (const forged of [
      { deviceId: charger, payload: 'open' },
      { deviceId: [deviceId, charger], payload: 'open' },
      { payload: 'open' },
      { deviceId, payload: { command: 'open', secondsUntilReset: 5 } },
      { deviceId, payload: true },
    ])
      assert.equal(passes(forged), null);
  });
});

/** The ports that examples name may be taken where tests run. */
function withFreePorts(flow: readonly FlowNode[]): Promise<FlowNode[]> {
  return Promise.all(
    flow.map(async (node) => (node.type === 'breaker-endpoint' ? { ...node, port: await freePort() } : node)),
  );
}

/** Replaces what a test cannot have as the example names it, such as the address of another system. */
type ChangeFlow = (flow: FlowNode[]) => FlowNode[] | Promise<FlowNode[]>;

/** Sets the variables that a user sets in the flow's properties. */
const withVariables =
  (variables: Readonly<Record<string, string>>): ChangeFlow =>
  (flow) =>
    flow.map((node) => {
      if (node.type !== 'tab') return node;
      const env = node.env as readonly { readonly name: string; readonly value: string }[];
      assert.deepEqual(env.map(({ name }) => name).sort(), Object.keys(variables).sort());
      return { ...node, env: env.map((one) => ({ ...one, value: variables[one.name] })) };
    });

let opened = 0;

/** With accounts of its own: the site of an account goes on where it was. */
function withOwnSites(flow: FlowNode[]): FlowNode[] {
  opened += 1;
  const accounts = flow.filter(({ type }) => type === 'breaker-account');
  const renamed = accounts.reduce(
    (text, { id }) => text.replaceAll(`"${id}"`, `"${id.slice(0, -4)}${String(opened).padStart(4, '0')}"`),
    JSON.stringify(flow),
  );
  return JSON.parse(renamed) as FlowNode[];
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
  /** Where its HTTP nodes serve. */
  readonly url: string;
}

describe('examples, as imported', () => {
  let red: Runtime | undefined;
  let database: Server | undefined;
  afterEach(async () => {
    await red?.stop();
    red = undefined;
    database?.close();
    database = undefined;
  });

  async function open(path: string, change: ChangeFlow = (flow) => flow): Promise<Shown> {
    const clock = createManualClock();
    await import('got');
    const flow = withOwnSites(await change(await withFreePorts(read(path))));
    const types = new Set(flow.map(({ type }) => type));
    const files = new Set(Object.entries(core).flatMap(([type, file]) => (types.has(type) ? [file] : [])));
    const nodes = [...files].map((file) => require(`@node-red/nodes/core/${file}`) as Registration);
    const more = ours
      .filter((type) => types.has(type) && !loadedAlways.includes(type))
      .map((type) => withTexts((nodeFile(type, type) as { default: Registration }).default));
    let served: unknown;
    const keepServed: Registration = (RED) => {
      served = RED.httpNode;
    };
    const runtime = await startRuntime({ clock, flow, nodes: [...nodes, ...more, keepServed] });
    red = runtime;
    const { _app: app } = helper as unknown as { _app: { use(handler: unknown): void } };
    app.use(served);
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
      url: (helper as unknown as { url(): string }).url(),
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
  const example = (name: string, title: string, check: (shown: Shown) => Promise<void>, change?: ChangeFlow) => {
    const path = runnable.find((candidate) => basename(candidate, '.json') === name) ?? assert.fail(name);
    tested.push(path);
    it(`${path}: ${title}`, async () => check(await open(path, change)));
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
    '03-waveform-on-overcurrent',
    'waits for the inrush of the lights, reports THD, and waits again',
    async ({ push, click, clock, at }) => {
      const last = String((await click('report the latest', 'report')).payload);
      assert.match(last, /^Phase 0 Overcurrent at .*\n.*\n.*THD of the current \d/s);
      push('start waiting');
      await settled();
      for (const count of [2, 3]) {
        push('try it: lights off for 10 s');
        await turnUntil(clock, () => at('report').length === count);
        const { payload, topic } = at('report')[count - 1] ?? assert.fail();
        assert.equal(topic, 'Waveform: Phase 0 Overcurrent');
        assert.match(String(payload), /Phase 0: overcurrent for \d+ samples, up to \d+\.\d A \(threshold 45\.0 A\)/);
        await clock.advance(20_000);
        await settled();
      }
      assert.equal(at('outcome').length, 2);
      assert.deepEqual(at(errors), []);
    },
  );

  /** What a function node sends from now on. */
  const functionOutputs = ({ flow, red: runtime }: Shown, name: string) => {
    const id = flow.find((node) => node.type === 'function' && node.name === name)?.id ?? assert.fail(name);
    const sent: unknown[] = [];
    const node = runtime.node(id) as unknown as { send(messages: unknown): void };
    const { send } = node;
    node.send = (messages) => {
      sent.push(...[messages].flat(2).flatMap((msg) => (msg === null ? [] : [(msg as { payload: unknown }).payload])));
      send.call(node, messages);
    };
    return { id, payloads: () => sent };
  };
  /** Without what comes by itself: only what a test gives is read. */
  const silent: ChangeFlow = (flow) =>
    flow.map((node) => (/^(meter-read|stream-receiver)$/.test(node.type) ? { ...node, wires: [] } : node));
  const passed = async (clock: ManualClock, ms: number) => {
    const endMs = clock.monotonicMs() + ms;
    clock.after(ms, () => {});
    await turnUntil(clock, () => clock.monotonicMs() >= endMs, { withinMs: ms });
  };
  /** The currents that chargers were left with, in the order of the results. */
  const currentsIn = ({ at }: Shown) =>
    at('outcome').map(({ payload }) => {
      const { deviceId, charging, maxCurrent, outcome } = payload as Record<string, unknown>;
      return { deviceId, outcome, amperes: charging === false ? 0 : maxCurrent };
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

  example('01-shed-a-load', 'what could not be opened is not taken for opened', async (shown) => {
    const { clock, at, push, click } = shown;
    const simulator = await simulatorOf(shown);
    simulator.setOnline(deviceOf(simulator, 'Water heater'), false);
    push('try it: 61 A now');
    await turnUntil(clock, () => at(errors).length === 1);
    simulator.setOnline(deviceOf(simulator, 'Water heater'), true);
    const opened = (await click('try it: 61 A now', 'outcome')).payload as Record<string, unknown>;
    assert.deepEqual([opened.command, opened.outcome], ['open', 'confirmed']);
  });

  example(
    '01-shed-a-load',
    'closes nothing while meters are missing, and does when all are read again',
    async (shown) => {
      const { clock, at, click } = shown;
      const simulator = await simulatorOf(shown);
      const position = await positionsOf(shown);
      await click('try it: 61 A now', 'outcome');
      const read = ['Water heater', 'Kitchen outlets'];
      const others = simulator
        .devices()
        .filter(({ label, hardwareType }) => hardwareType === 'emcb' && !read.includes(String(label)));
      assert(others.length >= 10);
      for (const { id } of others) simulator.setOnline(id, false);
      await passed(clock, 300_000);
      assert.deepEqual([position('Water heater'), at('outcome').length], ['open', 1]);
      for (const { id } of others) simulator.setOnline(id, true);
      await turnUntil(clock, () => at('outcome').length === 2);
      assert.equal(position('Water heater'), 'closed');
    },
  );

  example(
    '01-shed-a-load',
    'counts neither an old reading, nor one after a gap, as calm',
    async (shown) => {
      const { red: runtime } = shown;
      const decide = functionOutputs(shown, 'decide');
      const give = (ts: number, more: object = {}) =>
        runtime.give(
          {
            payload: {
              results: [
                { deviceId: 'oven', currentA: 1, ts },
                { deviceId: 'dryer', currentA: 1, ts, ...more },
              ],
            },
          },
          decide.id,
        );
      runtime.give({ payload: { results: [{ deviceId: 'oven', currentA: 61, ts: 1_000 }] } }, decide.id);
      // The same values again, one meter that stands still, and readings minutes apart.
      for (const ts of [1_010, 1_010, 1_010, 1_010]) give(ts);
      for (const ts of [1_100, 1_110, 1_120, 1_130]) give(ts, { ts: 1_010 });
      for (const ts of [2_000, 2_100, 2_200, 2_300]) give(ts);
      await settled();
      assert.deepEqual(decide.payloads(), ['open']);
      for (const ts of [2_310, 2_320]) give(ts);
      await settled();
      assert.deepEqual(decide.payloads(), ['open', 'close']);
    },
    silent,
  );

  example(
    '01-shed-a-load',
    'what the sun feeds in is no load',
    async (shown) => {
      const decide = functionOutputs(shown, 'decide');
      const solar = { deviceId: 'a8aa5f5b-8b00-4993-bb07-bc3ac5b1bf8f', currentA: 31, currentB: 31, ts: 1_000 };
      shown.red.give({ payload: { results: [solar, { deviceId: 'oven', currentA: 20, ts: 1_000 }] } }, decide.id);
      await settled();
      assert.deepEqual(decide.payloads(), []);
    },
    silent,
  );

  example('01-solar-surplus', 'follows the surplus, holds 6 A through clouds, pauses at night', async (shown) => {
    const { click, clock, at } = shown;
    const sunny = (await click('try it: 18 A left over', 'outcome')).payload as Record<string, unknown>;
    assert.deepEqual([sunny.outcome, sunny.charging, sunny.maxCurrent], ['confirmed', true, 18]);
    // The panel is read by itself every 10 seconds, and the sun is not up yet.
    const reached = (amperes: number) =>
      turnUntil(clock, () => currentsIn(shown).some((one) => one.outcome === 'confirmed' && one.amperes === amperes));
    await reached(6);
    const heldAt = clock.now();
    await reached(0);
    assert(clock.now() - heldAt >= 150_000, `${clock.now() - heldAt} ms`);
    assert.deepEqual(at(errors), []);
  });

  example(
    '01-solar-surplus',
    'nothing is left over while the panel cannot be read for a minute',
    async (shown) => {
      const { push, red: runtime } = shown;
      const surplus = functionOutputs(shown, 'surplus');
      const give = (one: object) => runtime.give({ payload: { results: [{ deviceId: 'oven', ...one }] } }, surplus.id);
      give({ error: { code: 'DEVICE_OFFLINE' } });
      give({ voltageAN: 120 });
      for (let ticks = 0; ticks < 3; ticks += 1) push('every 15 s');
      await settled();
      assert.deepEqual(surplus.payloads(), []);
      push('every 15 s');
      await settled();
      assert.deepEqual(surplus.payloads(), [0]);
      give({ currentA: 2, voltageAN: 120 });
      push('every 15 s');
      await settled();
      assert.deepEqual(surplus.payloads(), [0, -1]);
    },
    silent,
  );

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

  example(
    '04-two-chargers-one-fuse',
    'shares what the house leaves below the fuse',
    async ({ push, clock, at }) => {
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
    },
    silent,
  );

  example(
    '04-two-chargers-one-fuse',
    'after a minute without a complete reading no charger has more than 6 A',
    async (shown) => {
      const { push, clock, at, red: runtime } = shown;
      const currents = () => currentsIn(shown).map(({ amperes }) => amperes);
      push('try it: the house takes 70 A');
      await turnUntil(clock, () => at('outcome').length >= 2);
      assert.deepEqual(currents(), [15, 15]);
      const house = functionOutputs(shown, 'house current');
      const share = functionOutputs(shown, 'share');
      const reading = (more: object) => ({
        payload: {
          results: [
            { deviceId: 'oven', currentA: 20 },
            { deviceId: 'dryer', ...more },
          ],
        },
      });
      runtime.give(reading({ error: { code: 'DEVICE_OFFLINE' } }), house.id);
      runtime.give(reading({}), house.id);
      runtime.give(reading({ currentA: null }), house.id);
      for (let ticks = 0; ticks < 3; ticks += 1) push('every 15 s');
      await settled();
      assert.deepEqual([house.payloads(), share.payloads(), currents()], [[], [], [15, 15]]);
      push('every 15 s');
      await turnUntil(clock, () => currents().length === 4);
      assert.deepEqual(currents().slice(2), [6, 6]);
      assert.deepEqual(share.payloads(), [6, 6]);
    },
    silent,
  );

  example(
    '04-two-chargers-one-fuse',
    'what the sun feeds in is no load of the house',
    async (shown) => {
      const house = functionOutputs(shown, 'house current');
      const results = [
        { deviceId: 'oven', currentA: 20, currentB: 18 },
        { deviceId: 'a8aa5f5b-8b00-4993-bb07-bc3ac5b1bf8f', currentA: 16, currentB: 16 },
      ];
      shown.red.give({ payload: { results } }, house.id);
      await settled();
      assert.deepEqual(house.payloads(), [20]);
    },
    silent,
  );

  const accountOf = ({ flow, red: runtime }: Shown) => {
    const id = flow.find(({ type }) => type === 'breaker-account')?.id ?? '';
    return (runtime.node(id) as unknown as { account: Account }).account;
  };
  const simulatorOf = async (shown: Shown) =>
    (await turned(shown.clock, accountOf(shown).simulator())) ?? assert.fail('the account has no simulator');

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

  /** With loads that draw at any time of the day. */
  const loaded = async (shown: Shown) => {
    const simulator = await simulatorOf(shown);
    for (const label of ['Pool pump', 'Water heater', 'Clothes dryer'])
      simulator.setLoad(deviceOf(simulator, label), { kind: 'server-rack', ratedA: 5 });
    return simulator;
  };

  example(
    '04-load-shedding',
    'opens the least important loads, and closes them in reverse when it is calm',
    async (shown) => {
      const { clock, at, push, red: runtime } = shown;
      await loaded(shown);
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
      const shedAt = clock.now();
      push('limit 100 A');
      await turnUntil(clock, () => at('outcome').length === 6, { withinMs: 3_600_000 });
      // In reverse, each at least a minute after the one before.
      assert.deepEqual(loads().slice(3), ['clothes dryer confirmed', 'water heater confirmed', 'pool pump confirmed']);
      const closed = at('outcome')
        .slice(3)
        .map(({ payload }) => (payload as { position: string }).position);
      assert.deepEqual(closed, ['closed', 'closed', 'closed']);
      assert(clock.now() - shedAt >= 3 * 60_000, `${clock.now() - shedAt} ms`);
      assert.deepEqual(runtime.caught, []);
    },
  );

  example('04-load-shedding', 'a load that cannot be opened lets the others go first', async (shown) => {
    const { clock, at, push } = shown;
    const simulator = await loaded(shown);
    const loads = () => at('outcome').map(({ topic }) => topic);
    await turnUntil(clock, () => at('sum').length >= 12);
    simulator.setOnline(deviceOf(simulator, 'Water heater'), false);
    push('try it: limit 5 A');
    await turnUntil(clock, () => at(errors).length >= 1 && at('outcome').length === 2);
    assert.deepEqual(loads().sort(), ['clothes dryer', 'pool pump']);
    simulator.setOnline(deviceOf(simulator, 'Water heater'), true);
    await turnUntil(clock, () => at('outcome').length === 3, { withinMs: 3_600_000 });
    assert.equal(loads()[2], 'water heater');
  });

  example(
    '04-load-shedding',
    'opens no idle load, and brings nothing back while a circuit is silent',
    async (shown) => {
      const shedding = functionOutputs(shown, 'shed and restore');
      const [pump, heater, oven] = [
        'dcf02bc9-50c3-4fe7-abb4-67d63fa74894',
        'ce356d2f-943e-45af-911a-1ffc9eb9b411',
        'b37ae13e-618c-42a9-af59-5ca5d1af15ec',
      ];
      const push = (deviceId: string | undefined, amperes: number | undefined, ts: number) =>
        shown.red.give(
          { deviceId, ts, payload: amperes === undefined ? {} : { 'meter.telemetry.currentA': amperes } },
          shedding.id,
        );
      const commands = () => shedding.payloads().filter((payload) => typeof payload === 'string');
      push(pump, 0, 1_000);
      push(heater, 18, 1_000);
      push(oven, 120, 1_000);
      await settled();
      assert.deepEqual(commands(), ['open']);
      // The oven says nothing more but that it is there; the others go on.
      push(oven, 10, 1_010);
      for (let ts = 2_000; ts < 4_000; ts += 100) {
        push(pump, 0, ts);
        push(heater, 0, ts);
        push(oven, undefined, ts);
      }
      await settled();
      assert.deepEqual(commands(), ['open']);
      for (const ts of [4_000, 4_030, 4_061]) push(oven, 10, ts);
      push(pump, 0, 4_062);
      push(heater, 0, 4_062);
      push(oven, 10, 4_130);
      await settled();
      assert.deepEqual(commands(), ['open', 'close']);
    },
    silent,
  );

  example('05-share-code-audit', 'is a line of CSV', async ({ click, at }) => {
    const { payload } = await click('try it', 'audit log');
    assert.match(String(payload), /^"[^"]+","claimed","Maple Street","Grid operator","\{\}"$/);
    assert.deepEqual(at(errors), []);
  });

  example('01-inventory', 'lists every device as rows and as CSV, and finds one', async ({ click, at }) => {
    const text = String((await click('list all devices', 'CSV text')).payload);
    const lines = text.trim().split('\n');
    assert.match(lines[0] ?? '', /^deviceId,serialNumber,sku,hardwareType,location,loadType,/);
    assert.equal(lines.length, 15);
    assert.match(text, /Homes \/ Maple Street 12 \/ Main panel,server-rack,Quadrant,R12/);
    assert.equal(((at('rows')[0]?.payload ?? []) as unknown[]).length, 14);
    const found = (await click('which device is 30627073940?', 'found')).payload as { serialNumber: string }[];
    assert.deepEqual(
      found.map(({ serialNumber }) => serialNumber),
      ['30627073940'],
    );
    assert.deepEqual(at(errors), []);
  });

  example('02-offline-notice', 'tells once that a device went offline, and that it is back', async (shown) => {
    const { at, click } = shown;
    const look = () => click('every minute', 'connections');
    await look();
    assert.equal(at('notification').length, 0);
    const simulator = await simulatorOf(shown);
    const [device] = simulator.devices();
    assert(device !== undefined);
    simulator.setOnline(device.id, false);
    await look();
    await look();
    assert.equal(at('notification').length, 1);
    simulator.setOnline(device.id, true);
    await look();
    assert.deepEqual(
      at('notification').map(({ payload }) => (payload as { text: string }).text.replace(/ since.*/, '')),
      [`${device.id} is offline`, `${device.id} is back`],
    );
    await click('try it: pool pump offline', 'notification');
    assert.deepEqual(at(errors), []);
  });

  example('03-leds-show-load', 'shows the load as a bar, and a tariff in one colour', async (shown) => {
    const { at, click } = shown;
    await click('every 10 s', 'load');
    const outcome = async (inject: string, debug: string) =>
      ((await click(inject, debug)).payload as { outcome: string }).outcome;
    assert.match(await outcome('try it: 14 A', 'load'), /confirmed|unchanged/);
    assert.equal(await outcome('dear', 'tariff shown'), 'confirmed');
    assert.equal(await outcome('dear', 'tariff shown'), 'unchanged');
    const back = (await click('back to meter data', 'back again')).payload as { succeeded: number };
    assert.equal(back.succeeded, 2);
    assert.deepEqual(at(errors), []);
  });

  example('04-rotate-udp-keys', 'gives devices a new key before the old one ends', async (shown) => {
    const { clock, at, click } = shown;
    type Rotation = { outcome: string; deleted: string[]; key: { id: string; value: string }; assigned: string[] };
    const first = (await click('first keys', 'rotation')).payload as Rotation;
    assert.deepEqual([first.outcome, first.assigned.length, first.key.value], ['confirmed', 2, '***']);
    await turnUntil(clock, () => at('rotation').length === 2, { withinMs: 6 * 86_400_000 });
    assert.equal(at('ends soon').length, 1);
    const second = at('rotation')[1]?.payload as Rotation;
    assert.deepEqual([second.outcome, second.deleted], ['confirmed', [first.key.id]]);
    assert.deepEqual(
      ((await click('which keys are there?', 'keys')).payload as { id: string }[]).map(({ id }) => id),
      [second.key.id],
    );
    assert.deepEqual(at(errors), []);
  });

  example('05-handle-audit-log', 'has a line for every movement, with what moved it', async (shown) => {
    const { at, click } = shown;
    const simulator = await simulatorOf(shown);
    const device = simulator.devices().find(({ label }) => label === 'Pool pump');
    assert(device !== undefined);
    simulator.moveMainHandle(device.id, 'open');
    const lines = String((await click('last 30 days', 'CSV text')).payload)
      .trim()
      .split('\n');
    assert.equal(lines[0], 'timestamp,deviceId,handle,position,source');
    assert.match(lines[1] ?? '', new RegExp(`^2026-01-15T.*,${device.id},main,open,$`));
    const { payload, complete } = await click('water heater, page by page', 'pages');
    const sources = (payload as { source: string }[]).map(({ source }) => source);
    assert.deepEqual([sources.slice(0, 2), complete], [['remote-command', 'timer'], true]);
    assert.deepEqual(at(errors), []);
  });

  example('06-azure-iot-hub', 'reads what the hub posts as if it had been pushed', async ({ click, push, at }) => {
    const { payload } = await click('try it with a sample', 'data');
    assert.equal((payload as Record<string, unknown>)['meter.telemetry.currentA'], 4.2);
    push('try it with a sample');
    await settled();
    assert.deepEqual([at('data').length, at(errors)], [1, []]);
  });

  const positionsOf = async (shown: Shown) => {
    const simulator = await simulatorOf(shown);
    return (label: string) => simulator.devices().find((device) => device.label === label)?.remoteHandle;
  };
  const commandsOf = async (shown: Shown) => {
    const simulator = await simulatorOf(shown);
    return () =>
      simulator.requests.filter(({ operation, status }) => operation === 'remoteHandle.setPosition' && status < 300)
        .length;
  };
  const deviceOf = (simulator: Awaited<ReturnType<typeof simulatorOf>>, label: string) =>
    simulator.devices().find((device) => device.label === label)?.id ?? assert.fail(label);

  example('02-peak-shaving-by-priority', 'opens load by load, and brings back what it opened', async (shown) => {
    const { clock, at, push } = shown;
    const position = await positionsOf(shown);
    const steps = () => at('outcome').map(({ topic, payload }) => [topic, (payload as { command: string }).command]);
    push('try it: 12 kVA twice');
    await turnUntil(clock, () => at('outcome').length === 1);
    push('try it: 12 kVA twice');
    await turnUntil(clock, () => at('outcome').length === 2);
    assert.deepEqual([position('Pool pump'), position('Water heater')], ['open', 'open']);
    await turnUntil(clock, () => at('outcome').length === 4);
    assert.deepEqual(steps(), [
      ['pool pump', 'open'],
      ['water heater', 'open'],
      ['water heater', 'close'],
      ['pool pump', 'close'],
    ]);
    await clock.advance(300_000);
    await settled();
    assert.deepEqual([at('outcome').length, position('Air conditioner'), at(errors)], [4, 'closed', []]);
  });

  example('02-peak-shaving-by-priority', 'brings nothing back while a meter is missing', async (shown) => {
    const { clock, at, push } = shown;
    const simulator = await simulatorOf(shown);
    const position = await positionsOf(shown);
    for (const label of ['Water heater', 'Guest house heat pump'])
      simulator.setLoad(deviceOf(simulator, label), { kind: 'server-rack', ratedA: 2 });
    push('try it: 12 kVA twice');
    await turnUntil(clock, () => at('outcome').length === 1);
    simulator.setOnline(deviceOf(simulator, 'Guest house heat pump'), false);
    await passed(clock, 600_000);
    assert.deepEqual([position('Pool pump'), at('outcome').length], ['open', 1]);
    simulator.setOnline(deviceOf(simulator, 'Guest house heat pump'), true);
    await turnUntil(clock, () => at('outcome').length === 2);
    assert.equal(position('Pool pump'), 'closed');
  });

  example('02-peak-shaving-by-priority', 'what could not be opened is not taken for opened', async (shown) => {
    const { clock, at, push, red: runtime, flow } = shown;
    const simulator = await simulatorOf(shown);
    simulator.setOnline(deviceOf(simulator, 'Pool pump'), false);
    push('try it: 12 kVA twice');
    await turnUntil(clock, () => at(errors).length === 1);
    const decide = runtime.node(flow.find(({ name }) => name === 'decide')?.id ?? '');
    assert.deepEqual([...(decide.context().flow.get('opened') as string[])], []);
    push('try it: 12 kVA twice');
    await turnUntil(clock, () => at('outcome').length === 1);
    assert.equal(at('outcome')[0]?.topic, 'water heater');
  });

  example(
    '03-standby-at-night',
    'opens what idles, closes the same in the morning, and nothing else',
    async (shown) => {
      const { clock, at, push, click } = shown;
      const position = await positionsOf(shown);
      const commands = await commandsOf(shown);
      const simulator = await simulatorOf(shown);
      // Opened by someone before: it must not come back in the morning.
      const client = await accountOf(shown).client();
      const body = { command: 'open', reason: 'by someone' } as const;
      const path = { deviceId: deviceOf(simulator, 'Spare') };
      await turned(clock, client.call('remoteHandle.setPosition', { path, body }));
      simulator.setLoad(deviceOf(simulator, 'Living room lights'), { kind: 'server-rack', ratedA: 5 });
      simulator.setLoad(deviceOf(simulator, 'Kitchen outlets'), { ratedA: 0 });
      await click('23:30', 'outcome');
      const all = ['Kitchen outlets', 'Living room lights', 'Spare'];
      assert.deepEqual(all.map(position), ['open', 'closed', 'open']);
      await clock.advance(7 * 3_600_000);
      await click('06:30', 'outcome');
      assert.deepEqual(all.map(position), ['closed', 'closed', 'open']);
      push('06:30');
      await clock.advance(60_000);
      await settled();
      assert.deepEqual([commands(), at(errors)], [3, []]);
    },
  );

  example('04-freezer-alarm', 'one alarm a trouble, and one all-clear', async (shown) => {
    const { clock, at } = shown;
    const simulator = await simulatorOf(shown);
    const refrigerator = deviceOf(simulator, 'Refrigerator');
    const said = () => at('alarm').map(({ payload }) => String(payload).replace(/\d+/, 'N'));
    const anHourOn = clock.now() + 3_600_000;
    await turnUntil(clock, () => clock.now() >= anHourOn, { withinMs: 3_700_000 });
    assert.deepEqual(said(), []);
    simulator.setLoad(refrigerator, { ratedA: 0 });
    await turnUntil(clock, () => said().length === 1, { withinMs: 3 * 3_600_000 });
    simulator.setLoad(refrigerator, { ratedA: 1.6 });
    await turnUntil(clock, () => said().length === 2, { withinMs: 3 * 3_600_000 });
    simulator.setOnline(refrigerator, false);
    await turnUntil(clock, () => said().length === 3, { withinMs: 3_600_000 });
    simulator.setOnline(refrigerator, true);
    await turnUntil(clock, () => said().length === 4, { withinMs: 3_600_000 });
    assert.deepEqual(said(), [
      'The compressor has not run for N minutes',
      'All is well again',
      said()[2],
      'All is well again',
    ]);
    assert.match(said()[2] ?? '', /^The refrigerator cannot be read: /);
  });

  example('04-freezer-alarm', 'the buttons show an alarm and its end', async ({ click }) => {
    assert.match(String((await click('try it: off for 3 hours', 'alarm')).payload), /not run for 180 minutes/);
    assert.equal((await click('try it: runs again', 'alarm')).payload, 'All is well again');
  });

  example('05-overload-watch', 'warns at 80 %, and clears below 70 %', async (shown) => {
    const { clock, at, click } = shown;
    const warning = await click('try it: outlets at 18 A', 'notice');
    assert.deepEqual([warning.topic, warning.payload], ['warning', 'Overload: kitchen outlets, 18.0 A of 20 A']);
    await turnUntil(clock, () => at('notice').length === 2);
    assert.equal(at('notice')[1]?.topic, 'all-clear');
    const simulator = await simulatorOf(shown);
    simulator.setLoad(deviceOf(simulator, 'Office server rack'), { ratedA: 30 });
    await turnUntil(clock, () => at('notice').length === 3);
    assert.match(String(at('notice')[2]?.payload), /^Overload: server rack, \d\d\.\d A of 20 A$/);
    assert.deepEqual(at(errors), []);
  });

  example('06-grid-event', 'opens what is on, and closes just that', async (shown) => {
    const { clock, at, push, click } = shown;
    const position = await positionsOf(shown);
    const commands = await commandsOf(shown);
    const labels = ['Kitchen outlets', 'Clothes dryer', 'Water heater', 'Pool pump'];
    const simulator = await simulatorOf(shown);
    const path = { deviceId: deviceOf(simulator, 'Clothes dryer') };
    const body = { command: 'open', reason: 'by someone' } as const;
    await turned(clock, (await accountOf(shown).client()).call('remoteHandle.setPosition', { path, body }));
    await click('high', 'outcome');
    assert.deepEqual(labels.map(position), ['open', 'open', 'open', 'open']);
    await clock.advance(60_000);
    await click('normal', 'outcome');
    assert.deepEqual(labels.map(position), ['closed', 'open', 'closed', 'closed']);
    push('normal');
    await clock.advance(60_000);
    await settled();
    assert.deepEqual([commands(), at(errors)], [7, []]);
  });

  example(
    '06-grid-event',
    'who posts needs the token',
    async (shown) => {
      const { clock, at, url } = shown;
      const post = async (authorization: string | undefined, body: unknown) => {
        const headers = {
          'content-type': 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        };
        return (await fetch(`${url}/grid-event`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
      };
      assert.equal(await post(undefined, { level: 'high' }), 401);
      assert.equal(await post('Bearer ', { level: 'high' }), 401);
      assert.equal(await post('Bearer grid-secret', { level: 'all' }), 400);
      assert.equal(at('outcome').length, 0);
      assert.equal(await post('Bearer grid-secret', { level: 'high' }), 202);
      await turnUntil(clock, () => at('outcome').length === 1);
    },
    withVariables({ GRID_EVENT_TOKEN: 'grid-secret' }),
  );

  example('07-health-digest', 'names what needs a look', async (shown) => {
    const { clock, at, click } = shown;
    const well = await click('08:00', 'e-mail');
    assert.deepEqual([well.topic, well.payload], ['All 12 devices are well', 'Nothing to look at.']);
    const simulator = await simulatorOf(shown);
    simulator.tripBreaker(deviceOf(simulator, 'Kitchen oven'));
    simulator.setOnline(deviceOf(simulator, 'Pool pump'), false);
    await clock.advance(2_000);
    const bad = await click('08:00', 'e-mail');
    assert.equal(bad.topic, '2 findings at 12 devices');
    assert.match(String(bad.payload), /^\d{11}: hand lever open, or tripped\n\d{11}: not connected$/);
    assert.deepEqual(at(errors), []);
  });

  example('03-phase-balance', 'adds up the legs as they are', async (shown) => {
    const { clock, at } = shown;
    const simulator = await simulatorOf(shown);
    await turnUntil(clock, () => at('legs').length === 1);
    const { legA, legB, percent } = (at('legs')[0]?.payload ?? {}) as Record<string, number>;
    const both = simulator.devices().filter(({ poles, load }) => poles === 2 && load !== 'solar-inverter');
    const panel = both.filter(({ hardwareType }) => hardwareType === 'emcb');
    const sum = panel.reduce((total, { electrical }) => total + electrical.currentA, 0);
    assert(Number(legA) > sum && Number(legB) > 0, `${legA} A, ${sum} A`);
    assert(
      Math.abs(Number(percent) - (100 * Math.abs(Number(legA) - Number(legB))) / Math.max(Number(legA), Number(legB))) <
        1,
    );
    // Much more on leg A, from a circuit that can be moved.
    simulator.setLoad(deviceOf(simulator, 'Office server rack'), { ratedA: 30 });
    const newest = () => (at('legs').at(-1)?.payload ?? {}) as { move?: string[]; times?: number };
    await turnUntil(clock, () => newest().move !== undefined, { withinMs: 3_600_000 });
    const { move = [], times } = newest();
    assert.equal(times, 10);
    assert(
      move.every((line) => / from A$/.test(line)),
      move.join(),
    );
    assert.deepEqual(at(errors), []);
  });

  example('04-monthly-cost-report', 'is the difference of the counters at both ends', async (shown) => {
    const { clock, at, click } = shown;
    for (const [button, from, to, days] of [
      ['last month', new Date(2025, 11, 1), new Date(2026, 0, 1), 'Dec 1, 2025 to Jan 1, 2026'],
      ['this month so far', new Date(2026, 0, 1), new Date(clock.now()), 'Jan 1, 2026 to Jan 15, 2026'],
    ] as const) {
      const mail = await click(button, 'e-mail');
      const lines = String(mail.payload).split('\n');
      assert.equal(lines[0], days);
      assert.deepEqual(
        lines.slice(1).map((line) => line.split(':')[0]),
        ['Water heater', 'Air conditioner', 'Heat pump', 'Dryer'],
      );
      const simulator = await simulatorOf(shown);
      const client = await accountOf(shown).client();
      const deviceId = deviceOf(simulator, 'Guest house heat pump');
      let deliveredWh = 0;
      const read = async () => {
        const range = { fromMs: from.getTime(), toMs: to.getTime() };
        for await (const items of readHistory(client, deviceId, range, new AbortController().signal))
          for (const { energyDelta } of items) deliveredWh += (energyDelta as { deliveredWH: number }).deliveredWH;
      };
      await turned(clock, read());
      const [, kWh, cost] = /^Heat pump: ([\d.]+) kWh, ([\d.]+) USD$/.exec(lines[3] ?? '') ?? [];
      assert(Math.abs(Number(kWh) - deliveredWh / 1000) < 2, `${kWh} and ${deliveredWh}`);
      assert(Math.abs(Number(cost) - Number(kWh) * 0.32) < 0.05);
      const sum = lines.slice(1).reduce((total, line) => total + Number(/: ([\d.]+) kWh/.exec(line)?.[1]), 0);
      assert(Math.abs(sum - Number(/^Energy: ([\d.]+) kWh/.exec(String(mail.topic))?.[1])) < 0.3);
    }
    assert.deepEqual(at(errors), []);
  });

  example('07-trip-notification', 'says what tripped and what it carried, and switches nothing', async (shown) => {
    const { clock, at, push } = shown;
    const simulator = await simulatorOf(shown);
    const attached = () => simulator.requests.filter(({ operation }) => operation === 'deviceStreams.create').length;
    await turnUntil(clock, () => attached() === 6);
    await clock.advance(600_000);
    await settled();
    assert.deepEqual(at('notification'), []);
    const rack = deviceOf(simulator, 'Office server rack');
    simulator.tripBreaker(rack);
    await turnUntil(clock, () => at('notification').length === 1);
    assert.match(
      String(at('notification')[0]?.payload),
      /^The breaker "server rack" was opened by hand or tripped, it carried [4-7]\.\d A$/,
    );
    simulator.moveMainHandle(rack, 'closed');
    await turnUntil(clock, () => at('notification').length === 2);
    assert.equal(at('notification')[1]?.payload, 'The breaker "server rack" is closed again');
    push('try it');
    await turnUntil(clock, () => at('notification').length === 4);
    assert.equal((await commandsOf(shown))(), 0);
    assert.deepEqual([at(errors), at('refused')], [[], []]);
  });

  /** What an InfluxDB was given, and what it answers next. */
  const influx = { answers: [] as number[], bodies: [] as string[], heads: [] as IncomingMessage[], url: '' };
  async function startInflux(): Promise<void> {
    Object.assign(influx, { answers: [], bodies: [], heads: [] });
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        influx.heads.push(request);
        influx.bodies.push(Buffer.concat(chunks).toString());
        response.writeHead(influx.answers.shift() ?? 204).end();
      });
    });
    server.keepAliveTimeout = 1;
    database = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    influx.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/write?precision=s`;
  }

  example(
    '02-influxdb',
    'writes line protocol, and again what was not taken',
    async (shown) => {
      const { clock, at } = shown;
      const simulator = await simulatorOf(shown);
      influx.answers.push(503, 204, 400);
      await turnUntil(clock, () => at('answer').length === 4);
      const [refused, both, , last] = influx.bodies.map(parseLineProtocol);
      assert(refused !== undefined && both !== undefined && last !== undefined);
      assert.deepEqual(both.slice(0, refused.length), refused);
      assert.equal(both.length, 2 * refused.length);
      // What is wrong for good is not sent for ever.
      assert.equal(last.length, refused.length);
      const [head] = influx.heads;
      assert.deepEqual(
        [head?.method, head?.url, head?.headers.authorization],
        ['POST', '/api/v2/write?precision=s', 'Token influx-secret'],
      );
      const outlets = deviceOf(simulator, 'Kitchen outlets');
      const point = refused.find(({ tags }) => tags.device === outlets);
      assert.deepEqual([point?.measurement, point?.tags.name], ['breaker', 'Kitchen outlets']);
      assert.deepEqual(Object.keys(point?.fields ?? {}).sort(), [
        'currentA',
        'energyDeliveredWh',
        'energyGeneratedWh',
        'frequency',
        'voltageAN',
      ]);
      assert(Math.abs(Number(point?.timestamp) - clock.now() / 1000) < 120);
      assert.equal(refused.length, 12);
    },
    async (flow) => {
      await startInflux();
      return withVariables({ INFLUX_URL: influx.url, INFLUX_TOKEN: 'influx-secret' })(flow);
    },
  );

  example('03-prometheus', 'is scraped in the text format', async (shown) => {
    const { clock, at, push, url, red: runtime, flow } = shown;
    const simulator = await simulatorOf(shown);
    const scrape = async () => {
      const answer = await fetch(`${url}/metrics`);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/plain;.* version=0\.0\.4/);
      return answer.text();
    };
    assert.equal(await scrape(), '\n');
    simulator.setOnline(deviceOf(simulator, 'Pool pump'), false);
    push('every 15 s');
    const keep = runtime.node(flow.find(({ name }) => name === 'keep')?.id ?? '');
    const kept = () => Object.values((keep.context().flow.get('kept') ?? {}) as Record<string, { up?: number }>);
    await turnUntil(clock, () => kept().filter(({ up }) => up !== undefined).length === 6);
    const samples = parseExposition(await scrape());
    const of = (metric: string, name: string) =>
      samples.filter((sample) => sample.metric === metric && sample.labels.name === name);
    assert.deepEqual(
      of('breaker_up', 'Pool pump').map(({ value }) => value),
      [0],
    );
    assert.deepEqual(of('breaker_current_amperes', 'Pool pump'), []);
    assert.deepEqual(
      of('breaker_closed', 'Kitchen oven').map(({ value }) => value),
      [1],
    );
    assert.deepEqual(
      of('breaker_voltage_volts', 'Refrigerator').map(({ labels }) => labels.leg),
      ['a'],
    );
    assert.deepEqual(
      of('breaker_voltage_volts', 'Kitchen oven').map(({ labels }) => labels.leg),
      ['a', 'b'],
    );
    const [rack] = of('breaker_apparent_power_voltamperes', 'Server rack');
    assert(Number(rack?.value) > 300 && Number(rack?.value) < 1_000, `${rack?.value} VA`);
    const [joules] = of('breaker_energy_delivered_joules_total', 'Water heater');
    assert(Number(joules?.value) > 1e9, `${joules?.value} J`);
    assert.deepEqual(at(errors), []);
  });

  const files = mkdtempSync(join(tmpdir(), 'breakerflow-csv-'));
  after(() => rmSync(files, { recursive: true, force: true }));
  example(
    '04-csv-files',
    'begins a file a day, and goes on in it after a restart',
    async (shown) => {
      const { clock, at, red: runtime, flow } = shown;
      let simulator = await simulatorOf(shown);
      const rows = (day: string) => readFileSync(join(files, `breakers-${day}.csv`), 'utf8').split('\n');
      // Files are written in their own time, and an hour is long for them.
      const written = async (count: number) => {
        const lines = simulator.requests.length;
        await turnUntil(clock, () => simulator.requests.length >= lines + 5, { withinMs: 7_200_000 });
        for (let rounds = 0; at('file').length < count && rounds < 100_000; rounds += 1)
          await new Promise((resolve) => setImmediate(resolve));
        assert.equal(at('file').length, count);
      };
      await written(1);
      await written(2);
      const header = 'time,breaker,currentA,currentB,voltageAN,voltageBN,energyDeliveredWh';
      const today = rows('2026-01-15');
      assert.equal(today[0], header);
      assert.equal(today.length, 12);
      for (const line of today.slice(1, -1))
        assert.match(line, /^2026-01-15T1\d:\d\d:\d\d\.000Z,"[A-Z][a-z ]+"(,[\d.]*){5}$/);
      await runtime.deploy(flow);
      simulator = await simulatorOf(shown);
      runtime
        .node(flow.find(({ name }) => name === 'file')?.id ?? '')
        .on('input', (msg) => at('file').push(msg as never));
      await written(3);
      const goesOn = rows('2026-01-15');
      assert.deepEqual([goesOn.filter((line) => line === header).length, goesOn.length], [1, 17]);
      const tomorrow = join(files, 'breakers-2026-01-16.csv');
      for (let count = 4; !existsSync(tomorrow); count += 1) await written(count);
      assert.equal(rows('2026-01-16')[0], header);
      assert.deepEqual(at(errors), []);
    },
    // An hour between the lines, or the test would write all the minutes until midnight.
    (flow) =>
      withVariables({ CSV_DIR: files })(
        flow.map((node) => (node.type === 'meter-read' ? { ...node, poll: 3600 } : node)),
      ),
  );

  example('05-e-mail', 'has a subject, a text and a table', async ({ click, at }) => {
    const mail = await click('07:00', 'e-mail');
    const lines = String(mail.payload).split('\n');
    assert.deepEqual(
      lines.map((line) => line.split(',')[0]),
      ['Refrigerator', 'Water heater', 'Heat pump', 'Air conditioner'],
    );
    for (const line of lines) assert.match(line, /^[A-Z][a-z ]+, \d+\.\d\d kWh, at most \d+ W$/);
    const sum = lines.reduce((total, line) => total + Number(/([\d.]+) kWh/.exec(line)?.[1]), 0);
    assert(Math.abs(sum - Number(/: ([\d.]+) kWh$/.exec(String(mail.topic))?.[1])) < 0.1);
    assert.equal(String(mail.html).match(/<tr>/g)?.length, 4);
    assert.deepEqual(at(errors), []);
  });

  example('01-quotas', 'lists quotas, and what a filter, an order and a page ask for', async ({ click, at }) => {
    const { payload } = await click('quotas', 'limits and use');
    assert(Array.isArray(payload) && payload.length > 0);
    const { payload: answer } = await click('the first two sessions', 'answer');
    const { statusCode, data } = answer as { statusCode: number; data: unknown[] };
    assert.deepEqual([statusCode, data.length, at(errors)], [200, 2, []]);
  });

  example('02-invite-a-user', 'makes a code for a new location, and takes both back', async ({ click, at }) => {
    const { payload } = await click('invite', 'hand out this code');
    const { code, restrictions } = payload as { code: string; restrictions: { userLimit: number } };
    assert.deepEqual([typeof code, restrictions.userLimit], ['string', 1]);
    assert.equal(((await click('take it back', 'taken back')).payload as Record<string, unknown>).outcome, 'accepted');
    assert.deepEqual(at(errors), []);
  });

  example('03-rotate-a-secret', 'only with its name, and masked', async ({ click, at }) => {
    const { error } = await click('1 without confirm', errors);
    assert.equal(error?.code, 'CONFIRMATION_NEEDED');
    const { payload } = await click('2 with confirm', 'the new secret, masked');
    assert.deepEqual((payload as Record<string, unknown>).value, '***');
    assert.equal(at(errors).length, 1);
  });

  example('04-ocpp-registration', 'registers a charger, and takes it back', async ({ click, at }) => {
    const { payload } = await click('register', 'registered');
    assert.equal(typeof (payload as Record<string, unknown>).ocppCentralSystemId, 'string');
    assert.equal(((await click('unregister', 'unregistered')).payload as Record<string, unknown>).outcome, 'accepted');
    assert.deepEqual(at(errors), []);
  });

  example('08-sharing-story', 'from the share code to the cancellation, both sides', async (shown) => {
    const { clock, at, click } = shown;
    const simulator = await simulatorOf(shown);
    const position = await positionsOf(shown);
    const registered = () => simulator.requests.filter(({ operation }) => /Webhooks\.create$/.test(String(operation)));
    await turnUntil(clock, () => registered().length === 2);
    const payload = async (button: string, debug: string) =>
      (await click(button, debug)).payload as Record<string, unknown>;
    const [device] = (await payload('1 share', 'shared')) as unknown as { deviceId: string; id: string }[];
    const heater = deviceOf(simulator, 'Water heater');
    assert.equal(device?.deviceId, heater);
    const [joined] = (await payload('2 begin', 'takes part')) as unknown as {
      status: string;
      sharedDeviceId: string;
    }[];
    assert.deepEqual([joined?.status, joined?.sharedDeviceId], ['participating', device?.id]);
    assert.equal((await payload('3 open', 'outcome')).outcome, 'deferred');
    assert.equal(position('Water heater'), 'closed');
    await click('5 cancel', errors);
    const [left] = (await payload('4a opt out', 'left')) as unknown as { status: string }[];
    assert.equal(left?.status, 'optedOut');
    await turnUntil(clock, () => at('later').length === 1);
    const later = at('later')[0]?.payload as Record<string, unknown>;
    assert.deepEqual([later.outcome, later.position], ['confirmed', 'open']);
    await payload('2 begin', 'takes part');
    const [removed] = (await payload('4b remove', 'left')) as unknown as { status: string }[];
    assert.equal(removed?.status, 'removed');
    assert.equal((await payload('5 cancel', 'ended')).status, 'cancelled');
    assert.equal((await payload('6 revoke', 'ended')).status, 'revoked');
    await turnUntil(clock, () => at('told').length === 6);
    assert.deepEqual(
      at('told').map(({ topic, payload: said }) => `${topic} ${(said as { status: string }).status}`),
      [
        'shareDeviceCode claimed',
        'deviceOverrideEvent participating',
        'deviceOverrideEvent optedOut',
        'deviceOverrideEvent participating',
        'deviceOverrideEvent removed',
        'shareDeviceCode revoked',
      ],
    );
    assert.equal((await commandsOf(shown))(), 1);
    assert.equal(at(errors).length, 1);
  });

  it('none is left out', () => {
    const others = Object.keys(runByTheirNode);
    for (const file of Object.values(runWithEngines)) assert(existsSync(join(__dirname, '..', 'scale', file)), file);
    for (const file of Object.values(runByTheirNode)) assert(existsSync(join(__dirname, '..', 'nodes', file)), file);
    assert.deepEqual(
      [...new Set(tested.map(folderOf).concat(others))].sort(),
      [...new Set(runnable.map(folderOf))].sort(),
    );
    assert.deepEqual(
      [...new Set(tested), ...Object.keys(runWithEngines)].sort(),
      runnable.filter((path) => !others.includes(folderOf(path))).sort(),
    );
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
