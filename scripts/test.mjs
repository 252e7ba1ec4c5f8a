import { bin, installMissing, root, run } from './install.mjs';

installMissing();
const { build } = await import('./build.mjs');
await build();
run(bin('biome'), ['check', '--error-on-warnings', '.']);
run(process.execPath, ['scripts/reference.mjs', '--check']);
run(process.execPath, ['scripts/docs.mjs', 'build']);
run(bin('mocha'), process.argv.slice(2), { cwd: root });
