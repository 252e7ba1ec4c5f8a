import { installMissing, root, run } from './install.mjs';

installMissing();
const { build } = await import('./build.mjs');
await build();
run(process.execPath, [`${root}dist/bench/main.js`, ...process.argv.slice(2)]);
