import { randomInt } from 'node:crypto';
import { bin, installMissing, root, run } from './install.mjs';

// The same properties as in `npm test`, with other cases and twenty times as many: `npm run fuzz [times]`.
installMissing();
const { build } = await import('./build.mjs');
await build();
const [factor = '20', ...options] = process.argv.slice(2);
run(bin('mocha'), ['--no-config', '--timeout', '600000', 'dist/test/fuzz/**/*.test.js', ...options], {
  cwd: root,
  env: { FUZZ_SEED: String(randomInt(2 ** 31)), ...process.env, FUZZ_FACTOR: factor },
});
