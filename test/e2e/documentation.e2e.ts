import assert from 'node:assert/strict';
import { openTab, type Tab } from './browser';
import { awaitedAddresses, type DocumentationSite, serveDocumentation } from './documentation-site';
import { lanes } from './lanes';

const [lane] = lanes;
const buildMs = 300_000;
const opened = ['', 'getting-started.html', 'nodes/load-manager.html', 'troubleshooting.html', 'reference.html'];

const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);

// The site does not depend on Node-RED: one of the runs tries it.
if (lane?.name === '4')
  describe('the documentation as a site', () => {
    let site: DocumentationSite;
    const html = new Map<string, string>();
    before(async function () {
      this.timeout(buildMs);
      site = await serveDocumentation();
      for (const page of site.pages) html.set(page, await (await fetch(site.url + page)).text());
    });
    after(() => site?.stop());

    it('has a title on every page, and no two the same', () => {
      const titles = [...html.values()].map((text) => /<title>([^<]+)<\/title>/.exec(text)?.[1] ?? '');
      assert(titles.length > 90, `${titles.length} pages`);
      for (const title of titles) assert.match(title, /\S \| Breakerflow$|^Breakerflow/);
      assert.equal(new Set(titles).size, titles.length);
    });

    it('has no dead link', async () => {
      const awaited = await awaitedAddresses();
      const dead: string[] = [];
      for (const [page, text] of html)
        for (const link of linksOf(text)) {
          const { origin, pathname, hash } = new URL(link.replaceAll('&amp;', '&'), site.url + page);
          if (`${origin}/` !== site.url) continue;
          const file = pathname.slice(1).replace(/(^|\/)$/, '$1index.html');
          if (awaited.includes(file)) continue;
          const target = html.get(decodeURIComponent(file));
          const isHeaded =
            hash === '' || (target !== undefined && idsOf(target).has(decodeURIComponent(hash.slice(1))));
          if (target === undefined || !isHeaded) dead.push(`${page}: ${link}`);
        }
      assert.deepEqual(dead, []);
    });

    for (const theme of ['light', 'dark'] as const)
      describe(`in a ${theme} browser`, () => {
        let tab: Tab;
        const elsewhere: string[] = [];
        before(async () => {
          tab = await openTab({ lane, theme, name: `documentation-${theme}` });
          tab.page.on('request', (request) => {
            if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) elsewhere.push(request.url());
          });
        });
        after(() => tab?.close());

        it('opens, and asks no other host for anything', async () => {
          for (const page of opened) {
            await tab.page.goto(site.url + page, { waitUntil: 'networkidle' });
            await tab.page.getByRole('heading', { level: 1 }).first().waitFor();
          }
          assert.deepEqual([...tab.problems], []);
          assert.deepEqual(elsewhere, []);
        });

        it(`is ${theme}`, async () => {
          await tab.page.goto(`${site.url}safety.html`);
          await tab.page.getByRole('heading', { level: 1 }).waitFor();
          const [red = 0] = await tab.page.evaluate(() =>
            (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(Number),
          );
          assert(theme === 'dark' ? red < 60 : red > 240, `background ${red}`);
          await tab.shoot('safety');
        });

        it('finds "load shedding"', async () => {
          await tab.page.goto(site.url);
          await tab.page.getByRole('button', { name: 'Search' }).first().click();
          await tab.page.getByRole('searchbox').fill('load shedding');
          const found = tab.page.locator('#localsearch-list a');
          await found.first().waitFor();
          await tab.shoot('search');
          await found.first().click();
          await tab.page.getByRole('heading', { level: 1 }).waitFor();
          assert.match((await tab.page.locator('main').textContent()) ?? '', /shed/i);
        });
      });
  });
