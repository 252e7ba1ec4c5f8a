import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';
import { type PackedPackage, packPackage } from './packed';

const page = readFileSync(join(packageRoot, 'docs/library.md'), 'utf8');
const programs = [...page.matchAll(/^```ts\n(.+?)^```$/gms)].flatMap(([, code]) => code ?? []);

/** What the programs of the page print, in their order. */
const outputs = [
  /^12 breakers\n(\d{11} carries \d+(\.\d+)? A\n){3}\d+ switching operations of the first one\n$/,
  /^$/,
  /^$/,
  /^2026-03-30T04:30:00.000Z 120\n2026-03-31T04:30:00.000Z 120\n$/,
  /^true\n$/,
  /^60 120\.0 1200\n$/,
];

describe('the programs of docs/library.md', () => {
  let packed: PackedPackage;
  before(async () => {
    packed = await packPackage();
  });
  after(() => packed?.remove());

  const name = (index: number) => join(packed.project, `program-${index + 1}`);

  it('compile strictly against the types of the packed package', () => {
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
    const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
    try {
      execFileSync(process.execPath, [tsc, ...strict, ...target, ...files], { cwd: packageRoot, encoding: 'utf8' });
    } catch (error) {
      assert.fail(String((error as { stdout?: unknown }).stdout));
    }
  }).timeout(60_000);

  it('print what the page says', () => {
    assert.equal(programs.length, outputs.length);
    for (const [index, output] of outputs.entries())
      assert.match(execFileSync(process.execPath, [`${name(index)}.mjs`], { encoding: 'utf8' }), output);
  }).timeout(60_000);

  it('use every entry of the package', () => {
    for (const entry of Object.keys(packed.manifest.exports).filter((path) => path !== './package.json'))
      assert(page.includes(`'${join(packed.manifest.name, entry)}'`), entry);
  });
});
