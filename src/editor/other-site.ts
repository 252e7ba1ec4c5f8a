import { type ExampleIds, isReadyWithoutDevices, unboundProperties } from '../fields';
import { deployedOrDraft } from './account-reference';
import { askAccount } from './ask';
import { notify } from './notify';
import { storedSettings } from './stored-config';
import { text } from './texts';
import { type NodeChange, nodeChanges } from './undoable';

/** Properties of our nodes that hold what somebody chose at a site. */
const chosen = { devices: () => [], location: () => '', place: () => '' } as const;

/** The settings without the devices and locations of the site that the node leaves. */
export function emptiedSettings(node: EditorNode): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([name, empty]) => {
      const value = name === 'devices' && isReadyWithoutDevices(node) ? '' : node[name];
      return (typeof value === 'string' || Array.isArray(value)) && value.length > 0 ? [[name, empty()]] : [];
    }),
  );
}

/** The ids of an account's simulated site by the references of examples; a cloud account has none. A failure is told. */
export async function simulatedIds(accountId: string, failure: 'example.kept' | 'example.failed'): Promise<ExampleIds> {
  try {
    const account = deployedOrDraft(accountId);
    return account === undefined ? {} : (await askAccount(account, 'references', {})).ids;
  } catch (error) {
    notify(text(failure, { reason: error instanceof Error ? error.message : String(error) }), 'error');
    return {};
  }
}

/** The nodes and all others in their flows: what those send goes to these. */
export function nodesBeside(nodes: readonly EditorNode[]): EditorNode[] {
  const flows = new Set(nodes.flatMap(({ z }) => (typeof z === 'string' ? [z] : [])));
  const beside = nodes.filter(({ z }) => typeof z !== 'string');
  RED.nodes.eachNode((node) => {
    if (typeof node.z === 'string' && flows.has(node.z)) beside.push(node);
    return true;
  });
  return beside;
}

/** What changes where ids of a simulated site become references, with which nothing can be sent. */
export function unboundNodes(nodes: readonly EditorNode[], ids: ExampleIds): NodeChange[] {
  return nodeChanges(nodes, (node) => unboundProperties(storedSettings(node), ids));
}
