import assert from 'node:assert/strict';
import { awaitedPages, type DocumentPage, isThere, placeOf, readPages } from './pages';

describe('the pages of the documentation', () => {
  let pages: ReadonlyMap<string, DocumentPage>;
  before(async () => {
    pages = await readPages();
  });

  it('have a title each', () => {
    assert(pages.size > 90, `${pages.size} pages`);
    assert.deepEqual(
      [...pages.values()].filter(({ title }) => title === undefined).map(({ path }) => path),
      [],
    );
  });

  it('link to files that are there, and to headings that these have', async () => {
    const awaited = await awaitedPages();
    const dead: string[] = [];
    let links = 0;
    for (const page of pages.values())
      for (const link of [...page.links, ...page.pictures]) {
        const place = await placeOf(page, link);
        if (place === undefined || (awaited.includes(place.path) && !isThere(place))) continue;
        links += 1;
        const headed =
          place.anchor === undefined || pages.get(place.path)?.anchors.has(decodeURI(place.anchor)) === true;
        if (!isThere(place) || !headed) dead.push(`${page.path}: ${link}`);
      }
    assert(links > 1000, `${links} links`);
    assert.deepEqual(dead, []);
  });

  it('are all reached from the first one', async () => {
    const seen = new Set(['docs/README.md']);
    for (const path of seen) {
      const page = pages.get(path);
      for (const link of page?.links ?? []) {
        const place = await placeOf(page as DocumentPage, link);
        if (place !== undefined && pages.has(place.path)) seen.add(place.path);
      }
    }
    assert.deepEqual(
      [...pages.keys()].filter((path) => path.startsWith('docs/') && !seen.has(path)),
      [],
    );
  });
});
