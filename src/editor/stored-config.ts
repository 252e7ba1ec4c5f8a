import {
  currentVersion,
  droppedProperties,
  type FieldTable,
  isNewer,
  newerProblem,
  type StoredConfig,
  upgradeConfig,
  versionProperty,
} from '../fields';
import { browserZone } from './browser-zone';
import { text } from './texts';

/** The node's properties in today's form. */
export function configOf(node: EditorNode, fields: FieldTable): StoredConfig {
  return isNew(node) ? node : upgradeConfig(fields, node);
}

// Only what was read from a flow has what it was read from. Node-RED fills defaults into an imported flow of an older
// version, so that the version itself must have no default.
function isNew(node: EditorNode): boolean {
  return node._config === undefined && node[versionProperty] === undefined;
}

/**
 * Gives a node that was just dragged from the palette the present version, what such a node begins with, and its times the zone
 * of the browser.
 */
export function added(node: EditorNode, { fields }: { readonly fields: FieldTable }): void {
  if (!isNew(node)) return;
  node[versionProperty] = currentVersion(fields);
  for (const [name, field] of Object.entries(fields))
    if (field.kind === 'choice' && field.initial !== undefined) node[name] = field.initial;
    else if (field.kind === 'text' && field.ownZone) node[name] = browserZone();
}

/** Gives a node whose dialog is saved the present version. A newer version is kept. */
export function stampVersion(node: EditorNode, fields: FieldTable): void {
  if (isNewer(fields, node)) return;
  for (const name of droppedProperties(fields)) delete node[name];
  node[versionProperty] = currentVersion(fields);
}

/** Why a node cannot be read here, if it was made with a newer version. */
export function newerText(node: EditorNode, fields: FieldTable): string | undefined {
  if (!isNewer(fields, node)) return undefined;
  const { key, params } = newerProblem(fields, node);
  return text(`problem.${key}`, params);
}

/** Only what a flow file stores of a node: a node of the editor refers to others. */
export function storedSettings(node: EditorNode): Readonly<Record<string, unknown>> {
  const names = Object.keys(node._def.defaults ?? {}).filter((name) => node[name] !== undefined);
  return { ...Object.fromEntries(names.map((name) => [name, node[name]])), type: node.type };
}
