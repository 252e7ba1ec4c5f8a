import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lanes, root } from './lanes';
import { installedUserDirectory, packedTarball } from './packed-package';
import { type RunningNodeRed, runNodeRed } from './running-node-red';

const execute = promisify(execFile);
const sizeMaxBytes = 1_600_000;

interface NodeSet {
  readonly module: string;
  readonly types: readonly string[];
  readonly enabled: boolean;
  readonly version: string;
  readonly err?: unknown;
}

const manifest: {
  name: string;
  version: string;
  exports: Record<string, string | { types: string }>;
  'node-red': { nodes: Record<string, string> };
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const types = Object.keys(manifest['node-red'].nodes).sort();

describe('the packed tarball', () => {
  it('holds what users need', async () => {
    const { files } = await packedTarball();
    for (const wanted of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'dist/library/command-line.js'])
      assert.ok(files.includes(wanted), `${wanted} is missing`);
    for (const file of Object.values(manifest['node-red'].nodes))
      for (const wanted of [file, file.replace(/js$/, 'html')])
        assert.ok(files.includes(wanted), `${wanted} is missing`);
    assert.equal(files.filter((file) => file.endsWith('/breaker-account.json')).length, 6);
    assert.ok(files.some((file) => /^examples\/.*\.json$/.test(file)));
  });

  it('holds no tests, benchmarks, sources or maps', async () => {
    const { files } = await packedTarball();
    const unwanted =
      /(^|\/)(test|e2e|bench|scripts|artifacts|docs)\/|\.(map|tsbuildinfo|tgz)$|(?<!\.d)\.ts$|^(dist\/)?(src|nodes)\//;
    assert.deepEqual(
      files.filter((file) => unwanted.test(file)),
      [],
    );
  });

  it('carries its public types whole, and no others', async () => {
    const [lane] = lanes;
    assert.ok(lane);
    const cwd = await installedUserDirectory(lane);
    writeFileSync(
      join(cwd, 'consumer.mts'),
      `import { type Client, createSimulator, type Simulator, systemClock } from '${manifest.name}';
export const simulator = (): Promise<Simulator> => createSimulator({ clock: systemClock });
export const devices = (client: Client) => client.call('devices.list', {});\n`,
    );
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
    const options = ['--noEmit', '--strict', '--module', 'node20', '--target', 'es2023', ...types];
    await execute(join(root, 'node_modules/typescript/bin/tsc'), [...options, 'consumer.mts'], { cwd });
    const { files } = await packedTarball();
    const declared = files.filter((file) => file.endsWith('.d.ts'));
    const entries = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : [entry.types],
    );
    assert.deepEqual(
      declared.map((file) => `./${file}`),
      entries,
    );
  });

  it(`is at most ${sizeMaxBytes / 1e6} MB`, async () => {
    const { sizeBytes, files } = await packedTarball();
    console.log(`  packed: ${(sizeBytes / 1000).toFixed(0)} kB, ${files.length} files`);
    assert.ok(sizeBytes <= sizeMaxBytes, `${sizeBytes} bytes`);
  });
});

for (const lane of lanes)
  describe(`the tarball, installed for Node-RED ${lane.name}`, () => {
    let red: RunningNodeRed;
    before(async () => {
      red = await runNodeRed(lane);
    });
    after(() => red?.stop());

    it('loads every node type without an error', async () => {
      const answer = await fetch(`${red.url}nodes`, { headers: { Accept: 'application/json' } });
      const sets = ((await answer.json()) as NodeSet[]).filter(({ module }) => module === manifest.name);
      assert.deepEqual(sets.flatMap((set) => set.types).sort(), types);
      for (const set of sets) {
        assert.equal(set.err, undefined);
        assert.equal(set.enabled, true);
        assert.equal(set.version, manifest.version);
      }
      assert.deepEqual(
        red.lines.filter((line) => /\[error\]|waiting for missing types/i.test(line)),
        [],
      );
    });

    it('serves a form for every type, and its icon', async () => {
      const html = await (await fetch(`${red.url}nodes`, { headers: { Accept: 'text/html' } })).text();
      for (const type of types) {
        assert.ok(html.includes(`data-template-name="${type}"`), `${type} has no form`);
        assert.ok(html.includes(`RED.nodes.registerType("${type}"`), `${type} is not registered`);
      }
      const { files } = await packedTarball();
      const icons = files.flatMap((file) => /^dist\/palette\/icons\/(.+)$/.exec(file)?.[1] ?? []);
      assert.ok(icons.length > 0);
      for (const icon of icons) {
        const { status, headers } = await fetch(`${red.url}icons/${manifest.name}/${icon}`);
        assert.equal(status, 200, icon);
        assert.match(headers.get('content-type') ?? '', /svg/);
      }
    });
  });
