import { executable, installInto, root } from './install.mjs';

/** The engines and the Debian package that brings each. */
const packages = { nginx: 'nginx-light', 'redis-server': 'redis-server', mosquitto: 'mosquitto' };
/** Never a dependency of the package: users install it where they choose Redis. */
const redis = '6.3.1';
const directory = `${root}.lanes/redis`;

/** Generators of clients of other makers, which the tests run on docs/openapi.json; both run on Node.js 20. */
const generators = { '@hey-api/openapi-ts': '0.80.0', 'openapi-typescript-codegen': '0.31.0' };
const generatorsFolder = `${root}.lanes/clients`;

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
  installInto(directory, { redis });
  return `${directory}/node_modules/redis`;
}

/** The generators of clients, installed where missing: the folder of their commands. */
export function prepareGenerators() {
  installInto(generatorsFolder, generators);
  return `${generatorsFolder}/node_modules/.bin`;
}
