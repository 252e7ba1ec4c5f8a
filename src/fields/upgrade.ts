import type { FieldTable, StoredConfig, Upgrade } from './field';

/** The property in which a flow file stores the version of a node's configuration. A node without it has version 1. */
export const versionProperty = 'configVersion';

function upgradesOf(table: FieldTable): readonly Upgrade[] {
  const field = table[versionProperty];
  return field?.kind === 'version' ? field.upgrades : [];
}

/** The configuration version that this package writes. */
export function currentVersion(table: FieldTable): number {
  return upgradesOf(table).length + 1;
}

/** The version of a stored configuration. */
export function storedVersion(stored: StoredConfig): number {
  const version = Number(stored[versionProperty]);
  return Number.isInteger(version) && version >= 1 ? version : 1;
}

/** Whether the configuration was written by a newer package. */
export function isNewer(table: FieldTable, stored: StoredConfig): boolean {
  return storedVersion(stored) > currentVersion(table);
}

/** The properties that older versions stored and the current version does not. */
export function droppedProperties(table: FieldTable): string[] {
  return [...new Set(upgradesOf(table).flatMap(({ drops = [] }) => drops))];
}

/** A configuration upgraded to the current version. One of the current or a newer version is returned unchanged. */
export function upgradeConfig(table: FieldTable, stored: StoredConfig): StoredConfig {
  const upgrades = upgradesOf(table).slice(storedVersion(stored) - 1);
  if (upgrades.length === 0) return stored;
  const upgraded = upgrades.reduce(step, stored);
  return { ...upgraded, [versionProperty]: currentVersion(table) };
}

function step(stored: StoredConfig, { apply, drops = [] }: Upgrade): StoredConfig {
  return Object.fromEntries(Object.entries(apply(stored)).filter(([name]) => !drops.includes(name)));
}

/**
 * The step of a version that renames a property. A property that is not stored has its default under either name.
 * @example configVersion: { kind: 'version', upgrades: [renamedProperty('operation', 'action')] }
 */
export function renamedProperty(from: string, to: string): Upgrade {
  return {
    // The editor sets every property that it knows, also to undefined, on a node that was read from a flow.
    apply: (stored) => (stored[from] === undefined ? stored : { ...stored, [to]: stored[from] }),
    drops: [from],
  };
}
