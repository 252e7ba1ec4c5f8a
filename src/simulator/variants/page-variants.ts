import { type Fields, isFields, type Variant, type VariedReply, type VariedRequest } from './variant';

/** Few, so that short lists have several pages. */
const smallPage = 5;

function ofPage(about: string, change: (page: Fields, request: VariedRequest) => Fields | undefined): Variant {
  return {
    about,
    reply(reply: VariedReply, request) {
      if (!isFields(reply.body) || !isFields(reply.body.page)) return reply;
      const { page, ...body } = reply.body;
      const other = change(page as Fields, request);
      return { ...reply, body: other === undefined ? body : { ...body, page: other } };
    },
  };
}

const ofNext = (about: string, change: (next: URL) => unknown) =>
  ofPage(about, (page) => (typeof page.next === 'string' ? { ...page, next: change(new URL(page.next)) } : page));

/** How lists are told of. */
export const pageVariants = {
  'small-pages': {
    about: `A page has at most ${smallPage} items, whatever the request asks for.`,
    query(query, { paging }) {
      if (paging === undefined) return;
      const limit = query.get('limit');
      if (limit === null || Number(limit) > smallPage) query.set('limit', String(smallPage));
    },
  },
  'no-page': ofPage('A list is sent without its page.', () => undefined),
  'no-next': ofPage('A page has no link to the next one.', ({ next: _, ...page }) => page),
  'null-next': ofPage('The link to the next page is always null.', (page) => ({ ...page, next: null })),
  'foreign-next-host': ofNext(
    'The link to the next page names the host behind the gateway.',
    (next) => `http://backend.internal:8443/internal${next.pathname}${next.search}`,
  ),
  'relative-next': ofNext('The link to the next page is a path.', (next) => `${next.pathname}${next.search}`),
  'query-next': ofNext('The link to the next page is only its query.', (next) => next.search),
  'string-counts': ofPage('The counts of a page are text.', (page) =>
    Object.fromEntries(
      Object.entries(page).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
    ),
  ),
  'no-total': ofPage('A page does not say how many items there are.', ({ totalCount: _, ...page }) => page),
} as const satisfies Record<string, Variant>;
