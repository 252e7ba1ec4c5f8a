import type { NodeAPI } from 'node-red';
import type { StoredNode } from '../../../rehearsal';

/** The flows that run, as a flow file holds them. What the runtime keeps of credentials beside them is not copied. */
export function deployedFlow(RED: NodeAPI): StoredNode[] {
  const nodes: StoredNode[] = [];
  RED.nodes.eachNode((node) => {
    const { credentials: _credentials, ...stored } = node as unknown as StoredNode;
    nodes.push(structuredClone(stored));
  });
  return nodes;
}
