import type { NodeEditor } from '../../src/editor';

export const editor: NodeEditor = {
  label(node) {
    return node.name || node._(`meter-read.choice.operation.${node.operation ?? 'reading'}`);
  },
};
