import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../support/node-texts';
import { awaitedPages, type DocumentPage, readPages } from './pages';

const load = async (file: string) => import(pathToFileURL(join(packageRoot, 'docs/.vitepress', file)).href);

describe('the documentation as a site', () => {
  let pages: ReadonlyMap<string, DocumentPage>;
  before(async () => {
    pages = await readPages();
  });

  it('names every page in its sidebar, once', async () => {
    const named: string[] = (await load('sidebar.mjs')).sidebarPages().map((file: string) => `docs/${file}`);
    assert.deepEqual(
      [...named].sort(),
      [...pages.keys()].filter((path) => path.startsWith('docs/')),
    );
  });

  it('`spec 4.3` in a page is a section of the specification', async () => {
    const { sectionReference, sectionAnchor } = await load('specification-links.mjs');
    const specification = pages.get('docs/specification.md');
    if (specification === undefined) {
      assert((await awaitedPages()).includes('docs/specification.md'));
      return;
    }
    for (const { path, text } of pages.values())
      for (const [words, section] of text.matchAll(sectionReference))
        assert(specification.anchors.has(sectionAnchor(section)), `${path}: ${words}`);
  });

  it('is not committed', () => {
    execFileSync('git', ['check-ignore', '-q', '.out/site/index.html'], { cwd: packageRoot });
  });
});
