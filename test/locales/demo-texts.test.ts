import assert from 'node:assert/strict';
import { Script } from 'node:vm';
import { read, readStored } from '../examples/example-files';
import { type DemoLanguage, demoLanguageScript, demoTexts } from '../support/demo-language';
import { languages } from './catalog-files';
import { refusedWords } from './refused-words';

const demo = 'dashboard/01-demo-site.json';
const translations = languages.filter((language) => language !== 'en-US');
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe('the texts of the demo site', () => {
  let script: DemoLanguage;
  before(async () => {
    script = await demoLanguageScript();
  });

  it('each has a row, and no row is left over', () => {
    const texts = script.textsOfFlow(readStored(demo));
    assert(texts.length > 30, `${texts.length}`);
    assert.deepEqual([...texts].sort(), Object.keys(demoTexts).sort());
  });

  it('each row has every language, with the placeholders and paragraphs of the English text', () => {
    assert.deepEqual(script.demoLanguages, languages);
    for (const [english, row] of Object.entries(demoTexts)) {
      assert.deepEqual(Object.keys(row), translations, english);
      for (const text of Object.values(row)) {
        assert(text.trim() !== '', english);
        assert.deepEqual(placeholders(text), placeholders(english));
        assert.equal(text.split('\n').length, english.split('\n').length, text);
      }
    }
  });

  it('no page or function shows a text that stands elsewhere than among its texts', () => {
    const format = String(readStored(demo).find(({ format }) => String(format).startsWith('<template>'))?.format);
    const [template = ''] = format.split('</template>');
    const written = template.replaceAll(/\{\{[\s\S]*?\}\}|<[^>]*>/g, '');
    assert.doesNotMatch(written, /\p{L}/u);
    const quoted = [...template.matchAll(/\{\{([\s\S]*?)\}\}/g)].flatMap(
      ([, code = '']) => code.match(/'[^']*'/g) ?? [],
    );
    assert.deepEqual(
      quoted.filter((text) => /\p{L}/u.test(text) && !/^' V?A'$/.test(text)),
      // What a position is compared with.
      ["'open'"],
    );
  });

  for (const language of translations) {
    it(`${language}: the explanation names nodes as they are called there`, () => {
      const flow = script.demoIn(language, readStored(demo));
      const names = flow.map(({ name }) => name);
      const info = String(flow.find(({ type }) => type === 'tab')?.info);
      const named = [...info.matchAll(/["“「]([^"”」]+)["”」]/g)].map(([, name]) => name);
      assert.equal(named.length, 3);
      assert.deepEqual(
        named.filter((name) => !names.includes(name)),
        [],
      );
    });

    it(`${language}: its code still compiles, and only texts are changed`, () => {
      const english = read(demo);
      for (const [index, node] of script.demoIn(language, english).entries()) {
        const { label, name, info, func, format, ...rest } = node;
        const { label: l, name: n, info: i, func: f, format: t, ...before } = english[index] ?? assert.fail();
        assert.deepEqual(rest, before);
        if (func !== undefined) new Script(`(function () {${String(func)}})`);
      }
    });

    it(`${language}: no text has a refused word`, () => {
      const texts = Object.values(demoTexts).map((row) => row[language] ?? '');
      assert.deepEqual(
        refusedWords[language].flatMap(([refused]) => texts.filter((text) => refused.test(text))),
        [],
      );
    });
  }
});

describe('the language of `npm start`', () => {
  let script: DemoLanguage;
  before(async () => {
    script = await demoLanguageScript();
  });

  it('is that of the operating system, when the demo has it', () => {
    const found = ['en-GB', 'de-AT', 'fr-CA', 'es-MX', 'zh-CN', 'zh-SG', 'ja-JP', 'zh-TW', 'pt-BR'].map((locale) =>
      script.demoLanguage([], locale),
    );
    assert.deepEqual(found, ['en-US', 'de', 'fr', 'es', 'zh-CN', 'zh-CN', 'ja', undefined, undefined]);
  });

  it('is the one of --lang before it, and another than the six is refused with their names', () => {
    assert.equal(script.demoLanguage(['--fresh', '--lang=ja'], 'de-DE'), 'ja');
    for (const other of ['--lang=pt', '--lang=', '--lang=x_y'])
      assert.throws(() => script.demoLanguage([other], 'de-DE'), /en-US, de, fr, es, zh-CN, ja/);
  });
});
