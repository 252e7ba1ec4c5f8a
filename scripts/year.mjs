import { installMissing, root, run } from './install.mjs';

// Days of a simulated site with a real load manager: `npm run year`, or a day a season with `-- --short`.
installMissing();
const { build } = await import('./build.mjs');
await build();
run(process.execPath, ['dist/test/year/main.js', ...process.argv.slice(2)], { cwd: root });
