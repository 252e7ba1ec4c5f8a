import { rmSync } from 'node:fs';
import { assemble } from './assemble.mjs';
import { bin, installMissing, root, run } from './install.mjs';

/** Compiles everything into dist/ and puts what Node-RED reads at its start into dist/palette. A type error fails it. */
export async function build() {
  installMissing();
  rmSync(`${root}dist`, { recursive: true, force: true });
  run(bin('tsc'), ['--project', 'tsconfig.json']);
  run(bin('tsc'), ['--project', 'tsconfig.editor.json']);
  await assemble();
}

if (import.meta.url === `file://${process.argv[1]}`) await build();
