import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';
import { nodeHtml, nodes } from '../support/palette-html';

const source = (type: string) =>
  readFileSync(join(packageRoot, 'nodes', type, 'locales', 'en-US', `${type}.md`), 'utf8');
/** As Node-RED's loader and the flow library find it. */
function built(type: string): string {
  const found = nodeHtml(type).match(
    new RegExp(`<script type="text/html" data-help-name="${type}">[\\s\\S]*?</script>`, 'g'),
  );
  assert.equal(found?.length, 1, `${found?.length ?? 0} helps`);
  return found?.[0] ?? '';
}
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

describe('the help of a node', () => {
  for (const type of Object.keys(nodes)) {
    it(`${type}: is in its html, with every heading of its source`, () => {
      const headings = matches(source(type), /^## (.+)$/gm);
      assert.deepEqual(matches(built(type), /<h3>(.+?)<\/h3>/g), headings);
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
