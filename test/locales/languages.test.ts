import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { languages, owners, textsOf } from './catalog-files';
import { equalEverywhere, equalIn } from './equal-words';

const placeholders = (text: unknown) => (String(text).match(/__\w+?__/g) ?? []).sort();

describe('the languages', () => {
  for (const owner of owners)
    describe(owner.name, () => {
      const english = textsOf(owner, 'en-US');

      it('has no other languages, whose texts nobody would compare', () => {
        const others = readdirSync(join(owner.directory, 'locales')).filter(
          (name) => !(languages as readonly string[]).includes(name),
        );
        assert.deepEqual(others, []);
      });

      for (const language of languages) {
        if (!existsSync(join(owner.directory, 'locales', language, `${owner.name}.json`))) {
          it(`${language}: is there`, () => assert.fail(`${owner.name} has no texts in ${language}`));
          continue;
        }
        const texts = textsOf(owner, language);

        it(`${language}: every text of the English file, and no other`, () => {
          assert.deepEqual({ missing: [...english.keys()].filter((key) => !texts.has(key)) }, { missing: [] });
          assert.deepEqual({ unknown: [...texts.keys()].filter((key) => !english.has(key)) }, { unknown: [] });
        });

        it(`${language}: no text is empty, or padded`, () => {
          const bad = [...texts].filter(
            ([key, text]) =>
              typeof text !== 'string' || text === '' || (text !== text.trim() && !key.endsWith('list.separator')),
          );
          assert.deepEqual(bad, []);
        });

        it(`${language}: the placeholders are those of the English text`, () => {
          const wrong = [...texts].filter(
            ([key, text]) => placeholders(text).join() !== placeholders(english.get(key)).join(),
          );
          assert.deepEqual(wrong, []);
        });

        if (language !== 'en-US')
          it(`${language}: only what is the same in both languages is left as in English`, () => {
            const same = [...texts].filter(([key, text]) => text === english.get(key)).map(([, text]) => String(text));
            // Signs, numbers, names and placeholders belong to no language.
            const words = same.filter((text) => /\p{L}/u.test(text.replaceAll(/__\w+?__/g, '')));
            const allowed = [...equalEverywhere, ...(equalIn[language] ?? [])];
            assert.deepEqual(
              words.filter((text) => !allowed.includes(text)),
              [],
            );
          });
      }
    });

  for (const [language, words] of Object.entries(equalIn))
    it(`${language}: the list of equal words holds no word that is not needed`, () => {
      const used = owners.flatMap((owner) => {
        const english = textsOf(owner, 'en-US');
        return [...textsOf(owner, language as keyof typeof equalIn)]
          .filter(([key, text]) => text === english.get(key))
          .map(([, text]) => text);
      });
      assert.deepEqual(
        words.filter((word) => !used.includes(word)),
        [],
      );
    });
});
