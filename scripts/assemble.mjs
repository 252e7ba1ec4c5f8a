import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative } from 'node:path';
import { build } from 'esbuild';
import { libraryFolder } from './bundle.mjs';
import { form } from './form.mjs';
import { helpElement } from './help.mjs';
import { readJson, root } from './install.mjs';
import { assembleSidebar } from './sidebar.mjs';
import { ascii, assembleTexts, withTextKeys } from './texts.mjs';

const require = createRequire(import.meta.url);
/** The package's shared editor code travels in this node's html, which the palette loads first, and all texts are its own. */
const carrier = 'breaker-account';
/** Told to the page when the shared editor code is there: of a package just installed, the editor asks for all html at once. */
const arrival = 'breakerflow-arrived';

/**
 * Writes beside what is compiled in `<folder>dist` what package.json names: for each node a lazy entry and its html with its help, and
 * beside them the icons and the texts.
 */
export async function assemble(folder) {
  const { nodes, plugins } = readJson(`${root}package.json`)['node-red'];
  const types = Object.keys(nodes);
  if (types[0] !== carrier) throw new Error(`${carrier} must be the first node of package.json`);
  const to = {
    dist: `${folder}dist/`,
    // What Node-RED reads at every start: folders that many share, because it looks for icons and package.json in each. One has
    // no `locales`, so that for what lies there it looks for no texts.
    icons: `${folder}dist/palette/icons/`,
    // What a dialog loads when it is opened; Node-RED serves this folder.
    resources: `${folder}resources/`,
  };
  const places = Object.values({ ...nodes, ...plugins }).map((file) => `${folder}${dirname(file)}`);
  for (const made of [...places, to.icons, to.resources]) mkdirSync(made, { recursive: true });
  for (const type of types) await assembleNode(type, nodes[type], folder, to);
  assembleTexts(types, carrier, `${folder}${dirname(nodes[carrier])}`);
  await assembleSidebar(bundling, folder, to);
}

async function assembleNode(type, file, folder, { dist, icons, resources }) {
  const source = `${root}nodes/${type}/`;
  const { fields, palette: look } = require(`${dist}nodes/${type}/${type}.fields.js`);
  const { fieldGroups, ...names } = require(`${dist}src/fields`);
  const { textKey } = require(`${dist}src/admin-api/text-key`);
  const layout = `${source}${type}.html`;
  const dialog = form(type, fields, existsSync(layout) ? readFileSync(layout, 'utf8') : '', fieldGroups);
  const html = [
    ...(type === carrier ? [script(`${await sharedEditor()}\ndispatchEvent(new Event(${literal(arrival)}));`)] : []),
    `<script type="text/html" data-template-name="${type}">\n${ascii(withTextKeys(dialog, textKey))}</script>`,
    script(registration(type, fields, look, { ...names, textKey }, await nodeEditor(type))),
    ascii(helpElement(type)),
  ].join('\n');
  const path = `${folder}${file}`;
  writeFileSync(path.replace(/js$/, 'html'), html);
  if (existsSync(`${source}${type}.panel.editor.ts`)) writeFileSync(`${resources}${type}.js`, await panelScript(type));
  writeFileSync(path, lazyEntry(type, fields, relative(dirname(path), `${folder}${libraryFolder}`)));
  if (look.icon !== undefined) cpSync(`${root}icons/${look.icon}`, `${icons}${look.icon}`);
}

// Node-RED loads an entry that knows the type's name and credentials; the node behind it is loaded with its first use.
function lazyEntry(type, fields, library) {
  const node = { type, credentials: credentialsOf(fields), ...(type === carrier ? { adminPath: '/breakerflow' } : {}) };
  return `'use strict';
Object.defineProperty(exports, '__esModule', { value: true });
const { lazyNode } = require('${library}/lazy-node');
exports.default = lazyNode(${literal(node)}, () => require('${library}/bundle').nodes[${literal(type)}]().default);
`;
}

function credentialsOf(fields) {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { kind }]) => kind === 'secret' || kind === 'identifier')
      .map(([name, { kind }]) => [name, { type: kind === 'secret' ? 'password' : 'text' }]),
  );
}

function script(code) {
  const ascii = code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  // A closing tag inside a string literal would end the script element.
  return `<script type="text/javascript">\n${ascii.replaceAll('</script', '<\\/script')}\n</script>`;
}

const bundling = {
  bundle: true,
  write: false,
  format: 'iife',
  target: 'es2022',
  platform: 'browser',
  minify: true,
  legalComments: 'none',
};

async function sharedEditor() {
  const { outputFiles } = await build({
    ...bundling,
    entryPoints: [`${root}src/editor/index.ts`],
    globalName: 'breakerflow',
  });
  return outputFiles[0].text;
}

