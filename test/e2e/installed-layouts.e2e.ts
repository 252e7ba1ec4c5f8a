import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { nodes } from '../support/palette-html';
import { dockerLayout } from './docker-layout';
import { type Lane, lanes, root } from './lanes';
import { installTarball, packedTarball } from './packed-package';
import { type RunningNodeRed, runNodeRed } from './running-node-red';

const types = Object.keys(nodes);
/** npm installs in some of them. */
const startMaxMs = 180_000;

type FlowNode = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

/** As 0.1.0 stored it: one breaker of its simulator that is opened, closed, timed and read. */
const story = join(root, 'test/fixtures/flows-0.1.0/01-first-steps/01-switch-a-breaker.json');
const tab = '7961bd8fc80e6497';
/** Of its nodes: the one that does what `msg.payload` says, and the one that reads. */
const switching = 'cd3c8052b9e8cbed';
const reading = '5695c874c81ac683';
const answerId = 'd000000000000001';

/** The stored flow, with doors to it from outside: without an editor, nothing else could ask it. */
function storedFlow(): readonly FlowNode[] {
  const stored: FlowNode[] = JSON.parse(readFileSync(story, 'utf8'));
  const asking = (id: string, url: string, to: string) => ({
    ...{ id, type: 'http in', z: tab, url, method: 'get', x: 100, y: 500, wires: [[to]] },
  });
  return [
    ...stored.map((node) => ([switching, reading].includes(node.id) ? { ...node, wires: [[answerId]] } : node)),
    asking('d000000000000002', '/read', reading),
    asking('d000000000000003', '/open', 'd000000000000004'),
    { id: 'd000000000000004', type: 'change', z: tab, rules: [openRule], x: 200, y: 500, wires: [[switching]] },
    { id: 'd000000000000005', type: 'catch', z: tab, scope: null, x: 100, y: 560, wires: [['d000000000000006']] },
    { id: 'd000000000000006', type: 'change', z: tab, rules: [errorRule], x: 200, y: 560, wires: [[answerId]] },
    { id: answerId, type: 'http response', z: tab, x: 500, y: 500, wires: [] },
  ];
}
const openRule = { t: 'set', p: 'payload', pt: 'msg', to: 'open', tot: 'str' };
const errorRule = { t: 'set', p: 'payload', pt: 'msg', to: 'error', tot: 'msg' };

/** The lines of the log that are looked for are in one language. */
const english = "lang: 'en-US',";

interface Layout {
  readonly title: string;
  run(lane: Lane): Promise<RunningNodeRed>;
  /** Nothing can be kept: it says so once, and runs. */
  readonly readOnly?: boolean;
  readonly headless?: boolean;
}

async function runDocker(lane: Lane, installedIn: 'data' | 'home'): Promise<RunningNodeRed> {
  const { home, data, script } = await dockerLayout(lane, `data-of-${installedIn}`);
  return runNodeRed(lane, {
    flows: storedFlow(),
    installed: false,
    directory: data,
    script,
    // As the image has it.
    start: {
      cwd: home,
      env: { NODE_PATH: [home, data].map((folder) => join(folder, 'node_modules')).join(delimiter) },
    },
    prepare: () => installTarball(lane, installedIn === 'data' ? data : home),
  });
}

async function upload(lane: Lane): Promise<RunningNodeRed> {
  const extra = `${english} externalModules: { palette: { allowInstall: true, allowUpload: true } },`;
  // Once without a flow, and once with the deployed one: a deploy is answered before.
  let starts = 0;
  let running = () => {};
  const runs = new Promise<void>((resolve) => {
    running = resolve;
  });
  const onLine = (line: string) => {
    if (line.includes('Started flows')) starts += 1;
    if (starts === 2) running();
  };
  const red = await runNodeRed(lane, { installed: false, extra, start: { onLine } });
  const { path } = await packedTarball();
  const form = new FormData();
  form.append('tarball', new Blob([readFileSync(path)]), basename(path));
  const uploaded = await fetch(`${red.url}nodes`, { method: 'POST', body: form });
  assert.equal(uploaded.status, 200, `${await uploaded.text()}\n${red.lines.join('\n')}`);
  const deployed = await fetch(`${red.url}flows`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(storedFlow()),
  });
  assert.equal(deployed.status, 204);
  await runs;
  return red;
}

