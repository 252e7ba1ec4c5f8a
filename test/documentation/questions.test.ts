import assert from 'node:assert/strict';
import { type DocumentPage, placeOf, readPages } from './pages';

/** What somebody new asks, the page that answers, and the words of the answer. */
const questions: readonly (readonly [question: string, page: string, words: RegExp])[] = [
  ['How do I try it without an account?', 'docs/getting-started.md', /built-in simulator/],
  [
    'How do I install it in the Node-RED that I have?',
    'docs/getting-started.md',
    /npm install @breakerflow\/node-red-breakers/,
  ],
  ['Why is my command a dry run?', 'docs/troubleshooting.md', /not armed[^|]*tick \*Armed\*/],
  ['What does the outcome `unknown` mean?', 'docs/safety.md', /`unknown` \| sent, but the answer was lost/],
  [
    'How do I keep the freezer from ever being switched off?',
    'docs/nodes/breaker-account.md',
    /Never operate[^|]*\|[^|]*\|[^|]*\|[^|]*\| These devices are never commanded/,
  ],
  [
    'How do I shed loads when the site draws too much?',
    'docs/nodes/load-manager.md',
    /Keeps a site, a leg or a demand window below its limit/,
  ],
  ['Why does nothing come in from the cloud?', 'docs/troubleshooting.md', /public URL does not lead to this machine/],
  [
    'What does BLOCKED_BY_INTERLOCK mean?',
    'docs/troubleshooting.md',
    /`BLOCKED_BY_INTERLOCK` \| A rule of safety, or a newer command/,
  ],
  ['Do my flows of the version before still run?', 'docs/migration.md', /Stored flows of an older version run/],
  ['When do I need more than one machine?', 'docs/scale-out/README.md', /when a restart must not be noticed/],
];

describe('a newcomer who begins at the README', () => {
  let pages: ReadonlyMap<string, DocumentPage>;
  const clicks = new Map([['README.md', 0]]);
  before(async () => {
    pages = await readPages();
    for (const [path, count] of clicks) {
      const page = pages.get(path);
      if (page === undefined || count === 2) continue;
      for (const link of page.links) {
        const place = await placeOf(page, link);
        if (place !== undefined && !clicks.has(place.path)) clicks.set(place.path, count + 1);
      }
    }
  });

  for (const [question, path, words] of questions)
    it(`finds within two clicks: ${question}`, () => {
      assert(clicks.has(path), `${path} is further away`);
      assert.match(pages.get(path)?.text.replaceAll(/\s+/g, ' ') ?? '', words);
    });
});
