import type { SiteRow } from './site-rows';

/** What a key does in the tree: go to a row, or fold one. */
export type TreeMove = { readonly to: number } | { readonly fold: string } | { readonly unfold: string } | undefined;

/** The keys of a tree as WAI-ARIA names them. */
export function treeMove(key: string, rows: readonly SiteRow[], at: number, pageRows: number): TreeMove {
  const last = rows.length - 1;
  const row = rows[at];
  if (row === undefined) return undefined;
  const to = (index: number) => ({ to: Math.max(0, Math.min(last, index)) });
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 'PageDown':
      return to(at + pageRows);
    case 'PageUp':
      return to(at - pageRows);
    case 'ArrowRight':
      if (row.kind !== 'location') return undefined;
      if (!row.expanded) return { unfold: row.id };
      return (rows[at + 1]?.level ?? 0) > row.level ? to(at + 1) : undefined;
    case 'ArrowLeft': {
      if (row.kind === 'location' && row.expanded) return { fold: row.id };
      let parent = at - 1;
      while (parent >= 0 && (rows[parent]?.level ?? 0) >= row.level) parent -= 1;
      return parent < 0 ? undefined : to(parent);
    }
    default:
      return undefined;
  }
}
