import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';

const languages = ['de', 'fr', 'es', 'zh-CN', 'ja'];
const directory = join(packageRoot, 'plugins/site-sidebar/locales');

function flat(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([name, inner]) =>
    flat(inner, path === '' ? name : `${path}.${name}`),
  );
}
function textsOf(language: string): Map<string, string> {
  return new Map(flat(JSON.parse(readFileSync(join(directory, language, 'site-sidebar.json'), 'utf8'))));
}
const placeholders = (text = '') => [...text.matchAll(/__\w+?__/g)].map(([found]) => found).sort();

/** Keys that the sidebar's code writes out, and the beginnings of those that it composes. */
function usedKeys(): { readonly whole: string[]; readonly beginnings: string[] } {
  const source = join(packageRoot, 'src/editor/sidebar');
  const code = readdirSync(source)
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .join('\n');
  const calls = [...code.matchAll(/sidebarText\(\s*[`']([^`']+)[`']/g)].map(([, key = '']) => key);
  return {
    whole: calls.filter((key) => !key.includes('${')),
    beginnings: calls.filter((key) => key.includes('${')).map((key) => key.split('${')[0] ?? ''),
  };
}

describe('the texts of the sidebar', () => {
  const english = textsOf('en-US');

  it('exist for every key that the code names', () => {
    const { whole, beginnings } = usedKeys();
    assert(whole.length > 40, `${whole.length}`);
    assert.deepEqual(
      whole.filter((key) => !english.has(key)),
      [],
    );
    for (const beginning of beginnings)
      assert(
        [...english.keys()].some((key) => key.startsWith(beginning)),
        beginning,
      );
  });

  for (const language of languages) {
    it(`${language}: the same keys and placeholders as in English`, () => {
      const translated = textsOf(language);
      assert.deepEqual([...translated.keys()].sort(), [...english.keys()].sort());
      for (const [key, text] of english)
        assert.deepEqual(placeholders(translated.get(key)), placeholders(text), `${language} ${key}`);
    });

    it(`${language}: no text is empty, and most are not the English ones`, () => {
      const translated = textsOf(language);
      assert([...translated.values()].every((text) => text.trim() !== ''));
      const same = [...english].filter(([key, text]) => translated.get(key) === text);
      assert(same.length < english.size / 8, `${same.length} of ${english.size}`);
    });
  }
});
