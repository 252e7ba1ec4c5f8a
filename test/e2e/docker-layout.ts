import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Lane } from './lanes';
import { temporaryDirectory } from './packed-package';

const execute = promisify(execFile);

/** The two folders of Node-RED's docker image, below one folder of this run. */
interface DockerLayout {
  /** `/usr/src/node-red`, where Node-RED is installed and started. */
  readonly home: string;
  /** `/data`, its user directory. */
  readonly data: string;
  readonly script: string;
}

/** What a package and those that it requires are below, at the top of the folder of modules in which all of them are. */
function neededBy(name: string, modules: string): ReadonlySet<string> {
  const folders = new Set([join(modules, name)]);
  for (const folder of folders) {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = folderOf(needed, folder);
      if (found !== undefined) folders.add(found);
    }
  }
  return new Set([...folders].map((folder) => /^(@[^/]+\/)?[^/]+/.exec(relative(modules, folder))?.[0] ?? ''));

  /** As Node.js looks for it, but not above; undefined for an optional one that is not there. */
  function folderOf(needed: string, from: string): string | undefined {
    for (let folder = from; folder.startsWith(modules); folder = dirname(folder)) {
      const found = join(folder, 'node_modules', needed);
      if (existsSync(found)) return found;
    }
    const atTop = join(modules, needed);
    return existsSync(atTop) ? atTop : undefined;
  }
}

/**
 * Node-RED as its docker image has it, copied and not linked: where it looks for nodes, and where these find other packages, depends on
 * the folders in which the files really are.
 */
async function copyNodeRed(lane: Lane): Promise<string> {
  const home = temporaryDirectory(`docker-${lane.name}/usr/src/node-red`);
  const modules = dirname(dirname(lane.script));
  const byFolder = new Map<string, string[]>();
  for (const name of neededBy('node-red', modules)) {
    const target = dirname(join(home, 'node_modules', name));
    byFolder.set(target, [...(byFolder.get(target) ?? []), join(modules, name)]);
  }
  for (const [target, sources] of byFolder) {
    mkdirSync(target, { recursive: true });
    await execute('cp', ['-R', ...sources, target]);
  }
  const { version } = JSON.parse(readFileSync(join(modules, 'node-red/package.json'), 'utf8'));
  const manifest = { name: 'node-red-docker', private: true, dependencies: { 'node-red': version } };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  return home;
}

const copying = new Map<Lane, Promise<string>>();

/** One Node-RED a lane, copied once a run, with a user directory by that name. */
export async function dockerLayout(lane: Lane, name: string): Promise<DockerLayout> {
  const started = copying.get(lane) ?? copyNodeRed(lane);
  copying.set(lane, started);
  const home = await started;
  const data = temporaryDirectory(`docker-${lane.name}/${name}`);
  return { home, data, script: join(home, 'node_modules/node-red/red.js') };
}
