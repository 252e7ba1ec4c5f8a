import type { Node, NodeAPI } from 'node-red';

interface StoredCatch {
  readonly type: string;
  readonly z?: string;
  readonly g?: string;
  readonly d?: boolean;
  readonly scope?: 'group' | readonly string[] | null;
}

/** Whether a Catch node of the flow receives the errors of this node. Node-RED does not log caught errors. */
export function isCaught(RED: NodeAPI, node: Node): boolean {
  const { z, id, g } = node as Node & { readonly g?: string };
  let caught = false;
  RED.nodes.eachNode((stored) => {
    const { type, z: flow, g: group, d: disabled, scope } = stored as unknown as StoredCatch;
    if (type !== 'catch' || flow !== z || disabled === true) return;
    if (Array.isArray(scope)) caught ||= scope.includes(id);
    else caught ||= scope !== 'group' || group === undefined || group === g;
  });
  return caught;
}
