import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fields as controlFields } from '../../nodes/breaker-control/breaker-control.fields';
import { createManualClock } from '../../src/clock';
import {
  boundProperties,
  checkConfig,
  exampleMarkers,
  type FieldTable,
  hasReference,
  markersIn,
  type Palette,
  readConfig,
} from '../../src/fields';
import { createSimulator } from '../../src/simulator';
import type { FlowNode } from '../support/node-red-test-helper';
import { packageRoot } from '../support/node-texts';
import {
  boundToSimulator,
  core,
  examples,
  folderOf,
  nodeFile,
  ours,
  paths,
  read,
  readStored,
  runnable,
  runWithEngines,
} from './example-files';
import { withFunctions } from './with-functions';

/** A node of the canvas is as high as this; around it is a gap. Pixels. */
const nodeHeight = 30;
const gap = 5;
/** About what the editor draws: an icon, the name and a margin, or an icon alone, in steps of the grid. */
const widthOf = ({ type, name }: FlowNode) =>
  type.startsWith('link ') ? 30 : Math.max(100, 20 * Math.ceil((String(name || type).length * 6.8 + 50) / 20));
/** Loaded by the test helper itself. */
const always = ['tab', 'catch', 'complete', 'status'];
const paletteOf = (type: string) => (nodeFile(type, `${type}.fields`) as { palette: Palette }).palette;
const dashboard = ['ui-base', 'ui-theme', 'ui-page', 'ui-group', 'ui-template', 'ui-chart', 'ui-button', 'ui-text'];

/** Folders whose flows are imported and run beside the tests of their node. */
const runByTheirNode: Readonly<Record<string, string>> = { '05-schedules': '../nodes/batch-schedule.examples.test.js' };

describe('examples', () => {
  it('at least five run on the simulator as imported', () => {
    assert(runnable.length >= 5, `${runnable.length}`);
  });

  it('none needs code, but those for programmers and those that are yet to be rewritten', () => {
    const coded = paths.filter((path) => readStored(path).some(({ type }) => type === 'function'));
    assert.deepEqual(
      coded.filter((path) => folderOf(path) !== '99-for-programmers'),
      withFunctions,
    );
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

  it('no route occurs in two examples: one endpoint serves all', () => {
    const routes = paths.flatMap((path) =>
      readStored(path).flatMap(({ route, endpoint }) => (endpoint ? [route] : [])),
    );
    assert.deepEqual(
      routes.filter((route, index) => route === undefined || routes.indexOf(route) !== index),
      [],
    );
  });

  it('all together need one account, the house of the built-in site, and every node of ours has it', () => {
    const loaded = boundToSimulator(paths.flatMap((path) => readStored(path)));
    const accounts = loaded.filter(({ type }) => type === 'breaker-account');
    assert.deepEqual(
      accounts.map(({ mode, party = 'house' }) => [mode, party]),
      [['simulator', 'house']],
    );
    const named = new Set(loaded.flatMap(({ type, account }) => (ours.includes(type) && account ? [account] : [])));
    assert.deepEqual([...named], [accounts[0]?.id]);
  });

  it('every folder has a test file, which runs each of its examples', () => {
    for (const folder of new Set(runnable.map(folderOf))) {
      const file = runByTheirNode[folder] ?? `${folder}.test.js`;
      assert(existsSync(join(__dirname, file)), file);
    }
    for (const file of Object.values(runWithEngines)) assert(existsSync(join(__dirname, '..', 'scale', file)), file);
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

  for (const path of paths)
    describe(path, () => {
      const flow = readStored(path);
      const byId = new Map(flow.map((node) => [node.id, node]));

      it('has a comment that says what it does and what to change', () => {
        const comment = flow.find(({ type }) => type === 'comment');
        assert(comment !== undefined);
        assert(String(comment.name).length > 0 && String(comment.info).length > 60);
      });
      it('tells of its tabs under a heading, in paragraphs', () => {
        for (const { type, info } of flow) if (type === 'tab') assert.match(String(info), /^## .+\n\n(.+\n\n)*.+$/);
      });
      it('has no nodes that overlap or touch', () => {
        const placed = flow.filter(({ x, y, type }) => x !== undefined && y !== undefined && type !== 'group');
        const isClose = (one: FlowNode, other: FlowNode) =>
          other.z === one.z &&
          Math.abs(Number(one.x) - Number(other.x)) < (widthOf(one) + widthOf(other)) / 2 + gap &&
          Math.abs(Number(one.y) - Number(other.y)) < nodeHeight + gap;
        const close = placed.flatMap((one, index) =>
          placed
            .slice(index + 1)
            .filter((other) => isClose(one, other))
            .map((other) => `${one.name} and ${other.name}`),
        );
        assert.deepEqual(close, []);
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
          for (const name of ['z', 'group', 'page', 'ui', 'theme'])
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
      it('holds no account, no endpoint, no secret and no device', () => {
        for (const node of flow) {
          assert(!['breaker-account', 'breaker-endpoint'].includes(node.type), node.id);
          assert.equal(node.credentials, undefined);
          for (const name of ['account', 'endpoint'] as const)
            if (ours.includes(node.type) && name in node && node[name] !== '')
              assert((Object.values(exampleMarkers) as unknown[]).includes(node[name]), `${node.id}.${name}`);
        }
        assert.doesNotMatch(JSON.stringify(flow), /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/);
      });
      it('is bound to the simulator without a reference left', () => {
        assert.deepEqual(
          read(path).filter((node) => Object.values(node).some(hasReference)),
          [],
        );
        assert.deepEqual(markersIn(read(path)), []);
      });
      it('bound to any other account, none of its nodes that names a device can be deployed', () => {
        for (const node of flow.filter(({ type }) => ours.includes(type))) {
          const bound = { ...node, ...boundProperties(node, { account: 'cloud', endpoint: 'endpoint' }) };
          const named = Object.entries(node).filter(([, value]) => hasReference(value));
          const problems = checkConfig(
            (nodeFile(node.type, `${node.type}.fields`) as { fields: FieldTable }).fields,
            bound,
          );
          if (named.length > 0) assert.notDeepEqual(problems, [], `${node.id} ${node.name}`);
          assert.doesNotMatch(JSON.stringify(bound), /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/);
        }
      });
      it('loaded around the editor, its nodes that name a device refuse to start', () => {
        for (const node of flow.filter(({ type }) => ours.includes(type)))
          if (Object.values(node).some(hasReference)) {
            const { fields } = nodeFile(node.type, `${node.type}.fields`) as { fields: FieldTable };
            assert(
              checkConfig(fields, node).some(({ key }) => key === 'exampleReference'),
              `${node.id} ${node.name}`,
            );
          }
      });
    });
});

describe('dashboard/01-demo-site.json', () => {
  const func = read('dashboard/01-demo-site.json').find(({ name }) => name === 'only this panel')?.func;
  const deviceId = '546201ca-8103-46be-b8d2-8b1a531c42ea';
  // What the function "panel" has read of late.
  const flow = { get: () => [deviceId] };
  const passes = (msg: object) =>
    new Function('msg', 'flow', 'node', String(func))(msg, flow, { warn() {} }) as unknown;

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