/** Root writes where it likes, unless it has given up that right. */
const withoutRights = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

/** Node-RED itself stops in such a directory, unless its settings say that it is one. */
async function runReadOnly(lane: Lane): Promise<RunningNodeRed> {
  const red = await runNodeRed(lane, {
    flows: storedFlow(),
    extra: `${english} readOnly: true,`,
    start: { wrapper: withoutRights },
    prepare: (directory) => chmodSync(directory, 0o555),
  });
  const stop = async () => {
    await red.stop();
    chmodSync(red.directory, 0o755);
  };
  return { ...red, stop };
}

const layouts: readonly Layout[] = [
  { title: 'by npm in a user directory', run: (lane) => runNodeRed(lane, { flows: storedFlow() }) },
  { title: 'by an upload to the palette', run: upload },
  // Before it is installed beside the same Node-RED.
  { title: 'in /data of the docker image', run: (lane) => runDocker(lane, 'data') },
  { title: 'beside Node-RED, as an image made from the docker image has it', run: (lane) => runDocker(lane, 'home') },
  { title: 'in a user directory that is read-only', run: runReadOnly, readOnly: true },
  {
    title: 'in a Node-RED without editor and admin side',
    run: (lane) => runNodeRed(lane, { flows: storedFlow(), extra: 'httpAdminRoot: false,' }),
    headless: true,
  },
];

/** Of Node-RED, in every directory that begins with these settings. */
const ownWarnings = /Projects disabled|Encrypted credentials not found/;
const recordFile = 'breakerflow-commands.jsonl';

for (const lane of lanes)
  for (const { title, run, readOnly = false, headless = false } of layouts)
    describe(`installed ${title}, with Node-RED ${lane.name}`, () => {
      let red: RunningNodeRed;
      before(async function () {
        this.timeout(startMaxMs);
        red = await run(lane);
      });
      after(() => red?.stop());

      const ask = async (path: string) => {
        const answer = await fetch(`${red.nodeUrl}${path}`);
        return (await answer.json()) as Readonly<Record<string, unknown>>;
      };

      it('a flow of 0.1.0 reads a breaker, opens it and reads it back', async () => {
        assert.equal((await ask('read')).position, 'closed');
        const { outcome, position } = await ask('open');
        assert.deepEqual({ outcome, position }, { outcome: 'confirmed', position: 'open' });
        assert.equal((await ask('read')).position, 'open');
      });

      it(readOnly ? 'nothing is kept' : 'the command is in the record', () => {
        const record = join(red.directory, recordFile);
        assert.equal(existsSync(record), !readOnly);
        if (!readOnly) assert.match(readFileSync(record, 'utf8'), /"confirmed"/);
      });

      it(readOnly ? 'one sentence of the log says what cannot be kept' : 'the log tells of no trouble', () => {
        const troubles = red.lines.filter((line) => /\[(error|warn)\]/.test(line) && !ownWarnings.test(line));
        assert.equal(troubles.length, readOnly ? 1 : 0, red.lines.join('\n'));
        if (readOnly)
          assert.match(troubles[0] ?? '', /record of commands cannot be written .*known only until Node-RED ends/);
      });

      it(headless ? 'there is no editor' : 'the editor has a form of every node', async () => {
        const answer = await fetch(`${red.url}nodes`, { headers: { Accept: 'text/html' } });
        assert.equal(answer.status, headless ? 404 : 200);
        const html = await answer.text();
        if (!headless) for (const type of types) assert.ok(html.includes(`RED.nodes.registerType("${type}"`), type);
      });
    });
