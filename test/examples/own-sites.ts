import { defaultSite } from '../../src/fields';
import type { FlowNode } from '../support/node-red-test-helper';

let opened = 0;

/** A flow with accounts and sites of its own: in one process, a simulated site goes on where it was. */
export function withOwnSites(flow: readonly FlowNode[]): FlowNode[] {
  opened += 1;
  const accounts = flow.filter(({ type }) => type === 'breaker-account');
  const renamed = accounts.reduce(
    (text, { id }) => text.replaceAll(`"${id}"`, `"${id.slice(0, -4)}${String(opened).padStart(4, '0')}"`),
    JSON.stringify(flow),
  );
  return (JSON.parse(renamed) as FlowNode[]).map((node) =>
    node.type === 'breaker-account' ? withOwnSite(node) : node,
  );
}

function withOwnSite(node: FlowNode): FlowNode {
  if (typeof node.world === 'string' && node.world !== '') return { ...node, world: `${node.world}-${opened}` };
  return { ...node, site: `${node.site ?? defaultSite} ${opened}` };
}
