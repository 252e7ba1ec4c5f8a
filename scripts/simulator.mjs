import { existsSync } from 'node:fs';
import { installMissing, root } from './install.mjs';

// Standard output carries one JSON line only: what installing and building print goes to standard error.
const cli = `${root}dist/src/command-line/breakerflow-simulator.js`;
if (!existsSync(cli)) {
  const log = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  installMissing();
  const { build } = await import('./build.mjs');
  await build();
  process.stdout.write = log;
}
await import(cli);
