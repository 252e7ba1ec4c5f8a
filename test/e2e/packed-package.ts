import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Lane, root } from './lanes';
import { localRegistry } from './local-registry';

const execute = promisify(execFile);
const outputMaxBytes = 8_388_608;

/** The tarball as `npm publish` would send it. */
export interface Tarball {
  readonly path: string;
  readonly sizeBytes: number;
  readonly files: readonly string[];
}

/** The part of scripts/pack.mjs that is used here. */
interface PackScript {
  pack(directory: string): Promise<Tarball>;
}

let workshop: string | undefined;

/** A directory of this run, removed at its end. */
export function temporaryDirectory(name: string): string {
  workshop ??= mkdtempSync(join(tmpdir(), 'breakerflow-e2e-'));
  const directory = join(workshop, name);
  mkdirSync(directory, { recursive: true });
  return directory;
}

after('remove the directories of this run', function () {
  // A copied Node-RED has thousands of files.
  this.timeout(180_000);
  if (workshop !== undefined) rmSync(workshop, { recursive: true, force: true });
});

async function pack(): Promise<Tarball> {
  const script = (await import(pathToFileURL(join(root, 'scripts/pack.mjs')).href)) as PackScript;
  return script.pack(temporaryDirectory('pack'));
}

let packing: Promise<Tarball> | undefined;

/** Packs once a run. */
export function packedTarball(): Promise<Tarball> {
  packing ??= pack();
  return packing;
}

/** Lets npm install from the registry of this run alone, also where Node-RED starts it. */
export async function npmEnvironment(): Promise<Readonly<Record<string, string>>> {
  return { npm_config_registry: await localRegistry(), npm_config_cache: temporaryDirectory('npm-cache') };
}

/** Installs the tarball beside what a directory with a package.json has, with the lane's Node.js. */
export async function installTarball(lane: Lane, directory: string): Promise<void> {
  const { path } = await packedTarball();
  // npm runs on the Node.js that stands first in the path, and checks the package's engines against it.
  const onLane = { PATH: [dirname(lane.node), process.env.PATH].join(delimiter) };
  const env = { ...process.env, ...(await npmEnvironment()), ...onLane };
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--engine-strict', '--prefix', directory];
  await execute('npm', ['install', ...flags, path], { cwd: directory, env, maxBuffer: outputMaxBytes });
}

async function install(lane: Lane): Promise<string> {
  const directory = temporaryDirectory(`user-${lane.name}`);
  writeFileSync(join(directory, 'package.json'), '{ "name": "user", "private": true }\n');
  await installTarball(lane, directory);
  return directory;
}

const installing = new Map<Lane, Promise<string>>();

/** A user directory in which the lane's npm has installed the tarball, once a run. */
export function installedUserDirectory(lane: Lane): Promise<string> {
  const started = installing.get(lane) ?? install(lane);
  installing.set(lane, started);
  return started;
}

/** Where the installed package lies in that directory. */
export async function installedPackage(lane: Lane): Promise<string> {
  return join(await installedUserDirectory(lane), 'node_modules/@breakerflow/node-red-breakers');
}
