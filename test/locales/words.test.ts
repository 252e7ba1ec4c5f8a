import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';
import { nodes } from '../support/palette-html';
import { type Language, languages, owners, textsOf } from './catalog-files';
import { refusedWords } from './refused-words';

/** Everything that a language says: the texts by their keys, and the help of each node. */
const said = (language: Language): readonly (readonly [string, string])[] => [
  ...owners.flatMap((owner) => [...textsOf(owner, language)].map(([key, text]) => [key, String(text)] as const)),
  ...Object.keys(nodes).map(
    (type) =>
      [
        `${type}.md`,
        readFileSync(join(packageRoot, 'nodes', type, 'locales', language, `${type}.md`), 'utf8'),
      ] as const,
  ),
];

/** The table of words in six languages: a row is a thing, a column a language. */
const [header = [], , ...rows] = (
  /## One word for one thing\n[\s\S]*?\n(\|[\s\S]*?\n)(?:\n|$)/.exec(
    readFileSync(join(packageRoot, 'docs/languages.md'), 'utf8'),
  )?.[1] ?? ''
)
  .trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('the words of the languages', () => {
  it('the table has a column for each language', () => {
    assert.deepEqual(header, languages);
    assert(rows.length > 20);
  });

  for (const [column, language] of languages.entries()) {
    const all = said(language);
    it(`${language}: each word of the table is used`, () => {
      const text = all.map(([, one]) => one.toLocaleLowerCase()).join('\n');
      assert.deepEqual(
        rows.map((row) => row[column] ?? '').filter((word) => word === '' || !text.includes(word.toLocaleLowerCase())),
        [],
      );
    });

    if (language === 'en-US') continue;
    it(`${language}: no text has a refused word`, () => {
      const found = refusedWords[language].flatMap(([refused, word]) =>
        all.filter(([, text]) => refused.test(text)).map(([key, text]) => `${key}: ${word}: ${text.slice(0, 200)}`),
      );
      assert.deepEqual(found, []);
    });
  }
});
