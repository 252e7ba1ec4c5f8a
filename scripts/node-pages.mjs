import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readExamples } from './examples.mjs';
import { helpSource } from './help.mjs';
import { readJson, root } from './install.mjs';

const ownNodes = readJson(`${root}package.json`)['node-red'].nodes;

/** The pages docs/nodes/<type>.md and their index, as [file, text]: the help, the fields, the examples. */
export function nodePages(outDir) {
  const require = createRequire(import.meta.url);
  const types = Object.keys(ownNodes).map((type) => ({
    type,
    ...require(join(outDir, 'nodes', type, `${type}.fields.js`)),
    texts: readJson(`${root}nodes/${type}/locales/en-US/${type}.json`)[type],
    help: helpSource(type).trim(),
  }));
  const examples = readExamples();
  return [
    [`${root}docs/nodes/README.md`, index(types)],
    ...types.map((node) => [`${root}docs/nodes/${node.type}.md`, page(node, examples)]),
  ];
}

const generated = 'Generated from the help of the nodes by `npm run reference`; do not edit.';

function index(types) {
  const line = ({ type, palette, help }) =>
    `- [${title(type)}](${type}.md)${palette.category === 'config' ? ' (configuration)' : ''}: ${help.split('\n')[0]}`;
  return `# The nodes\n\n${types.map(line).join('\n')}\n\n${generated}\n`;
}

function page({ type, fields, texts, help }, examples) {
  const own = examples.filter(({ flow }) => flow.some((node) => node.type === type));
  return `${[
    `# ${title(type)}`,
    help,
    '## Fields',
    'In the dialog, and under which name a flow file stores them.',
    fieldTable(fields, texts),
    ...(own.length === 0
      ? []
      : ['## Examples', own.map(({ slug, title }) => `- [${title}](../cookbook/${slug}.md)`).join('\n')]),
    `[All nodes](README.md). ${generated}`,
  ].join('\n\n')}\n`;
}

function title(type) {
  return type.replaceAll('-', ' ');
}

function fieldTable(fields, { label, choice = {}, tip = {} }) {
  const shown = Object.entries(fields).filter(([, { kind, like }]) => kind !== 'version' && like === undefined);
  const rows = shown.map(([name, field]) => [
    label[name],
    `\`${name}\``,
    valueWords(field, choice[name]),
    defaultWords(field, choice[name]),
    tip[name] ?? '',
  ]);
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(['Field', 'Name', 'Values', 'Default', 'Notes']), line(Array(5).fill('---')), ...rows.map(line)].join(
    '\n',
  );
}

const sources = {
  str: 'text',
  num: 'number',
  bool: 'boolean',
  json: 'JSON',
  msg: 'message',
  flow: 'flow context',
  global: 'global context',
  env: 'environment',
  jsonata: 'JSONata',
  date: 'now',
};

function valueWords(field, choices) {
  switch (field.kind) {
    case 'number': {
      const unit = field.unit === undefined ? '' : ` ${field.unit}`;
      const bounds =
        field.min === undefined
          ? field.max === undefined
            ? 'number'
            : `at most ${field.max}`
          : field.max === undefined
            ? `from ${field.min}`
            : `${field.min} to ${field.max}`;
      return bounds + unit;
    }
    case 'choice':
      return field.options.map((option) => choices[option]).join('; ');
    case 'flag':
      return 'yes or no';
    case 'list':
      return 'devices';
    case 'rows':
      return 'list of rows';
    case 'config':
      // A type of Node-RED's own, such as tls-config, has no page here.
      return field.type in ownNodes ? `[${title(field.type)}](${field.type}.md)` : `${title(field.type)} of Node-RED`;
    case 'typed':
      return field.sources.map((source) => sources[source] ?? source).join(', ');
    case 'secret':
      return 'secret';
    default:
      return field.picker ?? 'text';
  }
}

function defaultWords(field, choices) {
  if (field.kind === 'choice') return choices[field.default];
  if (field.kind === 'flag') return field.default ? 'yes' : 'no';
  if (field.kind === 'typed' && field.default !== '')
    return `\`${field.sources[0] === 'msg' ? 'msg.' : ''}${field.default}\``;
  const value = field.default ?? '';
  if (value === '' || Array.isArray(value)) return '';
  return `\`${value}\`${field.unit === undefined ? '' : ` ${field.unit}`}`;
}
