import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const docs = fileURLToPath(new URL('..', import.meta.url));

/** The pages by topic; a folder stands for all of its pages. */
const topics = [
  { text: 'Begin', pages: ['README.md', 'getting-started.md', 'nodes-overview.md', 'site-sidebar.md', 'simulator.md'] },
  { text: 'Be safe', pages: ['safety.md', 'reliability.md'] },
  {
    text: 'Run it',
    pages: [
      'rehearse.md',
      'public-address.md',
      'scale-out/README.md',
      'benchmarks.md',
      'moving.md',
      'migration.md',
      'troubleshooting.md',
      'errors.md',
      'service-differences.md',
    ],
  },
  { text: 'Cookbook', pages: ['cookbook'] },
  { text: 'Nodes', pages: ['nodes'] },
  {
    text: 'Look it up',
    pages: ['specification.md', 'operation-table.md', 'operations.md', 'reference.md', 'library.md', 'command-line.md'],
  },
  {
    text: 'Change it',
    pages: ['architecture.md', 'words.md', 'languages.md', 'schedules.md', 'development', 'performance-log.md'],
  },
  { text: 'Decisions', pages: ['decisions'], collapsed: true },
];

/** All pages that the sidebar names, by their files in docs. */
export const sidebarPages = () => topics.flatMap(({ pages }) => pages.flatMap(filesOf));

export const sidebar = () =>
  topics
    .map(({ text, pages, collapsed = false }) => ({
      text,
      collapsed,
      items: pages.flatMap(filesOf).map((file) => ({ text: titleOf(file), link: addressOf(file) })),
    }))
    .filter(({ items }) => items.length > 0);

/** A folder's files with its index first; nothing for what is not there. */
function filesOf(page) {
  if (!existsSync(docs + page)) return [];
  if (page.endsWith('.md')) return [page];
  const isIndex = (file) => /^(README|index)\.md$/.test(file);
  const files = readdirSync(docs + page).filter((file) => file.endsWith('.md'));
  return [...files.filter(isIndex), ...files.filter((file) => !isIndex(file)).sort()].map((file) => `${page}/${file}`);
}

const titleOf = (file) => /^# (.+)$/m.exec(readFileSync(docs + file, 'utf8'))?.[1] ?? file;
const addressOf = (file) => `/${file.replace(/(README|index)\.md$/, '').replace(/\.md$/, '')}`;
