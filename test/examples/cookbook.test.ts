import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../support/node-texts';
import { ours, paths, readStored } from './example-files';

const cookbook = join(packageRoot, 'docs/cookbook');
const pageName = (path: string) => basename(path, '.json').replace(/^\d+-/, '');
const read = (file: string) => readFileSync(join(cookbook, file), 'utf8');
const index = read('index.md').split('\n');
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('the cookbook', () => {
  it('has one page and one picture for each example, and no other', () => {
    const names = paths.map(pageName);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(
      readdirSync(cookbook).sort(),
      ['images', ...['index', ...names].map((name) => `${name}.md`)].sort(),
    );
    assert.deepEqual(readdirSync(join(cookbook, 'images')).sort(), names.map((name) => `${name}.svg`).sort());
  });

  for (const path of paths)
    describe(path, () => {
      const name = pageName(path);
      const page = read(`${name}.md`);
      const picture = read(`images/${name}.svg`);
      const flow = readStored(path);
      const placed = flow.filter(({ x }) => x !== undefined);

      it('is in the index once, with a sentence that says what it does', () => {
        const lines = index.filter((line) => line.includes(`(${name}.md)`));
        assert.equal(lines.length, 1);
        const [, sentence = ''] = /^- \[.+?\]\(.+?\): (.+[.?!])$/.exec(lines[0] ?? '') ?? assert.fail(lines[0]);
        assert.ok(sentence.length > 40 && sentence.length <= 240, `${sentence.length}: ${sentence}`);
      });

      it('says what its comments say, how it is imported and what is to be set', () => {
        const words = page.replaceAll('`', '').replaceAll('&lt;', '<');
        for (const { info } of flow.filter(({ type }) => type === 'comment')) {
          const [first = '', ...lines] = String(info).split('\n');
          for (const line of lines.length === 0 ? [first] : lines) assert.ok(words.includes(line), line);
        }
        assert.ok(page.includes(path.replace('/', ' → ').replace('.json', '*')));
        assert.match(page, /## With your own site\n\n(- .+\n)+/);
        assert.match(page, /^- To (change|use your own)/m);
      });

      it('links to what is there', () => {
        const links = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, to]) => String(to));
        assert.deepEqual(
          links.filter((to) => !existsSync(join(cookbook, to))),
          [],
        );
        const used = new Set(flow.map(({ type }) => type).filter((type) => ours.includes(type)));
        for (const type of used) assert.ok(links.includes(`../nodes/${type}.md`), type);
      });

      it('names every circuit and location that its own site has in the place of', () => {
        const named = flow.filter(({ type }) => type !== 'breaker-directory').map((node) => JSON.stringify(node));
        for (const [, circuit = ''] of named.join('').matchAll(/\b(?:circuit|location)\(([^()]+)\)/g))
          assert.ok(page.includes(circuit), circuit);
      });

      it('has a picture with every node and every wire, in colours that light and dark can bear', () => {
        const labels = [...picture.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
        for (const node of placed.filter(({ type }) => !type.startsWith('link ')))
          assert.ok(labels.includes(escaped(String(node.name || node.label || node.type))), `${node.name}`);
        const wires = placed.flatMap(({ wires = [] }) => (wires as string[][]).flat());
        const links = placed.flatMap(({ type, links = [] }) => (type === 'link out' ? (links as string[]) : []));
        assert.equal(picture.match(/<path( stroke-dasharray="6 4")? d="M[^"]+C/g)?.length, wires.length + links.length);
        // Each text is dark and stands on the light colour of its node; nothing is drawn behind the nodes.
        const fills = [...picture.matchAll(/<rect[^>]* rx="5" fill="#(..)(..)(..)"/g)];
        assert.equal(fills.length, placed.length);
        for (const [, ...parts] of fills) {
          const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16));
          assert.ok(0.3 * red + 0.6 * green + 0.1 * blue > 120, parts.join(''));
        }
        assert.doesNotMatch(picture, /<text(?![^>]* fill="#222")/);
      });

      it('has a picture of less than 15 kB, with every drawing inside', () => {
        assert.ok(Buffer.byteLength(picture) < 15_000);
        const [left = 0, top = 0, width = 0, height = 0] =
          /viewBox="([^"]+)" font/.exec(picture)?.[1]?.split(' ').map(Number) ?? [];
        for (const box of picture
          .replaceAll(/<symbol.+<\/symbol>/g, '')
          .matchAll(/<rect x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"/g)) {
          const [x = 0, y = 0, w = 0, h = 0] = box.slice(1).map(Number);
          assert.ok(x >= left && y >= top && x + w <= left + width && y + h <= top + height, box[0]);
        }
      });
    });

  it('says of a flow that writes that its account must be armed, and of no other', () => {
    const saysSo = (name: string) => read(`${name}.md`).includes('is armed, nothing is sent');
    for (const name of [
      'switch-a-breaker',
      'shed-a-load',
      'night-tariff',
      'vacation',
      'invite-a-user',
      'leds-show-load',
    ])
      assert.ok(saysSo(name), name);
    for (const name of ['read-the-meters', 'prometheus', 'quotas', 'inventory', 'freezer-alarm', 'session-report'])
      assert.ok(!saysSo(name), name);
  });
});
