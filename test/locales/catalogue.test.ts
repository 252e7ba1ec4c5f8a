import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textKey } from '../../src/admin-api/text-key';
import { catalogueFolder, packageRoot } from '../support/node-texts';
import { nodeForm, nodeHtml, nodes, plugins } from '../support/palette-html';
import { type Language, languages, owners, textsIn, textsOf } from './catalog-files';
import { codeFiles } from './code';

const sets = Object.entries({ ...nodes, ...plugins });
const nodeOwners = owners.filter(({ name }) => name in nodes);
const built = (language: Language) => textsIn(join(catalogueFolder, language, 'breaker-account.json'));

/** What the form and the registration of a node ask the editor for. */
function askedBy(type: string): readonly string[] {
  const html = nodeHtml(type);
  const named = [...nodeForm(type).matchAll(/data-i18n="([^"]+)"/g)].flatMap(([, keys = '']) => keys.split(';'));
  const outputs = [...html.matchAll(/RED\._\("([^"]+)" \+ (\[[^\]]+\])\[index\]\)/g)].flatMap(
    ([, beginning = '', names = '[]']) => (JSON.parse(names) as string[]).map((name) => beginning + name),
  );
  return [...named.map((key) => key.replace(/^\[\w+\]/, '')), ...outputs];
}

describe('the catalogue of texts', () => {
  it('is one of the account for all nodes, and one of the sidebar: beside no other set Node-RED finds a folder', () => {
    const bringing = sets.filter(([, file]) => existsSync(join(packageRoot, dirname(file), 'locales')));
    assert.deepEqual(
      bringing.map(([name]) => name),
      ['breaker-account', 'site-sidebar'],
    );
    assert.deepEqual(readdirSync(catalogueFolder).sort(), [...languages].sort());
    for (const language of languages)
      assert.deepEqual(readdirSync(join(catalogueFolder, language)).sort(), [
        // The help of all nodes; the English one is in the html of each.
        ...(language === 'en-US' ? [] : ['breaker-account.html']),
        'breaker-account.json',
        'site-sidebar.json',
      ]);
  });

  for (const language of languages)
    it(`${language}: holds every text of every node, and no other`, () => {
      const texts = nodeOwners.flatMap((owner) => [...textsOf(owner, language)]);
      assert.deepEqual(built(language), new Map(texts));
    });

  for (const type of Object.keys(nodes))
    it(`${type}: what its html asks for is in it, in every language`, () => {
      const asked = askedBy(type);
      assert(asked.length > 0);
      for (const language of languages) {
        const known = new Set([...built(language).keys()].map(textKey));
        assert.deepEqual(
          asked.filter((key) => !known.has(key)),
          [],
          language,
        );
      }
    });

  it('is where all code looks: none gives Node-RED a key of its own making', () => {
    assert(codeFiles.size > 100, `${codeFiles.size}`);
    assert.deepEqual(
      [...codeFiles].filter(([, code]) => /\._\(\s*['"`]/.test(code)).map(([file]) => file),
      [],
    );
  });
});
