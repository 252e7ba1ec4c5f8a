import type { NodeAPI } from 'node-red';

/** The stored configuration of a node. */
export type StoredNode = { readonly id: string; readonly type: string } & Readonly<Record<string, unknown>>;

/** The nodes of the flows as last deployed. */
export interface ConfiguredNodes {
  get(id: string): StoredNode | undefined;
  /**
   * Includes disabled nodes and those on a disabled tab. A node inside a subflow's template is not included, only its
   * copies in instances.
   */
  has(id: string): boolean;
  ofType(type: string): StoredNode[];
}

/**
 * Reads the deployed flows, because the `removed` flag of a close handler is not enough (@node-red/runtime 4.1,
 * flows/util.js and flows/Subflow.js): it is also true for a disabled node and for one on a disabled tab; it is false for
 * a node inside a subflow whose instance was deleted; and no close handler runs for a node that was deleted while Node-RED
 * did not run. The deployed flows are already the new ones when the first node is closed.
 */
export function configuredNodes(RED: NodeAPI): ConfiguredNodes {
  const nodes = new Map<string, StoredNode>();
  RED.nodes.eachNode((node) => nodes.set(node.id, node as unknown as StoredNode));

  const isInTemplate = (id: string) => nodes.get(String(nodes.get(id)?.z))?.type === 'subflow';

  function has(id: string): boolean {
    if (nodes.has(id)) return !isInTemplate(id);
    // Inside a subflow an id is the instance's id, a hyphen and the id in the template; instances can be nested.
    for (let hyphen = id.indexOf('-'); hyphen > 0; hyphen = id.indexOf('-', hyphen + 1))
      if (isInTemplate(id.slice(hyphen + 1)) && has(id.slice(0, hyphen))) return true;
    return false;
  }

  return {
    get: (id) => nodes.get(id),
    has,
    ofType: (type) => [...nodes.values()].filter((node) => node.type === type),
  };
}

/**
 * The name of the loaded project or flow file. Nodes of another project or flow file are not deleted, only not loaded.
 */
export function flowsName(RED: NodeAPI): string {
  const settings = RED.settings as unknown as { flowFile?: unknown; get?(name: string): unknown };
  try {
    const projects = settings.get?.('projects') as { activeProject?: unknown } | null | undefined;
    if (typeof projects?.activeProject === 'string') return `project ${projects.activeProject}`;
  } catch {
    // Settings are not available until the storage is.
  }
  return typeof settings.flowFile === 'string' ? settings.flowFile : '';
}
