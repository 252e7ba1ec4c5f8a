import type { FlowNode } from '../support/node-red-test-helper';

let opened = 0;

/** A flow with accounts and worlds of its own: in one process, the simulated site of an account goes on where it was. */
export function withOwnSites(flow: readonly FlowNode[]): FlowNode[] {
  opened += 1;
  const accounts = flow.filter(({ type }) => type === 'breaker-account');
  const renamed = accounts.reduce(
    (text, { id }) => text.replaceAll(`"${id}"`, `"${id.slice(0, -4)}${String(opened).padStart(4, '0')}"`),
    JSON.stringify(flow),
  );
  return (JSON.parse(renamed) as FlowNode[]).map((node) =>
    typeof node.world === 'string' && node.world !== '' ? { ...node, world: `${node.world}-${opened}` } : node,
  );
}
