import type { RefusedNode } from '../../runtime';
import type { Misconfigured } from '../job';
import type { FlowNodes } from './flow-nodes';
import type { EmbeddedNodeRed } from './node-red';

/** Nodes of ours that were not configured to the end, once each, whatever how often a subflow is used. */
export function misconfiguredNodes(
  ids: Iterable<string>,
  { nodeOf }: FlowNodes,
  { getNode }: EmbeddedNodeRed['nodes'],
): Misconfigured[] {
  const found = new Map<string, Misconfigured>();
  for (const id of ids) {
    const problems = (getNode(id) as unknown as RefusedNode | null)?.wrongSettings;
    const node = nodeOf(id);
    if (problems !== undefined && !found.has(node.id)) found.set(node.id, { node, problems });
  }
  return [...found.values()];
}
