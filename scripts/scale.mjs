import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { bin, executable, installMissing, readJson, root, run } from './install.mjs';

/** The engines and the Debian package that brings each. */
const engines = { nginx: 'nginx-light', 'redis-server': 'redis-server', mosquitto: 'mosquitto' };
/** Never a dependency of the package: users install it where they choose Redis. */
const redis = '6.3.1';
const directory = `${root}.lanes/redis`;

const found = Object.fromEntries(Object.keys(engines).map((name) => [name, executable(name)]));
const missing = Object.entries(engines).filter(([name]) => found[name] === undefined);
if (missing.length > 0) {
  const packages = missing.map(([, name]) => name).join(' ');
  console.error(`The scale-out tests need real engines: apt-get install ${packages}`);
  process.exit(1);
}

installMissing();
const { build } = await import('./build.mjs');
const { prepareLanes } = await import('./lanes.mjs');
await build();
installRedisClient();
const env = {
  ...process.env,
  SCALE_LANES: JSON.stringify(prepareLanes()),
  SCALE_ENGINES: JSON.stringify(found),
  SCALE_REDIS_CLIENT: `${directory}/node_modules/redis`,
};
const options = ['--no-config', '--timeout', '240000', '--reporter', 'dist/test/reporter.js'];
run(bin('mocha'), [...options, 'dist/test/scale/**/*.scale.js', ...process.argv.slice(2)], { env });

function installRedisClient() {
  const manifest = `${directory}/node_modules/redis/package.json`;
  if (existsSync(manifest) && readJson(manifest).version === redis) return;
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${directory}/package.json`, '{ "private": true }\n');
  run('npm', ['install', '--prefix', directory, '--no-audit', '--no-fund', '--loglevel=error', `redis@${redis}`]);
}
