import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exitCodes } from '../../src/command-line/subcommand';
import { subcommands } from '../../src/command-line/subcommands';
import { environmentOf } from '../command-line/run-command';
import { packageRoot } from '../support/node-texts';
import { type SimulatedService, startService } from '../support/simulated-service';
import { type PackedPackage, packPackage } from './packed';

const execute = promisify(execFile);
const page = readFileSync(join(packageRoot, 'docs/command-line.md'), 'utf8');
const scripts = [...page.matchAll(/^```sh\n(.+?)^```$/gms)].flatMap(([, code]) => code ?? []);

describe('docs/command-line.md', () => {
  let packed: PackedPackage;
  let service: SimulatedService;
  before(async () => {
    packed = await packPackage();
    const bin = join(packed.project, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    for (const [name, file] of Object.entries(packed.manifest.bin))
      symlinkSync(join(packed.directory, file), join(bin, name));
    service = await startService();
  });
  after(async () => {
    await service?.close();
    packed?.remove();
  });

  it('has scripts that run as they stand with the packed package, in their order', async () => {
    const cwd = mkdtempSync(join(packed.project, 'shell-'));
    const path = `${join(packed.project, 'node_modules/.bin')}:${process.env.PATH}`;
    const env = { ...process.env, ...environmentOf(service), PATH: path };
    assert(scripts.length >= 5);
    await execute('bash', ['-euo', 'pipefail', '-c', scripts.join('\n')], { cwd, env, maxBuffer: 8_388_608 });
    // Of all that the page writes, it sends one.
    assert.deepEqual(
      service
        .requests()
        .flatMap(({ method, operation }) => (method === 'GET' ? [] : [operation]))
        .filter((id) => id !== 'token.create'),
      ['remoteHandle.setPosition'],
    );
  }).timeout(120_000);

  it('names every subcommand and every exit code', () => {
    for (const { name } of subcommands) assert(page.includes(`| \`${name}\` |`), name);
    for (const code of Object.values(exitCodes)) assert(page.includes(`| ${code} |`), String(code));
  });
});
