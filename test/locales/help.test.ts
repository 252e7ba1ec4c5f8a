import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFolder, packageRoot } from '../support/node-texts';
import { nodeHtml, nodes } from '../support/palette-html';
import { type Language, languages } from './catalog-files';

const source = (type: string, language: Language = 'en-US') =>
  readFileSync(join(packageRoot, 'nodes', type, 'locales', language, `${type}.md`), 'utf8');
/** As Node-RED's loader and the flow library find it; in another language it is in the file of the account's set. */
function built(type: string, language: Language = 'en-US'): string {
  const html =
    language === 'en-US'
      ? nodeHtml(type)
      : readFileSync(join(catalogueFolder, language, 'breaker-account.html'), 'latin1');
  const found = html.match(new RegExp(`<script type="text/html" data-help-name="${type}">[\\s\\S]*?</script>`, 'g'));
  assert.equal(found?.length, 1, `${found?.length ?? 0} helps`);
  return found?.[0] ?? '';
}
/** What a browser makes of the references to characters that are not ASCII. */
const decoded = (html: string) =>
  html.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replaceAll('&#39;', "'");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

describe('the help of a node', () => {
  for (const type of Object.keys(nodes)) {
    for (const language of languages)
      it(`${type}: is in the html that a browser gets in ${language}, with every heading of its source`, () => {
        const headings = matches(source(type, language), /^## (.+)$/gm);
        assert.deepEqual(matches(decoded(built(type, language)), /<h3>(.+?)<\/h3>/g), headings);
      });
    it(`${type}: begins with a sentence that says what it does`, () => {
      assert.match(source(type), /^[A-Z][^\n]{20,}[.]\n/);
    });
    it(`${type}: lists message properties as Node-RED's own nodes do`, () => {
      const names = matches(source(type), /^ *- (`[^`]+`(?:, `[^`]+`)*)(?: \([^)]+\))?: /gm);
      assert.deepEqual(
        matches(built(type), /<dt(?: class="optional")?>([^<]+?)(?: <span|<\/dt>)/g),
        names.map((name) => name.replaceAll('`', '')),
      );
    });
  }
});
