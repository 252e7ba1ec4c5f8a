import type { Node } from 'node-red';
import type { Job } from '../job';
import type { EventNode } from '../log';
import { nodesNamed } from '../scenario';
import type { EmbeddedNodeRed } from './node-red';

/** The nodes of the flow as it was before stand-ins took places in it. */
export interface FlowNodes {
  readonly ids: readonly string[];
  /** A running node as the flow file has it: one inside a subflow is that of its template. */
  nodeOf(id: string): EventNode;
  /** Those of a name or id. Throws where one does not run. */
  running(name: string): Node[];
}

export function flowNodes({ flow, standIns }: Job, { getNode }: EmbeddedNodeRed['nodes']): FlowNodes {
  const known = new Map<string, { readonly id: string; readonly type: string; readonly name?: string }>();
  for (const { id, type, name } of [...flow, ...standIns])
    known.set(id, name === undefined ? { id, type } : { id, type, name });
  return {
    ids: [...known.keys()],
    nodeOf(id) {
      // A node inside a subflow has an id of its own.
      const template = (getNode(id) as unknown as { _alias?: string } | null)?._alias;
      const node = known.get(template ?? id);
      return { id: node?.id ?? id, type: node?.type ?? '', name: node?.name ?? '' };
    },
    running: (name) =>
      nodesNamed({ nodes: [...known.values()] }, name).map(({ id }) => {
        const node = getNode(id) as Node | null;
        if (node === null) throw new Error(`the node ${name} does not run`);
        return node;
      }),
  };
}
