import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { paletteColors } from '../../src/fields';
import { packageRoot } from '../support/node-texts';
import { htmlFile, nodeFields, nodeHtml, nodes, plugins } from '../support/palette-html';

const types = Object.keys(nodes);
const files = [...Object.values(nodes), ...Object.values(plugins)];

interface Found {
  readonly type: string;
  readonly credentials: Readonly<Record<string, { readonly type: string }>>;
  /** What came of constructing one. */
  readonly made: string;
}

interface Registered {
  readonly loaded: readonly string[];
  readonly found: readonly Found[];
  /** What was loaded when nodes were constructed. */
  readonly behind: readonly string[];
}

/** Registers in a process of its own what package.json names, as Node-RED does, and constructs one of each type. */
function registerAll(): Registered {
  const code = `
    const anything = new Proxy(function () {}, { get: () => anything, apply: () => anything });
    const found = [];
    const RED = {
      httpAdmin: anything, plugins: anything, auth: anything, events: anything, settings: {},
      nodes: {
        registerType: (type, construct, { credentials }) => found.push({ type, construct, credentials }),
        createNode() { throw new Error('created by Node-RED'); },
      },
    };
    for (const file of ${JSON.stringify(files)}) require('./' + file).default(RED);
    const loaded = Object.keys(require.cache);
    for (const node of found)
      try { node.made = new node.construct({}); } catch (error) { node.made = error.message; }
    const behind = Object.keys(require.cache).filter((file) => !loaded.includes(file));
    console.log(JSON.stringify({ loaded, found, behind }));`;
  return JSON.parse(execFileSync(process.execPath, ['-e', code], { cwd: packageRoot, encoding: 'utf8' }));
}

describe('what Node-RED loads of the package at every start', () => {
  const { loaded, found, behind } = registerAll();

  it('is a small file for each entry of package.json, and what registers, and nothing else', () => {
    const registration = ['dist/library/lazy-node.js'];
    const wanted = [...files, ...registration].map((file) => join(packageRoot, file));
    assert.deepEqual([...loaded].sort(), wanted.sort());
    for (const file of Object.values(nodes)) assert(readFileSync(join(packageRoot, file)).length < 2000, file);
  });

  it('lies in two folders: with texts, and without', () => {
    const folders = [...new Set(files.map((file) => join(packageRoot, dirname(file))))];
    assert.deepEqual(
      folders.map((folder) => existsSync(join(folder, 'locales'))),
      [true, false],
    );
  });

  it('keeps its html in a byte a character', () => {
    for (const file of files) {
      const html = readFileSync(htmlFile(file));
      const beyond = html.findIndex((byte) => byte > 127);
      assert.equal(beyond, -1, `${file}: ${html.subarray(Math.max(0, beyond - 20), beyond + 20)}`);
    }
  });

  it('registers each node type, with the credentials that its dialog has', () => {
    assert.deepEqual(
      found.map(({ type }) => type),
      Object.keys(nodes),
    );
    for (const { type, credentials } of found) {
      const html = nodeHtml(type);
      const [, block = ''] = /\n {4}credentials: \{\n([\s\S]+?)\n {4}\}/.exec(html) ?? [];
      const named = [...block.matchAll(/(\w+): \{ type: '(\w+)' \}/g)].map(([, name, kind]) => [name, { type: kind }]);
      assert.deepEqual(credentials, Object.fromEntries(named), type);
    }
  });

  it('loads the node with the first one that is made', () => {
    for (const { type, made } of found) assert.equal(made, 'created by Node-RED', type);
  });

  it('has one file for all nodes, so that they share one device queue and one claim of each device', () => {
    const ours = behind.filter((file) => !file.includes('node_modules'));
    assert.deepEqual(ours, [join(packageRoot, 'dist/library/bundle.js')]);
  });
});

describe('the colours of the palette', () => {
  const colours = [...new Set(types.map((type) => nodeFields(type).palette.color))].filter((one) => one !== undefined);

  it('are a few of one family', () => {
    assert.deepEqual(colours.sort(), Object.values(paletteColors).sort());
  });

  for (const colour of Object.values(paletteColors))
    it(`${colour}: its letters are read, and the node shows on a dark canvas`, () => {
      // Node-RED's label of a node, and the darkest canvas of its themes.
      assert.ok(contrast(colour, '#333333') >= 4.5);
      assert.ok(contrast(colour, '#1c1c1c') >= 4.5);
    });
});

/** WCAG 2.2: the contrast of two colours, 1 to 21. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
