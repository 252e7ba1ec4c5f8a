import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';
import { owners, textsIn, textsOf } from './catalog-files';
import { inlineOf } from './help-inline';

const page = (file: string) => readFileSync(join(packageRoot, file), 'utf8');
/** The numbered steps below the first heading that has some. */
const steps = (text: string) =>
  text
    .split(/^##+ /m)
    .find((part) => /^1\. /m.test(part))
    ?.match(/^\d+\. /gm) ?? [];

describe('the README in other languages', () => {
  for (const language of ['de', 'ja'] as const) {
    const text = page(`README.${language}.md`);

    it(`${language}: has the five minutes of the English page, and is small`, () => {
      assert.deepEqual(steps(text), steps(page('docs/getting-started.md')));
      assert(Buffer.byteLength(text) < 4000);
    });

    it(`${language}: every label that it quotes is on the screen, ours or Node-RED's`, () => {
      const editor = join(packageRoot, `node_modules/@node-red/editor-client/locales/${language}/editor.json`);
      const shown = [
        ...owners.flatMap((owner) => [...textsOf(owner, language).values()]),
        ...textsIn(editor).values(),
      ].map((label) => String(label).toLowerCase());
      const { labels } = inlineOf(text);
      assert(labels.length > 2);
      assert.deepEqual(
        labels.filter((label) => !shown.includes(label.toLowerCase())),
        [],
      );
    });

    it(`${language}: is the link of the English one`, () => {
      assert.match(page('README.md'), new RegExp(`/README\\.${language}\\.md$`, 'm'));
    });
  }
});
