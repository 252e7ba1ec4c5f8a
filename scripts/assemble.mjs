import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { readJson, root } from './install.mjs';

const require = createRequire(import.meta.url);
/** The package's shared editor code travels in this node's html, which the palette loads first. */
const carrier = 'breaker-account';

/** Writes each node's html, locales and icons beside its compiled JavaScript. */
export async function assemble() {
  const { nodes } = readJson(`${root}package.json`)['node-red'];
  const types = Object.keys(nodes);
  if (types[0] !== carrier) throw new Error(`${carrier} must be the first node of package.json`);
  for (const type of types) await assembleNode(type);
}

async function assembleNode(type) {
  const source = `${root}nodes/${type}/`;
  const target = `${root}dist/nodes/${type}/`;
  mkdirSync(target, { recursive: true });
  const { fields, palette } = require(`${target}${type}.fields.js`);
  const html = [
    ...(type === carrier ? [script(await sharedEditor())] : []),
    `<script type="text/html" data-template-name="${type}">\n${form(type, fields, palette, readFileSync(`${source}${type}.html`, 'utf8'))}</script>`,
    script(registration(type, fields, palette, await nodeEditor(type))),
  ].join('\n');
  writeFileSync(`${target}${type}.html`, html);
  if (existsSync(`${source}locales`)) cpSync(`${source}locales`, `${target}locales`, { recursive: true });
  if (palette.icon !== undefined) {
    mkdirSync(`${target}icons`, { recursive: true });
    cpSync(`${root}icons/${palette.icon}`, `${target}icons/${palette.icon}`);
  }
}

// {{name}} in a form stands for the row of that field; a field without a row, or a row without a field, fails the build.
function form(type, fields, palette, template) {
  const named = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  const missing = Object.keys(fields).filter((name) => !named.includes(name));
  const unknown = named.filter((name) => fields[name] === undefined);
  if (missing.length > 0 || unknown.length > 0)
    throw new Error(`${type}.html: fields without a row: ${missing}; rows without a field: ${unknown}`);
  const prefix = palette.category === 'config' ? 'node-config-input' : 'node-input';
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => row(type, name, `${prefix}-${name}`, fields[name]));
}

function row(type, name, id, field) {
  const label = `<span data-i18n="${type}.label.${name}"></span>`;
  const kind = `breakerflow-row breakerflow-${field.kind}`;
  if (field.kind === 'flag')
    return `<div class="form-row ${kind}" data-field="${name}"><label for="${id}"><input type="checkbox" id="${id}"> ${label}</label></div>`;
  return `<div class="form-row ${kind}" data-field="${name}"><label for="${id}">${label}</label>${control(type, name, id, field)}</div>`;
}

function control(type, name, id, field) {
  switch (field.kind) {
    case 'choice':
      return `<select id="${id}">${field.options
        .map((option) => `<option value="${option}" data-i18n="${type}.choice.${name}.${option}"></option>`)
        .join('')}</select>`;
    case 'number': {
      const unit = field.unit === undefined ? '' : ` <span class="breakerflow-unit">${field.unit}</span>`;
      const bounds = ['min', 'max'].map((bound) => (field[bound] === undefined ? '' : ` ${bound}="${field[bound]}"`));
      return `<input type="number" id="${id}"${bounds.join('')} step="${field.integer ? 1 : 'any'}">${unit}`;
    }
    case 'list':
      return `<div class="breakerflow-picker"></div>`;
    case 'typed':
      return `<input type="text" id="${id}"><input type="hidden" id="${id}Type">`;
    case 'secret':
      return `<input type="password" id="${id}" autocomplete="new-password">`;
    default:
      return field.multiline ? `<textarea id="${id}" rows="4"></textarea>` : `<input type="text" id="${id}">`;
  }
}

function script(code) {
  // A closing tag inside a string literal would end the script element.
  return `<script type="text/javascript">\n${code.replaceAll('</script', '<\\/script')}\n</script>`;
}

