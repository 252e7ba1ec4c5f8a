import type { NodeEditor } from '../../src/editor';

export const editor: NodeEditor = {
  label(node) {
    if (node.name) return node.name;
    const action = String(node.action ?? 'value');
    return action === 'value' ? 'breaker control' : node._(`breaker-control.choice.action.${action}`);
  },
};
