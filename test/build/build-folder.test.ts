import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../support/node-texts';

const script = pathToFileURL(join(packageRoot, 'scripts/build-folder.mjs')).href;

interface BuildFolders {
  inBuildFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T>;
}

describe('the folder that a build has for itself', () => {
  let parent: string;
  let folders: BuildFolders;
  beforeEach(async () => {
    parent = mkdtempSync(join(tmpdir(), 'breakerflow-build-'));
    folders = (await import(script)) as BuildFolders;
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  it('is there while it builds, and gone afterwards, whether the build succeeds or fails', async () => {
    assert(await folders.inBuildFolder(parent, async (folder) => existsSync(folder)));
    const failing = folders.inBuildFolder(parent, async () => {
      throw new Error('a type error');
    });
    await assert.rejects(failing, /a type error/);
    const { status } = spawnSync(process.execPath, ['--input-type=module'], {
      input: `import { inBuildFolder } from '${script}'; await inBuildFolder('${parent}', async () => process.exit(3));`,
    });
    assert.equal(status, 3);
    assert.deepEqual(readdirSync(parent), []);
  });

  it('is removed by the next build where its own was killed, and left alone while that lives', async () => {
    const { pid: dead } = spawnSync(process.execPath, ['--version']);
    for (const pid of [dead, process.ppid]) mkdirSync(join(parent, `build-${pid}`, 'dist'), { recursive: true });
    await folders.inBuildFolder(parent, async () => {});
    assert.deepEqual(readdirSync(parent), [`build-${process.ppid}`]);
  });

  it('takes the place of what was built before as a whole, however many builds end at once', async () => {
    const code = `
      import { mkdirSync, writeFileSync } from 'node:fs';
      import { inBuildFolder, replaceFolder } from '${script}';
      for (let round = 0; round < 40; round++)
        await inBuildFolder('${parent}/.out', async (folder) => {
          mkdirSync(folder + 'dist');
          for (const name of 'abc') writeFileSync(folder + 'dist/' + name, process.pid + ' ' + round);
          replaceFolder(folder + 'dist', '${parent}/dist');
        });`;
    const ends = [1, 2, 3].map(() => {
      const builder = spawn(process.execPath, ['--input-type=module'], { stdio: ['pipe', 'inherit', 'inherit'] });
      builder.stdin.end(code);
      return once(builder, 'exit');
    });
    for (const [status] of await Promise.all(ends)) assert.equal(status, 0);
    const built = readdirSync(join(parent, 'dist'));
    assert.deepEqual(built, ['a', 'b', 'c']);
    assert.equal(new Set(built.map((name) => readFileSync(join(parent, 'dist', name), 'utf8'))).size, 1);
    assert.deepEqual(readdirSync(join(parent, '.out')), []);
  }).timeout(20_000);
});
