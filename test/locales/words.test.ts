import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';
import { nodes } from '../support/palette-html';
import { type Language, languages, owners, textsOf } from './catalog-files';
import { refusedWords } from './refused-words';
import { typography } from './typography';

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

const english = said('en-US');
/** Labels and choices: in sentences a word bends. */
const isLabel = /\.(?:label|choice|group|chapter|section)\.|^(?:operate|health|secret|webhook|fact)\./;
/** Labels that are alike in English only: of a time, a date or a place, or of nouns of several genders. */
const differs = new Set([
  'Any',
  'At',
  'At most',
  'Chosen here',
  'Dead band',
  'From',
  'Newest first',
  'Order',
  'Outputs',
  'Picked',
  'To',
]);

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

    const own = new Map(all);
    it(`${language}: signs are set as the language sets them`, () => {
      const wrong = typography[language].flatMap(([refused, right]) =>
        all.flatMap(([key, text]) =>
          withoutCode(text).flatMap((line) => (refused.test(line) ? [`${key}: ${right}: ${line.slice(0, 200)}`] : [])),
        ),
      );
      assert.deepEqual(wrong, []);
    });

    it(`${language}: labels that are alike in English are alike`, () => {
      const alike = new Map<string, Set<string>>();
      for (const [key, text] of english) {
        if (!isLabel.test(key) || differs.has(text)) continue;
        alike.set(text, (alike.get(text) ?? new Set()).add(own.get(key) ?? ''));
      }
      assert(alike.size > 400);
      assert.deepEqual(
        [...alike].filter(([, texts]) => texts.size > 1).map(([text, texts]) => [text, ...texts]),
        [],
      );
    });

    it(`${language}: the safety notice of every dialog begins with the same sentence`, () => {
      const notice = own.get('breaker-control.hint.safety') ?? assert.fail();
      const noticed = keysOf(english, 'This is automation, not a safety device');
      assert(noticed.length > 2);
      assert.deepEqual(
        noticed.filter((key) => !own.get(key)?.includes(notice)),
        [],
      );
    });

    it(`${language}: a text that leads to *Advanced* quotes it as the account's dialog shows it`, () => {
      const title = own.get('breaker-account.section.advanced') ?? assert.fail();
      const leading = keysOf(english, 'under Advanced');
      assert(leading.length > 3);
      assert.deepEqual(
        leading.filter((key) => !own.get(key)?.includes(title)),
        [],
      );
    });
  }
});

/** The texts, not the help, that hold a part. */
function keysOf(texts: readonly (readonly [string, string])[], part: string): string[] {
  return texts.filter(([key, text]) => !key.endsWith('.md') && text.includes(part)).map(([key]) => key);
}

/** How a help begins the description of a property: `payload` (string | object, optional): */
const types = /^\s*- (?:`[^`]+`(?:, )?)+(?: \([a-z| ,]+\))?:/;

/** The lines of a text without code, and what only Markdown reads. */
function withoutCode(text: string): string[] {
  return text
    .replaceAll(/```[\s\S]*?```/g, '')
    .split('\n')
    .filter((line) => !line.startsWith('<!--'))
    .map((line) =>
      line
        .replace(types, '')
        .replaceAll(/`[^`]*`/g, '_')
        .replaceAll(/\]\([^)]*\)/g, ']'),
    );
}
