/** Rows beyond the edges, so that a slow frame shows no gap. */
const overscan = 6;

/** Which rows of equal height are in view: from `start` up to, not with, `end`. */
export function rowWindow(
  { scrollTop, height }: { readonly scrollTop: number; readonly height: number },
  rowHeight: number,
  count: number,
): { readonly start: number; readonly end: number } {
  const start = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - overscan);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan);
  return { start: Math.min(start, end), end };
}
