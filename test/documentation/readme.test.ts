import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';
import { type DocumentPage, readPages } from './pages';

const bytesOf = (file: string) => statSync(join(packageRoot, file)).size;

describe('README and CONTRIBUTING', () => {
  let pages: ReadonlyMap<string, DocumentPage>;
  before(async () => {
    pages = await readPages();
  });
  const readme = () => pages.get('README.md') ?? assert.fail();

  it('are read in a few minutes: 15 and 8 kB', () => {
    assert(bytesOf('README.md') <= 15_000);
    assert(bytesOf('CONTRIBUTING.md') <= 8_000);
  });

  it('the README has one picture, and addresses that npm and the flow library can follow', () => {
    const { links, pictures } = readme();
    assert.equal(pictures.length, 1);
    for (const address of [...links, ...pictures]) assert.match(address, /^https:\/\//);
  });

  it('the README has a row for each node', () => {
    const { nodes } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))['node-red'];
    const rows = [...readme().text.matchAll(/^\| \[`([\w-]+)`\]/gm)].map(([, type]) => type);
    assert.deepEqual(rows.sort(), Object.keys(nodes).sort());
  });
});

describe('the pictures of the pages', () => {
  const taken = [
    ...readFileSync(join(packageRoot, 'scripts/screenshots.mjs'), 'utf8').matchAll(/file: '([\w-]+)'/g),
  ].map(([, file]) => `${file}.png`);

  it('are those that `npm run screenshots` takes, each shown', async () => {
    const pages = await readPages();
    const shown = new Set(
      [...pages.values()].flatMap(({ pictures }) => pictures.map((path) => path.split('/').at(-1))),
    );
    assert.deepEqual(readdirSync(join(packageRoot, 'docs/images')).sort(), [...taken].sort());
    for (const picture of taken) assert(shown.has(picture), picture);
  });

  it('are light and dark', () => {
    for (const theme of ['editor', 'dashboard']) assert(taken.includes(`${theme}-dark.png`), theme);
  });
});
