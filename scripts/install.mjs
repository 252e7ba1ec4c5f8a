import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in the project's root and ends this process when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

export function bin(name) {
  return `${root}node_modules/.bin/${name}`;
}

/**
 * Installs what package-lock.json names when it is not there yet or older than the lock file. Not `npm ci`: it refuses a
 * lock file without the optional packages of platforms that the registry at hand does not carry.
 */
export function installMissing() {
  const marker = `${root}node_modules/.package-lock.json`;
  const lock = `${root}package-lock.json`;
  const current = existsSync(marker) && statSync(marker).mtimeMs >= statSync(lock).mtimeMs;
  if (!current) run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
}

export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Where a program is, or undefined; Debian keeps servers where users without rights do not search. */
export function executable(name) {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed(folder, name) {
  const manifest = `${folder}/node_modules/${name}/package.json`;
  return existsSync(manifest) ? readJson(manifest).version : undefined;
}

/** Installs packages into a folder, unless it has these versions already. */
export function installInto(folder, versions) {
  const wanted = Object.entries(versions);
  if (wanted.every(([name, version]) => installed(folder, name) === version)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{ "private": true }\n');
  const packages = wanted.map(([name, version]) => `${name}@${version}`);
  run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', ...packages]);
}