const bundling = {
  bundle: true,
  write: false,
  format: 'iife',
  target: 'es2022',
  platform: 'browser',
  charset: 'utf8',
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

async function nodeEditor(type) {
  const { outputFiles } = await build({
    ...bundling,
    globalName: 'node',
    stdin: {
      contents: `export { editor } from './${type}.editor'; export { fields } from './${type}.fields';`,
      resolveDir: `${root}nodes/${type}`,
      loader: 'ts',
    },
    plugins: [
      {
        name: 'shared editor',
        setup(setup) {
          setup.onResolve({ filter: /\/src\/editor$/ }, () => ({ path: 'shared', namespace: 'shared' }));
          setup.onLoad({ filter: /.*/, namespace: 'shared' }, () => ({ contents: 'module.exports = breakerflow;' }));
        },
      },
    ],
  });
  return outputFiles[0].text;
}

// The flow library reads this call as text: its argument is a literal, with functions that only pass on.
function registration(type, fields, palette, bundle) {
  const defaults = Object.entries(fields).flatMap(([name, field]) => defaultLines(name, field));
  const credentials = Object.entries(fields)
    .filter(([, field]) => field.kind === 'secret' || field.kind === 'identifier')
    .map(([name, field]) => `${name}: { type: ${field.kind === 'secret' ? "'password'" : "'text'"} }`);
  const lines = [
    `category: ${literal(palette.category)}`,
    ...(palette.color === undefined ? [] : [`color: ${literal(palette.color)}`]),
    ...(palette.icon === undefined ? [] : [`icon: ${literal(palette.icon)}`]),
    ...(palette.inputs === undefined ? [] : [`inputs: ${palette.inputs}`]),
    ...(palette.outputs === undefined ? [] : [`outputs: ${palette.outputs}`]),
    ...(palette.outputLabels === undefined ? [] : [`outputLabels: ${literal(palette.outputLabels)}`]),
    ...(palette.align === undefined ? [] : [`align: ${literal(palette.align)}`]),
    `defaults: {\n      ${defaults.join(',\n      ')}\n    }`,
    ...(credentials.length === 0 ? [] : [`credentials: {\n      ${credentials.join(',\n      ')}\n    }`]),
    `label: function () { return node.editor.label(this); }`,
    `labelStyle: function () { return this.name ? 'node_label_italic' : ''; }`,
    ...(palette.category === 'config' ? [] : [`paletteLabel: ${literal(type.replaceAll('-', ' '))}`]),
    `oneditprepare: function () { breakerflow.prepare(this, node); }`,
    `oneditsave: function () { return breakerflow.save(this, node); }`,
    `oneditcancel: function () { breakerflow.cancel(this, node); }`,
    `oneditresize: function (size) { breakerflow.resize(this, node, size); }`,
  ];
  return `(function () {\n${bundle}\n  RED.nodes.registerType(${literal(type)}, {\n    ${lines.join(',\n    ')}\n  });\n})();`;
}

function defaultLines(name, field) {
  const validate = `validate: function (value, opt) { return breakerflow.validate(this, node, ${literal(name)}, value, opt); }`;
  switch (field.kind) {
    case 'secret':
    case 'identifier':
      return [];
    case 'config':
      // Node-RED's own check knows no conditions.
      return field.when === undefined
        ? [`${name}: { value: '', type: ${literal(field.type)}, required: ${field.required === true} }`]
        : [`${name}: { value: '', type: ${literal(field.type)}, required: false, ${validate} }`];
    case 'typed':
      return [
        `${name}: { value: ${literal(field.default)}, ${validate} }`,
        `${name}Type: { value: ${literal(field.sources[0])} }`,
      ];
    default:
      return [`${name}: { value: ${literal(field.default)}, ${validate} }`];
  }
}

function literal(value) {
  return JSON.stringify(value);
}
