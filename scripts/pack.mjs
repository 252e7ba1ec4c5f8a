import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readJson, root } from './install.mjs';

const execute = promisify(execFile);
const outputMaxBytes = 8_388_608;

/** Packs what is built into a directory as `npm publish` would: the tarball, and what it holds. */
export async function pack(directory) {
  const args = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', directory];
  const { stdout } = await execute('npm', args, { cwd: root, maxBuffer: outputMaxBytes });
  // A list, or by name, as npm's version has it.
  const [packed] = Object.values(JSON.parse(stdout));
  if (packed === undefined) throw new Error(`npm pack reported nothing: ${stdout}`);
  const { filename, size, files } = packed;
  return { path: join(directory, filename), sizeBytes: size, files: files.map(({ path }) => path) };
}

/** Packs what is built and unpacks it where npm would put it below a directory: the tarball, and the package. */
export async function packInto(directory) {
  const tarball = await pack(directory);
  const unpacked = join(directory, 'node_modules', readJson(`${root}package.json`).name);
  mkdirSync(unpacked, { recursive: true });
  await execute('tar', ['-xzf', tarball.path, '--strip-components=1', '-C', unpacked]);
  return { tarball, unpacked };
}
