import assert from 'node:assert/strict';
import { type DocumentPage, readPages } from './pages';

/** What is measured and not set: times of a processor, memory, bytes on the wire, shares, ratios, and growth. */
const measured = /\d ?(?:(?:us|µs|ms|MB|KB|kB|GB)\b|%)|\d times (?:as|what)\b|\bn\^\d/;
const command = /`npm (run|test)|`npx mocha/;
/** Made from tables whose values are set: limits, defaults, units. */
const generated =
  /^docs\/(nodes|cookbook)\/|^docs\/(errors|operations|operation-table|reference|architecture|specification)\.md$|^CHANGELOG\.md$/;

const sectionsOf = ({ text }: DocumentPage) => text.split(/^(?=## )/m);

describe('the figures of the documentation', () => {
  it('stand in a section that names the command of their run', async () => {
    const pages = [...(await readPages()).values()].filter(({ path }) => !generated.test(path));
    const figures = pages.flatMap((page) =>
      // A decision is one thing, in three sections.
      (page.path.startsWith('docs/decisions/') ? [page.text] : sectionsOf(page)).flatMap((section) =>
        measured.test(section) ? [{ path: page.path, section }] : [],
      ),
    );
    assert(figures.length > 8, `${figures.length} sections with figures`);
    assert.deepEqual(
      figures
        .filter(({ section }) => !command.test(section))
        .map(({ path, section }) => `${path}: ${section.split('\n', 1)} ${measured.exec(section)?.[0]}`),
      [],
    );
  });
});
