import { installMissing, root, run } from './install.mjs';
import { findEngines, prepareRedisClient } from './scale-out.mjs';

installMissing();
const { build } = await import('./build.mjs');
await build();
const { found, install } = findEngines(['nginx', 'redis-server']);
// Without them the one row that needs them says so, and the others are measured.
const scaleOut =
  install === undefined
    ? { SCALE_ENGINES: JSON.stringify(found), SCALE_REDIS_CLIENT: prepareRedisClient() }
    : { SCALE_INSTALL: install };
const env = { ...process.env, ...scaleOut };
run(process.execPath, [`${root}dist/bench/main.js`, ...process.argv.slice(2)], { env });
