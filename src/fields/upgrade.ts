import type { FieldTable, StoredConfig, Upgrade } from './field';

/** The property in which a flow file stores the version of a node's configuration. A node without it has version 1. */
export const versionProperty = 'configVersion';

function upgradesOf(table: FieldTable): readonly Upgrade[] {
  const field = table[versionProperty];
  return field?.kind === 'version' ? field.upgrades : [];
}

/** The version that this package writes. */
export function currentVersion(table: FieldTable): number {
  return upgradesOf(table).length + 1;
}

/** The version of a stored configuration. */
export function storedVersion(stored: StoredConfig): number {
  const version = Number(stored[versionProperty]);
  return Number.isInteger(version) && version >= 1 ? version : 1;
}

/** Whether only a newer package understands this configuration. */
export function isNewer(table: FieldTable, stored: StoredConfig): boolean {
  return storedVersion(stored) > currentVersion(table);
}

/** The properties that older versions stored and the present one does not. */
export function droppedProperties(table: FieldTable): string[] {
  return [...new Set(upgradesOf(table).flatMap(({ drops = [] }) => drops))];
}

/** A configuration in today's form. One that is today's, or newer, is returned as it is. */
export function upgradeConfig(table: FieldTable, stored: StoredConfig): StoredConfig {
  const upgrades = upgradesOf(table).slice(storedVersion(stored) - 1);
  if (upgrades.length === 0) return stored;
  const today = upgrades.reduce(step, stored);
  return { ...today, [versionProperty]: currentVersion(table) };
}

function step(stored: StoredConfig, { apply, drops = [] }: Upgrade): StoredConfig {
  return Object.fromEntries(Object.entries(apply(stored)).filter(([name]) => !drops.includes(name)));
}

/**
 * The step of a version in which a property has another name. What is not stored has its default under either name.
 * @example configVersion: { kind: 'version', upgrades: [renamedProperty('operation', 'action')] }
 */
export function renamedProperty(from: string, to: string): Upgrade {
  return {
    // The editor gives a node that was read from a flow each property that it knows, also as undefined.
    apply: (stored) => (stored[from] === undefined ? stored : { ...stored, [to]: stored[from] }),
    drops: [from],
  };
}
