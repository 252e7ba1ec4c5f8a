import { storedSettings } from '..';
import { directoryOf } from './account-directory';
import type { FlowNode } from './replacement';

/** Everything of the editor that can name a device of the account, but its circuit directory. */
export function flowNodes(accountId: string): FlowNode[] {
  const found: FlowNode[] = [];
  const own = directoryOf(accountId)?.id;
  RED.nodes.eachNode((node) => {
    const fixed = fixedNode(node);
    found.push({ ...flowNode(node), ...(fixed === undefined ? {} : { fixed }) });
    return true;
  });
  RED.nodes.eachConfig((node) => {
    if (node.id === own) return true;
    if (node.id === accountId) found.push(flowNode(node));
    else found.push({ ...flowNode(node), fixed: ourConfigs.has(node.type) ? 'otherAccount' : 'outside' });
    return true;
  });
  const add = ({ id, label, name, env }: EditorContainer) => {
    found.push({ id, type: '', label: label || name || id, settings: { env }, fixed: 'outside' });
    return true;
  };
  RED.nodes.eachWorkspace(add);
  RED.nodes.eachSubflow(add);
  RED.nodes.eachGroup(add);
  return found;
}

const ourConfigs: ReadonlySet<string> = new Set(['breaker-account', 'breaker-directory']);

function flowNode(node: EditorNode): FlowNode {
  const { id, type, account } = node;
  const isAccount = typeof account === 'string' && RED.nodes.node(account)?.type === 'breaker-account';
  return {
    id,
    type,
    label: RED.utils.getNodeLabel(node, type),
    settings: type === 'unknown' ? { stored: node._orig } : storedSettings(node),
    ...(isAccount ? { account } : {}),
  };
}

function fixedNode({ type, z }: EditorNode): FlowNode['fixed'] {
  // Without a flow, the editor would tell of the one that is shown.
  if (typeof z === 'string' && RED.workspaces.isLocked(z)) return 'locked';
  if (type === 'function') return 'code';
  return type === 'unknown' || type.startsWith('subflow:') ? 'outside' : undefined;
}
