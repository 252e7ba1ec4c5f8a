import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';
import { type PackedPackage, packPackage } from './packed';

const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');
const programs = [...readme.matchAll(/^```ts\n(.+?)^```$/gms)].flatMap(([, code]) => code ?? []);

describe('the README’s TypeScript', () => {
  let packed: PackedPackage;
  before(async () => {
    packed = await packPackage();
  });
  after(() => packed?.remove());

  const name = (index: number) => join(packed.project, `readme-${index + 1}`);

  it('compiles strictly against the types of the packed package', () => {
    assert(programs.length >= 2, `${programs.length} programs`);
    for (const [index, code] of programs.entries()) writeFileSync(`${name(index)}.mts`, code);
    const files = programs.map((_, index) => `${name(index)}.mts`);
    const strict = [
      '--strict',
      '--noUncheckedIndexedAccess',
      '--exactOptionalPropertyTypes',
      '--skipLibCheck',
      'false',
    ];
    const target = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--ignoreConfig'];
    try {
      execFileSync(
        process.execPath,
        [join(packageRoot, 'node_modules/typescript/bin/tsc'), ...strict, ...target, ...files],
        {
          cwd: packageRoot,
          encoding: 'utf8',
        },
      );
    } catch (error) {
      assert.fail(String((error as { stdout?: unknown }).stdout));
    }
  }).timeout(60_000);

  it('runs against the simulator', () => {
    const index = programs.findIndex((code) => code.includes('createSimulator('));
    const output = execFileSync(process.execPath, [`${name(index)}.mjs`], { encoding: 'utf8' });
    const lines = output.trim().split('\n');
    assert.match(lines[0] ?? '', /^12 breakers$/);
    assert.equal(lines.length, 5);
    for (const line of lines.slice(1, 4)) assert.match(line, /^\d{11} carries \d+(\.\d+)? A$/);
    assert.match(lines[4] ?? '', /^\d+ switching operations of the first one$/);
  }).timeout(60_000);
});

describe('the README’s pictures', () => {
  const shown = [...readme.matchAll(/!\[[^\]]+\]\(docs\/images\/([\w-]+\.png)\)/g)].flatMap(([, file]) => file ?? []);

  it('are those that `npm run screenshots` takes, each shown once', () => {
    const script = readFileSync(join(packageRoot, 'scripts/screenshots.mjs'), 'utf8');
    const taken = [...script.matchAll(/file: '([\w-]+)'/g)].map(([, file]) => `${file}.png`);
    assert.deepEqual([...shown].sort(), taken.sort());
    assert.deepEqual(readdirSync(join(packageRoot, 'docs/images')).sort(), taken);
  });

  it('are light and dark', () => {
    for (const theme of ['editor', 'dashboard']) assert(shown.includes(`${theme}-dark.png`), theme);
  });
});