/** Where editor code of a node finds in the page what all nodes share. */
const sharedModules = { editor: 'breakerflow', fields: 'breakerflow.fields' };
const sharedPlugin = {
  name: 'shared modules',
  setup(setup) {
    setup.onResolve({ filter: /\/src\/(editor|fields)$/ }, ({ path }) => ({
      path: path.slice(path.lastIndexOf('/') + 1),
      namespace: 'shared',
    }));
    // The table of circuits and the panel of a trial are bundled into what is loaded with them, and find the rest there too.
    setup.onResolve({ filter: /^\.\.$/ }, ({ importer }) =>
      /\/src\/editor\/(circuits|trial)\//.test(importer) ? { path: 'editor', namespace: 'shared' } : undefined,
    );
    setup.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => ({
      contents: `module.exports = ${sharedModules[path]};`,
    }));
  },
};

async function nodeEditor(type) {
  const { outputFiles } = await build({
    ...bundling,
    globalName: 'node',
    stdin: {
      contents: `export { editor } from './${type}.editor'; export { fields } from './${type}.fields';`,
      resolveDir: `${root}nodes/${type}`,
      loader: 'ts',
    },
    plugins: [sharedPlugin],
  });
  return outputFiles[0].text;
}

/** The part of a node's editor code that only its open dialog needs, as a module of its own: the palette stays small. */
async function panelScript(type) {
  const { outputFiles } = await build({
    ...bundling,
    format: 'esm',
    minify: true,
    entryPoints: [`${root}nodes/${type}/${type}.panel.editor.ts`],
    plugins: [sharedPlugin],
  });
  return outputFiles[0].text;
}

// The flow library reads this call as text: its argument is a literal, with functions that only pass on.
function registration(type, fields, look, { droppedProperties, versionProperty, textKey }, bundle) {
  const defaults = [
    ...Object.entries(fields).flatMap(([name, field]) => defaultLines(name, field)),
    `${versionProperty}: { ${validator(versionProperty)} }`,
    // Without them the editor would lose what a flow of an older version has.
    ...droppedProperties(fields).map((name) => `${name}: {}`),
  ];
  const credentials = Object.entries(fields)
    .filter(([, field]) => field.kind === 'secret' || field.kind === 'identifier')
    .map(([name, field]) => `${name}: { type: ${field.kind === 'secret' ? "'password'" : "'text'"} }`);
  const lines = [
    `category: ${literal(look.category)}`,
    ...(look.color === undefined ? [] : [`color: ${literal(look.color)}`]),
    ...(look.icon === undefined ? [] : [`icon: ${literal(look.icon)}`]),
    ...(look.inputs === undefined ? [] : [`inputs: ${look.inputs}`]),
    ...(look.outputs === undefined ? [] : [`outputs: ${look.outputs}`]),
    ...(look.outputLabels === undefined ? [] : [outputLabels(textKey(`${type}.output.`), look.outputLabels)]),
    ...(look.hasUsers === undefined ? [] : [`hasUsers: ${look.hasUsers}`]),
    ...(look.align === undefined ? [] : [`align: ${literal(look.align)}`]),
    `defaults: {\n      ${defaults.join(',\n      ')}\n    }`,
    ...(credentials.length === 0 ? [] : [`credentials: {\n      ${credentials.join(',\n      ')}\n    }`]),
    `label: function () { return breakerflow.label(this, node); }`,
    `labelStyle: function () { return this.name ? 'node_label_italic' : ''; }`,
    ...(look.category === 'config' ? [] : [`paletteLabel: ${literal(type.replaceAll('-', ' '))}`]),
    `onadd: function () { breakerflow.added(this, node); }`,
    `oneditprepare: function () { breakerflow.prepare(this, node); }`,
    `oneditsave: function () { return breakerflow.save(this, node); }`,
    `oneditcancel: function () { breakerflow.cancel(this, node); }`,
    `oneditresize: function (size) { breakerflow.resize(this, node, size); }`,
  ];
  return `(function register() {
  if (!globalThis.breakerflow) return addEventListener(${literal(arrival)}, register, { once: true });
${bundle}
  breakerflow.writeForm(${literal(type)}, node.fields, ${look.category === 'config'});
  RED.nodes.registerType(${literal(type)}, {\n    ${lines.join(',\n    ')}\n  });
})();`;
}

function defaultLines(name, field) {
  const validate = validator(name);
  switch (field.kind) {
    case 'version':
    case 'secret':
    case 'identifier':
      return [];
    case 'config':
      // Node-RED's own check knows no conditions, and with `required: false` it would not ask ours about an empty value.
      return field.when === undefined
        ? [`${name}: { value: '', type: ${literal(field.type)}, required: ${field.required === true} }`]
        : [`${name}: { value: '', type: ${literal(field.type)}, ${validate} }`];
    case 'typed':
      return [
        `${name}: { value: ${literal(field.default)}, ${validate} }`,
        `${name}Type: { value: ${literal(field.sources[0])} }`,
      ];
    default:
      return [`${name}: { value: ${literal(field.default)}, ${validate} }`];
  }
}

function outputLabels(key, names) {
  return `outputLabels: function (index) { return RED._(${literal(key)} + ${literal(names)}[index]); }`;
}

function validator(name) {
  return `validate: function (value, opt) { return breakerflow.validate(this, node, ${literal(name)}, value, opt); }`;
}

function literal(value) {
  return JSON.stringify(value);
}
