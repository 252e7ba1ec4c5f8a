import { assemble } from './assemble.mjs';
import { inBuildFolder, replaceFolder } from './build-folder.mjs';
import { bundle } from './bundle.mjs';
import { bin, installMissing, root, run } from './install.mjs';

/**
 * Compiles everything into dist/ and puts what Node-RED reads at its start into dist/palette. A type error fails it. Who runs
 * what was built before, or builds at the same time, has a whole dist/ at every moment but that of the exchange.
 */
export async function build() {
  installMissing();
  await inBuildFolder(`${root}.out`, async (folder) => {
    run(bin('tsc'), ['--project', 'tsconfig.json', '--outDir', `${folder}dist`, '--sourceRoot', root]);
    run(bin('tsc'), ['--project', 'tsconfig.editor.json']);
    await bundle(folder);
    await assemble(folder);
    for (const made of ['resources', 'dist']) replaceFolder(`${folder}${made}`, `${root}${made}`);
  });
}

if (import.meta.url === `file://${process.argv[1]}`) await build();
