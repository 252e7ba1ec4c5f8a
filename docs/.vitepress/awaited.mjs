/** Pages that others link to and that come with a change of their own. Empty when all are there. */
export const awaitedPages = [];
