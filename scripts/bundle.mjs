import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import declarations from 'rollup-plugin-dts';
import { readJson, root } from './install.mjs';

const require = createRequire(import.meta.url);

/** Where what users run lies: the bundle, and a thin file for each name under which it can be had. */
export const libraryFolder = 'dist/library';

/**
 * Writes below `folder` what the package carries of the code: everything in one file, so that all node types meet in one device
 * queue, with each module evaluated at its first use as in the files that it is made of.
 */
export async function bundle(folder) {
  const { exports, 'node-red': nodeRed } = readJson(`${root}package.json`);
  const to = `${folder}${libraryFolder}/`;
  mkdirSync(to, { recursive: true });
  const entries = Object.values(exports).flatMap((entry) => (entry.default === undefined ? [] : [entryOf(entry)]));
  const programs = {
    'command-line': './src/command-line/breakerflow',
    simulator: './src/command-line/breakerflow-simulator',
    'rehearsal-child': './src/rehearsal/child/entry',
  };
  const contents = [
    table(
      'nodes',
      Object.keys(nodeRed.nodes).map((type) => [type, `./nodes/${type}/${type}`]),
    ),
    table(
      'library',
      entries.map((entry) => [entry, `./src/library/${entry}`]),
    ),
    table('programs', Object.entries(programs)),
  ].join('\n');
  const compiled = `${folder}dist`;
  await build({
    ...options,
    stdin: { contents, resolveDir: compiled, sourcefile: 'entries.js' },
    outfile: `${to}bundle.js`,
    plugins: [lazyNodeBeside],
  });
  // Node-RED loads it at every start, whether there is a node of ours or none.
  await build({ ...options, entryPoints: [`${compiled}/src/runtime/lazy-node.js`], outfile: `${to}lazy-node.js` });
  for (const entry of entries)
    writeFileSync(`${to}${entry}.js`, entryFile(entry, require(`${compiled}/src/library/${entry}`)));
  for (const program of Object.keys(programs))
    writeFileSync(`${to}${program}.js`, programFile(program), { mode: 0o755 });
  await writeDeclarations(entries, compiled, to);
}

const options = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  packages: 'external',
  sourcemap: 'external',
  legalComments: 'none',
};

/** One copy of it: what it knows of the types of nodes is asked for in the bundle. */
const lazyNodeBeside = {
  name: 'lazy-node beside the bundle',
  setup(setup) {
    setup.onResolve({ filter: /\/lazy-node$/ }, () => ({ path: './lazy-node', external: true }));
  },
};

const entryOf = ({ default: file }) => file.slice(`./${libraryFolder}/`.length, -'.js'.length);

function table(name, paths) {
  const rows = paths.map(([key, path]) => `  ${JSON.stringify(key)}: () => require(${JSON.stringify(path)}),`);
  return `exports.${name} = {\n${rows.join('\n')}\n};`;
}

function entryFile(entry, exported) {
  const names = Object.keys(exported).filter((name) => name !== '__esModule');
  return `'use strict';
module.exports = require('./bundle').library[${JSON.stringify(entry)}]();
// Never runs: an import statement of Node.js reads the names from it.
0 && (module.exports = { ${names.join(', ')} });
`;
}

function programFile(program) {
  return `#!/usr/bin/env node\n'use strict';\nrequire('./bundle').programs[${JSON.stringify(program)}]();\n`;
}

/** One declaration file an entry, with all types that its own name. */
async function writeDeclarations(entries, compiled, to) {
  const input = Object.fromEntries(entries.map((entry) => [entry, `${compiled}/src/library/${entry}.d.ts`]));
  const bundled = await rollup({ input, plugins: [declarations()], external: /^[^./]/ });
  await bundled.write({ dir: to, format: 'es' });
  await bundled.close();
}
