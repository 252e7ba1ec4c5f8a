import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { readExamples } from './examples.mjs';
import { flowPicture } from './flow-picture.mjs';
import { readJson, root } from './install.mjs';
import { looksOf } from './node-looks.mjs';

const generated = 'Generated from the example by `npm run reference`; do not edit.';

/** The pages docs/cookbook/<example>.md with their pictures, and their index, as [file, text]. */
export function cookbookPages(outDir) {
  const looks = looksOf(outDir);
  const ours = Object.keys(readJson(`${root}package.json`)['node-red'].nodes);
  const writes = writesOf(outDir);
  const examples = readExamples();
  return [
    [`${root}docs/cookbook/index.md`, index(examples)],
    ...examples.flatMap((example) => [
      [`${root}docs/cookbook/${example.slug}.md`, page(example, ours, writes)],
      [`${root}docs/cookbook/images/${example.slug}.svg`, flowPicture(example.flow, looks)],
    ]),
  ];
}

function index(examples) {
  const folders = [...new Set(examples.map(({ folder }) => folder))];
  const line = ({ slug, title, about }) => `- [${title}](${slug}.md): ${markdown(firstSentence(about[0]))}`;
  return `${[
    '# Cookbook',
    'Flows that do a whole job, each with its picture. They come with the nodes, under *Import → Examples → @breakerflow/node-red-breakers*, and all but those that need another program run on the built-in simulator as they are imported.',
    ...folders.flatMap((folder) => [
      `## ${groupName(folder)}`,
      examples
        .filter((example) => example.folder === folder)
        .map(line)
        .join('\n'),
    ]),
    generated,
  ].join('\n\n')}\n`;
}

const firstSentence = (text) => /^.*?[.?!](?= |$)/.exec(text)?.[0] ?? text;

function groupName(folder) {
  const words = folder.replace(/^\d+-/, '').replaceAll('-', ' ');
  return words[0].toUpperCase() + words.slice(1);
}

function page(example, ours, writes) {
  const { flow, slug, title, about, path, folder } = example;
  const [, ...comments] = flow.filter(({ type }) => type === 'comment');
  return `${[
    `# ${title}`,
    ...about.map(markdown),
    `![The flow ${title}: its nodes and wires](images/${slug}.svg)`,
    ...comments.map(({ name, info }) => `**${name}.** ${markdown(info)}`),
    '## Nodes',
    nodeList(flow, ours),
    '## Import it',
    `*Import → Examples → @breakerflow/node-red-breakers → ${folder} → ${basename(path, '.json')}*, or [the file](../../examples/${path}).${flow.some(({ account }) => account) ? ' Where there is no account, the built-in simulator is added.' : ''}`,
    '## With your own site',
    toSet(example, ours, writes).join('\n'),
    `[All examples](index.md). ${generated}`,
  ].join('\n\n')}\n`;
}

function nodeList(flow, ours) {
  const types = [...new Set(flow.map(({ type }) => type))].filter((type) => !['tab', 'comment'].includes(type)).sort();
  const link = (type) => `[${type.replaceAll('-', ' ')}](../nodes/${type}.md)`;
  const names = (type) =>
    flow
      .filter((node) => node.type === type && node.name)
      .map(({ name }) => `"${name}"`)
      .join(', ');
  return [
    ...types
      .filter((type) => ours.includes(type))
      .map((type) => `- ${link(type)}${names(type) === '' ? '' : `: ${markdown(names(type))}`}`),
    `- of others: ${types.filter((type) => !ours.includes(type)).join(', ')}`,
  ].join('\n');
}

/** Tells of a node as it is stored whether it writes to the service. */
function writesOf(outDir) {
  const require = createRequire(import.meta.url);
  const { actionOf } = require(join(outDir, 'nodes', 'breaker-control', 'actions.js'));
  const { rowOf } = require(join(outDir, 'src', 'catalog'));
  const always = {
    'breaker-control': ({ action }) => !actionOf(action)?.reads,
    'cloud-call': ({ operationFrom, operation }) => operationFrom !== 'picked' || rowOf(operation).method !== 'GET',
  };
  return (node) => {
    const { dryRun } = require(join(outDir, 'nodes', node.type, `${node.type}.fields.js`)).fields;
    if (dryRun === undefined) return false;
    return (always[node.type] ?? dryRun.when ?? (() => true))(node);
  };
}

/** What has to be set before the flow works on a real account, as a list. */
function toSet({ flow, env, toChange }, types, writes) {
  const ours = flow.filter(({ type }) => types.includes(type));
  return [
    ...(ours.some(({ account }) => account)
      ? ['- Choose your account when the editor asks for which one the example is.']
      : []),
    ...toName(flow),
    ...(ours.some(({ endpoint }) => endpoint)
      ? ['- Give the [breaker endpoint](../nodes/breaker-endpoint.md) a public address that the service can reach.']
      : []),
    ...(env.length > 0
      ? [
          `- Set ${env.map(({ name }) => `\`${name}\``).join(', ')} in the properties of the flow (double click on its tab).`,
        ]
      : []),
    ...(flow.some(({ type }) => type.startsWith('ui-'))
      ? ['- Install the palette `@flowfuse/node-red-dashboard`.']
      : []),
    ...(ours.some(writes)
      ? ['- Until [the account](../nodes/breaker-account.md) is armed, nothing is sent: every command is a dry run.']
      : []),
    ...toChange.map((line) => `- ${markdown(line)}`),
  ];
}

/** The nodes that name circuits and locations of the simulated site; those that name the same are one line. */
function toName(flow) {
  const nodes = new Map();
  for (const node of flow.filter(({ type }) => type !== 'breaker-directory')) {
    const names = referencesIn(node).join(', ');
    if (names !== '') nodes.set(names, [...(nodes.get(names) ?? []), `"${node.name || node.type}"`]);
  }
  const hasDirectory = flow.some(({ type }) => type === 'breaker-directory');
  return [
    ...[...nodes].map(([names, of]) => `- ${[...new Set(of)].join(', ')}: in place of ${names}, name your own.`),
    ...(hasDirectory ? ['- Enter your circuits in the [circuit directory](../nodes/breaker-directory.md).'] : []),
  ];
}

/** The circuits and locations of the simulated site that a node names. */
function referencesIn(node) {
  const found = JSON.stringify(node).matchAll(/\b(circuit|location)\(([^()]+)\)/g);
  return [...new Set([...found].map(([, , name]) => name))];
}

/** A text of an example as Markdown: what is to be typed or read as it stands is code. */
function markdown(text) {
  return text
    .replace(
      /\{"[^}]*\}|https?:\/\/[^\s,;)]+[^\s,;).]|\bmsg\.\w+|\b[A-Z]+(?:_[A-Z]+)+\b|breakerflow\/\S+/g,
      (part) => `\`${part}\``,
    )
    .replaceAll('<', '&lt;');
}
