import { bin, installMissing, run } from './install.mjs';
import { findEngines, prepareGenerators, prepareRedisClient } from './scale-out.mjs';

const { found, install } = findEngines();
if (install !== undefined) {
  console.error(`The scale-out tests need real engines: ${install}`);
  process.exit(1);
}

installMissing();
const { build } = await import('./build.mjs');
const { prepareLanes, prepareNodes } = await import('./lanes.mjs');
await build();
const env = {
  ...process.env,
  SCALE_LANES: JSON.stringify(prepareLanes()),
  SCALE_NODES: JSON.stringify(prepareNodes()),
  SCALE_ENGINES: JSON.stringify(found),
  SCALE_REDIS_CLIENT: prepareRedisClient(),
  SCALE_GENERATORS: prepareGenerators(),
};
const options = ['--no-config', '--timeout', '240000', '--reporter', 'dist/test/reporter.js'];
run(bin('mocha'), [...options, 'dist/test/scale/**/*.scale.js', ...process.argv.slice(2)], { env });
