import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { awaitedPages } from './awaited.mjs';
import { literalCode } from './literal-code.mjs';
import { repositoryLinks } from './repository-links.mjs';
import { sidebar } from './sidebar.mjs';
import { slugOf } from './slug.mjs';
import { specificationLinks } from './specification-links.mjs';

const outside = (folder) => fileURLToPath(new URL(`../../.out/${folder}`, import.meta.url));

/** The sign of breaker-control, in a colour that shows on light and dark tabs. */
const sign = readFileSync(new URL('../../icons/breaker-control.svg', import.meta.url), 'utf8').replaceAll(
  '#fff',
  '#3a7bd5',
);

/** The pages of docs as a site: nothing of it comes from another host, and search works without a server. */
export default defineConfig({
  title: 'Breakerflow',
  description: 'Node-RED nodes for connected circuit breakers and EV chargers',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(sign)}` }]],
  outDir: outside('site'),
  cacheDir: outside('site-cache'),
  // GitHub shows README.md of a folder, the site its index.
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  ignoreDeadLinks: awaitedPages.map((page) => new RegExp(`/${page.slice('docs/'.length, -'.md'.length)}$`)),
  markdown: {
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    config(md) {
      md.use(literalCode);
      md.use(specificationLinks);
      md.use(repositoryLinks);
    },
  },
  themeConfig: {
    // A page is found by all the words that were typed, or their beginnings.
    search: {
      provider: 'local',
      options: { miniSearch: { searchOptions: { combineWith: 'AND', fuzzy: 0.1, prefix: true } } },
    },
    nav: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Nodes', link: '/nodes/' },
      { text: 'Safety', link: '/safety' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: 'https://github.com/breakerflow/node-red-breakers' }],
  },
  vite: {
    // The reference and the index of the search are what they are.
    build: { chunkSizeWarningLimit: 4000 },
  },
});
