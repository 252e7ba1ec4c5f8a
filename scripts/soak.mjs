import { installMissing, root, run } from './install.mjs';

installMissing();
const { build } = await import('./build.mjs');
await build();
run(process.execPath, ['dist/test/soak/main.js', ...process.argv.slice(2)], { cwd: root });
