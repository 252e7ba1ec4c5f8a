import { bin, installMissing, root, run } from './install.mjs';

// Every branch of the security core must be taken by the tests of its own modules: `npm run coverage`.
installMissing();
await (await import('./build.mjs')).build();
const { coreParts } = await import('./mutation/core.mjs');
const parts = coreParts();
const included = parts.flatMap(({ files }) => files.flatMap((file) => ['--include', `dist/${file}`]));
const whole = ['--check-coverage', '--branches', '100', '--lines', '100', '--statements', '100', '--functions', '0'];
const tests = parts.map(({ module }) => `dist/test/${module}/**/*.test.js`);
run(
  bin('c8'),
  [...included, ...whole, bin('mocha'), '--no-config', '--timeout', '10000', '--reporter', 'dot', ...tests],
  {
    cwd: root,
  },
);
