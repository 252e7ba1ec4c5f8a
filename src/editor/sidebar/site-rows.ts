import { deviceName, type SiteDevice, type SiteTree } from '../../admin-api';

/** A device as the editor has it. */
export interface EditedDevice extends SiteDevice {
  /** Not deployed yet. */
  readonly isEdited?: true;
}

/** One line of the tree, in the order in which it is shown. */
export type SiteRow = {
  readonly id: string;
  readonly name: string;
  /** 1 at the root. */
  readonly level: number;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly setSize: number;
} & (
  | { readonly kind: 'location'; readonly expanded: boolean; readonly devices: number }
  | { readonly kind: 'device'; readonly device: EditedDevice }
);

export interface SiteRows {
  /** Every word of `search` must be found in a device or in a location above it; matches are never folded. */
  rows(search: string, folded: ReadonlySet<string>): SiteRow[];
}

interface LocationGroup {
  readonly id: string;
  readonly name: string;
  readonly parent: LocationGroup | undefined;
  readonly groups: LocationGroup[];
  readonly devices: Found[];
}

interface Found {
  readonly device: EditedDevice;
  readonly name: string;
  readonly text: string;
}

/** The id of the group of devices that have no location. */
export const nowhere = '';

/** Sorts once, so that a search in thousands of devices is one pass. */
export function createSiteRows(
  tree: Pick<SiteTree, 'locations'> & { readonly devices: readonly EditedDevice[] },
  language: string,
  nowhereName: string,
): SiteRows {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const byName = (one: { name: string }, other: { name: string }) => compare(one.name, other.name);
  const given = new Map(tree.locations.map((location) => [location.id, location]));
  const groups = new Map<string, LocationGroup>();
  const roots: LocationGroup[] = [];

  function groupOf(id: string, below: ReadonlySet<string> = new Set()): LocationGroup | undefined {
    const location = given.get(id);
    const known = groups.get(id);
    // A location that is its own ancestor is shown at the root.
    if (known !== undefined || location === undefined || below.has(id)) return known;
    const parent = location.parentId === undefined ? undefined : groupOf(location.parentId, new Set(below).add(id));
    return groups.get(id) ?? addGroup({ id, name: location.name, parent, groups: [], devices: [] });
  }
  function addGroup(group: LocationGroup): LocationGroup {
    groups.set(group.id, group);
    (group.parent?.groups ?? roots).push(group);
    return group;
  }

  for (const { id } of tree.locations) groupOf(id);
  for (const device of tree.devices) {
    const group =
      groupOf(device.locationId ?? nowhere) ??
      groups.get(nowhere) ??
      addGroup({ id: nowhere, name: nowhereName, parent: undefined, groups: [], devices: [] });
    const name = deviceName(device);
    group.devices.push({
      device,
      name,
      text: `${name} ${device.load ?? ''} ${device.serialNumber ?? ''} ${device.id}`.toLowerCase(),
    });
  }
  for (const group of groups.values()) {
    group.groups.sort(byName);
    group.devices.sort(byName);
  }
  roots.sort(byName);

  return {
    rows(search, folded) {
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const rows: SiteRow[] = [];

      /** Returns how many devices were found at or below the group; their rows stand after its own. */
      function visit(group: LocationGroup, level: number, left: readonly string[], hidden: boolean): number {
        const name = group.name.toLowerCase();
        const still = left.filter((word) => !name.includes(word));
        const expanded = words.length > 0 || !folded.has(group.id);
        const at = rows.length;
        if (!hidden) rows.push(placeholder);
        let count = 0;
        const children: number[] = [];
        for (const inner of group.groups) {
          const start = rows.length;
          const found = visit(inner, level + 1, still, hidden || !expanded);
          count += found;
          if (found > 0 || words.length === 0) children.push(start);
          else rows.length = Math.min(rows.length, start);
        }
        for (const { device, name: label, text } of group.devices) {
          if (!still.every((word) => text.includes(word))) continue;
          count += 1;
          if (hidden || !expanded) continue;
          children.push(rows.length);
          rows.push({ kind: 'device', id: device.id, name: label, level: level + 1, position: 0, setSize: 0, device });
        }
        if (hidden) return count;
        rows[at] = {
          kind: 'location',
          id: group.id,
          name: group.name,
          level,
          position: 0,
          setSize: 0,
          expanded,
          devices: count,
        };
        if (expanded) number(children);
        return count;
      }

      function number(indexes: readonly number[]): void {
        indexes.forEach((index, position) => {
          const row = rows[index];
          if (row !== undefined) rows[index] = { ...row, position: position + 1, setSize: indexes.length };
        });
      }

      const starts: number[] = [];
      for (const root of roots) {
        const start = rows.length;
        if (visit(root, 1, words, false) > 0 || words.length === 0) starts.push(start);
        else rows.length = start;
      }
      number(starts);
      return rows;
    },
  };
}

const placeholder: SiteRow = {
  kind: 'location',
  id: nowhere,
  name: '',
  level: 1,
  position: 0,
  setSize: 0,
  expanded: false,
  devices: 0,
};
