import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';
import { nodes } from '../support/palette-html';
import { type Language, languages } from './catalog-files';

/** How each language says in which unit a time is: `ts`, and all others. */
const units: Readonly<Record<Language, { readonly ts: RegExp; readonly others: RegExp }>> = {
  'en-US': { ts: /epoch seconds/, others: /epoch (ms|milliseconds)/ },
  de: { ts: /Sekunden seit 1970/, others: /Millisekunden seit 1970/ },
  fr: { ts: /secondes depuis 1970/, others: /millisecondes depuis 1970/ },
  es: { ts: /segundos desde 1970/, others: /milisegundos desde 1970/ },
  'zh-CN': { ts: /纪元秒/, others: /纪元毫秒/ },
  ja: { ts: /エポック秒/, others: /エポックミリ秒/ },
};
/** What a message may give in either form is no time of an output. */
const given = /^ *- `\w+`(, `\w+`)* \(number \| string/;

const linesOf = (type: string, language: Language) =>
  readFileSync(join(packageRoot, 'nodes', type, 'locales', language, `${type}.md`), 'utf8').split('\n');

describe('the help of a node', () => {
  for (const language of languages)
    it(`says in ${language} in which unit each time of its messages is`, () => {
      const { ts, others } = units[language];
      const lines = Object.keys(nodes).flatMap((type) =>
        linesOf(type, language)
          .filter((line) => !given.test(line))
          .map((line) => `${type}: ${line}`),
      );
      const naming = (names: RegExp) => lines.filter((line) => names.test(line));
      const times = naming(/`(at|since|backAt|closesAt)`/);
      assert(times.length >= 12, `${times.length} lines name a time`);
      assert.deepEqual(
        times.filter((line) => !others.test(line)),
        [],
      );
      assert.deepEqual(
        naming(/`ts`/).filter((line) => !ts.test(line)),
        [],
      );
    });
});
