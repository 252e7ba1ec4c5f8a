import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../support/node-texts';
import { nodes } from '../support/palette-html';
import { type Language, languages } from './catalog-files';
import { type Block, type Inline, inlineOf } from './help-inline';
import { isQuotedAs, shownTexts } from './shown-texts';

interface Help {
  helpSource(type: string, language?: string): string;
}
interface Blocks {
  helpBlocks(source: string): readonly Block[];
  blockHash(block: Block): string;
  translatedFrom(type: string): Readonly<Record<string, string>>;
}
const script = async <T>(name: string) => (await import(pathToFileURL(join(packageRoot, 'scripts', name)).href)) as T;

const translations = languages.filter((language) => language !== 'en-US');
/** Words without which no English sentence of some length is written, and that the other languages do not have. */
const englishWords = /(?<![\p{L}_-])(the|of|and|with|which|when|is|are|that|not|by|from|to be|it)(?![\p{L}_-])/iu;

describe('the help in each language', () => {
  let help: Help;
  let from: Blocks;
  before(async () => {
    help = await script<Help>('help.mjs');
    from = await script<Blocks>('help-blocks.mjs');
  });
  const blocks = (type: string, language: Language) => from.helpBlocks(help.helpSource(type, language));
  const inline = (type: string, language: Language): Inline[] =>
    blocks(type, language).map(({ text }) => inlineOf(text));

  for (const type of Object.keys(nodes)) {
    it(`${type}: every label that the English help quotes is on the screen`, () => {
      const quoted = inline(type, 'en-US').flatMap(({ labels }) => labels);
      assert.deepEqual(
        quoted.filter((label) => shownTexts(type, label).length === 0),
        [],
      );
    });

    for (const language of translations) {
      it(`${type} (${language}): has the headings, paragraphs, lists and tables of the English help`, () => {
        const shape = (of: Language) => blocks(type, of).map(({ kind }) => kind);
        assert.deepEqual(shape(language), shape('en-US'));
      });

      it(`${type} (${language}): names the same properties, values and links (however often), and stresses as much`, () => {
        const named = (of: Language) =>
          inline(type, of).map(({ codes, links, stressed }) => ({
            codes: [...new Set(codes)].sort(),
            links,
            stressed,
          }));
        assert.deepEqual(named(language), named('en-US'));
      });

      it(`${type} (${language}): quotes the labels as its dialogs show them`, () => {
        const translated = inline(type, language);
        const wrong = inline(type, 'en-US').flatMap(({ labels }, index) => {
          const quoted = [...(translated[index]?.labels ?? [])];
          const missing = labels.filter((label) => {
            const shown = shownTexts(type, label).map((text) => text[language]);
            const found = quoted.findIndex((one) => shown.some((text) => isQuotedAs(one, text)));
            if (found >= 0) quoted.splice(found, 1);
            return found < 0;
          });
          return missing.length + quoted.length > 0 ? [{ index, missing, instead: quoted }] : [];
        });
        assert.deepEqual(wrong, []);
      });

      it(`${type} (${language}): holds no English sentence`, () => {
        const english = inline(type, 'en-US');
        const left = inline(type, language).filter(
          ({ words }, index) =>
            englishWords.test(words) || (words === english[index]?.words && words.trim().split(/\s+/).length > 2),
        );
        assert.deepEqual(
          left.map(({ words }) => words),
          [],
        );
      });

      it(`${type} (${language}): is translated from what the English help says now`, () => {
        const hashes = (from.translatedFrom(type)[language] ?? '').split(' ');
        const stale = blocks(type, 'en-US').filter((block, index) => from.blockHash(block) !== hashes[index]);
        assert.deepEqual(
          stale.map(({ text }) => text),
          [],
          `translate these blocks of ${type}.md, then: npm run translated -- ${language} ${type}`,
        );
      });
    }
  }
});
