import { assemble } from './assemble.mjs';
import { inBuildFolder, replaceFolder } from './build-folder.mjs';
import { bundle } from './bundle.mjs';
import { installMissing, root, run } from './install.mjs';

/** Two packages have a command `tsc`, and npm links the one or the other. */
const compiler = `${root}node_modules/typescript/bin/tsc`;

/**
 * Compiles everything into dist/ and puts what Node-RED reads at its start into dist/palette. A type error fails it. Who runs
 * what was built before, or builds at the same time, has a whole dist/ at every moment but that of the exchange.
 */
export async function build() {
  installMissing();
  await inBuildFolder(`${root}.out`, async (folder) => {
    run(compiler, ['--project', 'tsconfig.json', '--outDir', `${folder}dist`, '--sourceRoot', root]);
    run(compiler, ['--project', 'tsconfig.editor.json']);
    await bundle(folder);
    await assemble(folder);
    for (const made of ['resources', 'dist']) replaceFolder(`${folder}${made}`, `${root}${made}`);
  });
}

if (import.meta.url === `file://${process.argv[1]}`) await build();
