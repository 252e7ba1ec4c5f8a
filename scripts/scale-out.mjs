import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { executable, readJson, root, run } from './install.mjs';

/** The engines and the Debian package that brings each. */
const packages = { nginx: 'nginx-light', 'redis-server': 'redis-server', mosquitto: 'mosquitto' };
/** Never a dependency of the package: users install it where they choose Redis. */
const redis = '6.3.1';
const directory = `${root}.lanes/redis`;

/** Where each of these engines is, or how those that are missing are installed: {found} or {install}. */
export function findEngines(names = Object.keys(packages)) {
  const found = Object.fromEntries(names.map((name) => [name, executable(name)]));
  const missing = names.filter((name) => found[name] === undefined);
  return missing.length === 0
    ? { found }
    : { install: `apt-get install ${missing.map((name) => packages[name]).join(' ')}` };
}

/** The npm package `redis`, installed where missing: its path. */
export function prepareRedisClient() {
  const client = `${directory}/node_modules/redis`;
  const manifest = `${client}/package.json`;
  if (!existsSync(manifest) || readJson(manifest).version !== redis) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(`${directory}/package.json`, '{ "private": true }\n');
    run('npm', ['install', '--prefix', directory, '--no-audit', '--no-fund', '--loglevel=error', `redis@${redis}`]);
  }
  return client;
}
