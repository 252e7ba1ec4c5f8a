import type { SiteLocation } from '../admin-api';
import { element } from './element';

/** An option for each location, indented as a tree. */
export function locationOptions(locations: readonly SiteLocation[]): HTMLOptionElement[] {
  return tree(locations).map(({ id, name, depth }) =>
    element('option', { value: id }, [`${'\u00a0\u00a0'.repeat(depth)}${name}`]),
  );
}

function tree(locations: readonly SiteLocation[]): { id: string; name: string; depth: number }[] {
  const ids = new Set(locations.map(({ id }) => id));
  const out: { id: string; name: string; depth: number }[] = [];
  const visit = (parent: string | undefined, depth: number) => {
    for (const { id, name, parentId } of locations) {
      const isRoot = parentId === undefined || !ids.has(parentId);
      if ((parent === undefined ? isRoot : parentId === parent) && out.length <= locations.length) {
        out.push({ id, name, depth });
        visit(id, depth + 1);
      }
    }
  };
  visit(undefined, 0);
  return out;
}
